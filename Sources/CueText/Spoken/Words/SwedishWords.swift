extension SpokenLanguage {
  static let swedish = SpokenLanguage(
    tag: "sv", saysOnlyAmounts: true, groupsWithBlank: true,
    currencies: """
      kr|SEK|krona|kronor|öre|öre|f
      US$|USD|dollar|dollar|cent|cent|f
      $||dollar|dollar|cent|cent|f
      €|EUR|euro|euro|cent|cent|f
      £|GBP|pund|pund|penny|pence|n
      ¥|JPY|yen|yen|sen|sen|f
      """,
    units: """
      %|procent|procent|f
      ‰|promille|promille|f
      km/h|kilometer i timmen|kilometer i timmen|f
      km/tim|kilometer i timmen|kilometer i timmen|f
      m/s|meter i sekunden|meter i sekunden|f
      km²|kvadratkilometer|kvadratkilometer|f
      m²|kvadratmeter|kvadratmeter|f
      kvm|kvadratmeter|kvadratmeter|f
      m³|kubikmeter|kubikmeter|f
      km|kilometer|kilometer|f
      dm|decimeter|decimeter|f
      cm|centimeter|centimeter|f
      mm|millimeter|millimeter|f
      m|meter|meter|f
      kg|kilogram|kilogram|n
      hg|hektogram|hektogram|n
      mg|milligram|milligram|n
      g|gram|gram|n
      l|liter|liter|f
      dl|deciliter|deciliter|f
      cl|centiliter|centiliter|f
      ml|milliliter|milliliter|f
      °C|grad Celsius|grader Celsius|f
      °F|grad Fahrenheit|grader Fahrenheit|f
      °|grad|grader|f
      kWh|kilowattimme|kilowattimmar|f
      kW|kilowatt|kilowatt|f
      W|watt|watt|f
      V|volt|volt|f
      Hz|hertz|hertz|f
      MB|megabyte|megabyte|f
      GB|gigabyte|gigabyte|f
      h|timme|timmar|f
      tim|timme|timmar|f
      min|minut|minuter|f
      s|sekund|sekunder|f
      sek|sekund|sekunder|f
      ha|hektar|hektar|f
      tkr|tusen kronor|tusen kronor|n
      mkr|miljon kronor|miljoner kronor|f
      """,
    beforeCents: " och ", scales: "miljon miljoner miljard miljarder",
    shortScales: ["mn": "miljoner", "mdr": "miljarder"],
    oneOfScale: [
      "miljon": "en miljon", "miljoner": "en miljon", "miljard": "en miljard",
      "miljarder": "en miljard",
    ],
    pointedUnits: "min tim sek",
    numberWords: ["nr": "nummer", "Nr": "nummer"],
    signs: """
      &:och;+:plus;=:är lika med;%:procent;‰:promille;§:paragraf;€:euro;£:pund;¥:yen;$:dollar;×:gånger;÷:delat med;
      ±:plus minus;≈:ungefär;≠:är inte lika med;≤:högst;≥:minst;→:till;∞:oändligheten;@:snabel-a;#:nummer;°:grader;*:gånger;
      ^:upphöjt till;<:mindre än;>:större än;½:en halv;¼:en fjärdedel;¾:tre fjärdedelar;⅓:en tredjedel;⅔:två tredjedelar;
      √:roten ur;−:minus;№:nummer;~:ungefär;–:till;and ½:och;address .:punkt;address /:snedstreck;address -:bindestreck;
      address _:understreck;address +:plus;address ~:tilde;address @:snabel-a
      """,
    emoji:
      "❤:hjärta;👍:tummen upp;👎:tummen ner;😂:glädjetårar;😀:leende;😊:leende;🎉:fest;😢:tår;🔥:eld;🙏:tack"
  )
}
