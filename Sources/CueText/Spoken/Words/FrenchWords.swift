extension SpokenLanguage {
  static let french = SpokenLanguage(
    tag: "fr", groupsWithBlank: true, usesHourLetter: true,
    months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    dates: "{d} {m} {y}", times: ("{h} heures {m}", "{h} heures"),
    currencies: """
      US$|USD|dollar|dollars|cent|cents
      $||dollar|dollars|cent|cents
      €|EUR|euro|euros|centime|centimes
      £|GBP|livre|livres|penny|pence|f
      ¥|JPY|yen|yens|sen|sens
      CHF|CHF|franc suisse|francs suisses|centime|centimes
      """,
    units: """
      %|pour cent|pour cent
      ‰|pour mille|pour mille
      km/h|kilomètre à l'heure|kilomètres à l'heure
      m/s|mètre par seconde|mètres par seconde
      km²|kilomètre carré|kilomètres carrés
      m²|mètre carré|mètres carrés
      m³|mètre cube|mètres cubes
      km|kilomètre|kilomètres
      cm|centimètre|centimètres
      mm|millimètre|millimètres
      m|mètre|mètres
      kg|kilogramme|kilogrammes
      mg|milligramme|milligrammes
      g|gramme|grammes
      ml|millilitre|millilitres
      cl|centilitre|centilitres
      l|litre|litres
      °C|degré Celsius|degrés Celsius
      °F|degré Fahrenheit|degrés Fahrenheit
      °|degré|degrés
      kWh|kilowattheure|kilowattheures
      kW|kilowatt|kilowatts
      W|watt|watts
      V|volt|volts
      Hz|hertz|hertz
      Mo|mégaoctet|mégaoctets
      Go|gigaoctet|gigaoctets
      min|minute|minutes|f
      s|seconde|secondes|f
      ha|hectare|hectares
      """,
    beforeCents: " ", namesCents: false, ofMoney: "de ",
    scales: "million millions milliard milliards",
    shortScales: ["M": "millions", "Md": "milliards", "Mds": "milliards", "Mrd": "milliards"],
    oneOfScale: ["millions": "un million", "milliards": "un milliard"],
    numberEndings: "er ère+ re+ ème e nd nde+",
    ordinalEndings: "ème er ère e",
    parts: "acte scène chapitre partie tome livre volume article section classe",
    centuries: "siècle siècles",
    fractions:
      "1/2:un demi;1/3:un tiers;2/3:deux tiers;1/4:un quart;3/4:trois quarts;½:demi;¼:quart;¾:trois quarts",
    signs: """
      &:et;+:plus;=:égale;%:pour cent;‰:pour mille;§:paragraphe;€:euros;£:livres;¥:yens;$:dollars;×:fois;÷:divisé par;
      ±:plus ou moins;≈:environ;≠:différent de;≤:au plus;≥:au moins;→:vers;∞:infini;@:arobase;#:numéro;°:degrés;*:fois;^:puissance;
      <:inférieur à;>:supérieur à;½:un demi;¼:un quart;¾:trois quarts;√:racine de;−:moins;№:numéro;~:environ;–:à;and ½:et;
      address .:point;address /:barre oblique;address -:tiret;address _:tiret bas;address +:plus;address ~:tilde;address @:arobase
      """,
    emoji:
      "❤:cœur;👍:pouce levé;👎:pouce baissé;😂:mort de rire;😀:grand sourire;😊:sourire;🎉:confettis;😢:larme;🔥:feu;🙏:merci"
  )
}
