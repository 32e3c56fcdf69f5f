extension SpokenLanguage {
  static let dutch = SpokenLanguage(
    tag: "nl",
    months:
      "januari februari maart april mei juni juli augustus september oktober november december",
    dates: "{d} {m} {y}", times: ("{h} uur {m}", "{h} uur"),
    currencies: """
      US$|USD|dollar|dollar|cent|cent
      $||dollar|dollar|cent|cent
      €|EUR|euro|euro|cent|cent
      £|GBP|pond|pond|penny|pence
      ¥|JPY|yen|yen|sen|sen
      """,
    units: """
      %|procent|procent
      ‰|promille|promille
      km/u|kilometer per uur|kilometer per uur
      km/h|kilometer per uur|kilometer per uur
      m/s|meter per seconde|meter per seconde
      km²|vierkante kilometer|vierkante kilometer
      m²|vierkante meter|vierkante meter
      m³|kubieke meter|kubieke meter
      km|kilometer|kilometer
      cm|centimeter|centimeter
      mm|millimeter|millimeter
      m|meter|meter
      kg|kilogram|kilogram
      mg|milligram|milligram
      g|gram|gram
      ml|milliliter|milliliter
      l|liter|liter
      °C|graad Celsius|graden Celsius
      °F|graad Fahrenheit|graden Fahrenheit
      °|graad|graden
      kWh|kilowattuur|kilowattuur
      W|watt|watt
      V|volt|volt
      Hz|hertz|hertz
      MB|megabyte|megabyte
      GB|gigabyte|gigabyte
      min|minuut|minuten
      s|seconde|seconden
      ha|hectare|hectare
      """,
    beforeCents: " ", namesCents: false, scales: "miljoen miljard",
    shortScales: ["mln": "miljoen", "mld": "miljard"], hours: "uur", beforeTimes: "om",
    numberEndings: "ste de e", ordinalEndings: "e",
    parts: "akte scène hoofdstuk deel boek band wereldoorlog artikel klasse type",
    centuries: "eeuw",
    fractions:
      "1/2:een half;1/3:een derde;2/3:twee derde;1/4:een kwart;3/4:drie kwart;½:een half;¼:een kwart;¾:drie kwart",
    numberWords: ["nr": "nummer", "Nr": "nummer"],
    signs: """
      &:en;+:plus;=:is gelijk aan;%:procent;‰:promille;§:paragraaf;€:euro;£:pond;¥:yen;$:dollar;×:maal;÷:gedeeld door;±:plus of min;
      ≈:ongeveer;≠:ongelijk aan;≤:hoogstens;≥:minstens;→:naar;∞:oneindig;@:apenstaartje;#:nummer;°:graden;*:maal;^:tot de macht;
      <:kleiner dan;>:groter dan;½:een half;¼:een kwart;¾:drie kwart;√:wortel van;−:min;№:nummer;~:ongeveer;–:tot;and ½:en;
      address .:punt;address /:schuine streep;address -:streepje;address _:liggend streepje;address +:plus;address ~:tilde;
      address @:apenstaartje
      """,
    emoji:
      "❤:hart;👍:duim omhoog;👎:duim omlaag;😂:tranen van het lachen;😀:lach;😊:glimlach;🎉:confetti;😢:traan;🔥:vuur;🙏:dank"
  )
}
