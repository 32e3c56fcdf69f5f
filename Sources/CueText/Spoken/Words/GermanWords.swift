extension SpokenLanguage {
  static let german = SpokenLanguage(
    tag: "de", hasOrdinalPoints: true,
    months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    dates: "{o} {m} {y}", times: ("{h} Uhr {m}", "{h} Uhr"),
    currencies: """
      US$|USD|Dollar|Dollar|Cent|Cent
      $||Dollar|Dollar|Cent|Cent
      €|EUR|Euro|Euro|Cent|Cent
      £|GBP|Pfund|Pfund|Penny|Pence
      ¥|JPY|Yen|Yen|Sen|Sen
      CHF|CHF|Franken|Franken|Rappen|Rappen
      """,
    units: """
      %|Prozent|Prozent
      ‰|Promille|Promille
      km/h|Kilometer pro Stunde|Kilometer pro Stunde
      m/s|Meter pro Sekunde|Meter pro Sekunde
      km²|Quadratkilometer|Quadratkilometer
      m²|Quadratmeter|Quadratmeter
      qm|Quadratmeter|Quadratmeter
      m³|Kubikmeter|Kubikmeter
      km|Kilometer|Kilometer
      cm|Zentimeter|Zentimeter
      mm|Millimeter|Millimeter
      m|Meter|Meter
      kg|Kilogramm|Kilogramm
      mg|Milligramm|Milligramm
      g|Gramm|Gramm
      ml|Milliliter|Milliliter
      l|Liter|Liter
      t|Tonne|Tonnen|f
      °C|Grad Celsius|Grad Celsius
      °F|Grad Fahrenheit|Grad Fahrenheit
      °|Grad|Grad
      kWh|Kilowattstunde|Kilowattstunden|f
      kW|Kilowatt|Kilowatt
      W|Watt|Watt
      V|Volt|Volt
      Hz|Hertz|Hertz
      MHz|Megahertz|Megahertz
      GHz|Gigahertz|Gigahertz
      MB|Megabyte|Megabyte
      GB|Gigabyte|Gigabyte
      TB|Terabyte|Terabyte
      min|Minute|Minuten|f
      Min|Minute|Minuten|f
      h|Stunde|Stunden|f
      Std|Stunde|Stunden|f
      s|Sekunde|Sekunden|f
      ha|Hektar|Hektar
      Mio|Million|Millionen|f
      Mrd|Milliarde|Milliarden|f
      Tsd|tausend|tausend
      """,
    beforeCents: " ", namesCents: false, scales: "tausend million millionen milliarde milliarden",
    shortScales: [
      "Mio.": "Millionen", "Mrd.": "Milliarden", "Mio": "Millionen", "Mrd": "Milliarden",
    ], hours: "Uhr", beforeTimes: "um ab gegen",
    oneOfScale: ["Millionen": "eine Million", "Milliarden": "eine Milliarde"],
    pointedUnits: "Std Min Mio Mrd Tsd min",
    ordinalEndings: "",
    parts: "akt szene kapitel teil buch band weltkrieg abschnitt artikel klasse typ stufe",
    centuries: "jahrhundert jahrhunderts weltkrieg weltkriegs",
    fractions:
      "1/2:ein halb;1/3:ein Drittel;2/3:zwei Drittel;1/4:ein Viertel;3/4:drei Viertel;½:ein halb;¼:ein Viertel;¾:drei Viertel",
    numberWords: ["Nr": "Nummer", "Nrn": "Nummern"],
    signs: """
      &:und;+:plus;=:gleich;%:Prozent;‰:Promille;§:Paragraf;€:Euro;£:Pfund;¥:Yen;$:Dollar;×:mal;÷:geteilt durch;±:plus minus;≈:etwa;
      ≠:ungleich;≤:höchstens;≥:mindestens;→:nach;∞:unendlich;@:at;#:Nummer;°:Grad;*:mal;^:hoch;<:kleiner als;>:größer als;
      ½:ein halb;¼:ein Viertel;¾:drei Viertel;√:Wurzel aus;−:minus;№:Nummer;~:etwa;–:bis;and ½:und;address .:Punkt;
      address /:Schrägstrich;address -:Bindestrich;address _:Unterstrich;address +:plus;address ~:Tilde;address @:at
      """,
    emoji:
      "❤:Herz;👍:Daumen hoch;👎:Daumen runter;😂:Freudentränen;😀:Grinsen;😊:Lächeln;🎉:Konfetti;😢:Träne;🔥:Feuer;🙏:Danke"
  )
}
