extension SpokenLanguage {
  static let italian = SpokenLanguage(
    tag: "it",
    months:
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    dates: "{d} {m} {y}", times: ("{h} e {m}", "{h}"),
    currencies: """
      US$|USD|dollaro|dollari|centesimo|centesimi
      $||dollaro|dollari|centesimo|centesimi
      €|EUR|euro|euro|centesimo|centesimi
      £|GBP|sterlina|sterline|penny|pence|f
      ¥|JPY|yen|yen|sen|sen
      """,
    units: """
      %|per cento|per cento
      ‰|per mille|per mille
      km/h|chilometro all'ora|chilometri all'ora
      m/s|metro al secondo|metri al secondo
      km²|chilometro quadrato|chilometri quadrati
      m²|metro quadrato|metri quadrati
      mq|metro quadrato|metri quadrati
      m³|metro cubo|metri cubi
      km|chilometro|chilometri
      cm|centimetro|centimetri
      mm|millimetro|millimetri
      m|metro|metri
      kg|chilogrammo|chilogrammi
      mg|milligrammo|milligrammi
      g|grammo|grammi
      ml|millilitro|millilitri
      l|litro|litri
      °C|grado Celsius|gradi Celsius
      °F|grado Fahrenheit|gradi Fahrenheit
      °|grado|gradi
      kWh|chilowattora|chilowattora
      W|watt|watt
      V|volt|volt
      Hz|hertz|hertz
      MB|megabyte|megabyte
      GB|gigabyte|gigabyte
      min|minuto|minuti
      s|secondo|secondi
      ha|ettaro|ettari
      """,
    beforeCents: " e ", ofMoney: "di ", scales: "milione milioni miliardo miliardi",
    shortScales: [
      "mln": "milioni", "mld": "miliardi", "Mln": "milioni", "Mld": "miliardi", "M": "milioni",
      "Md": "miliardi", "Mrd": "miliardi",
    ], beforeTimes: "ore alle dalle",
    oneOfScale: ["milioni": "un milione", "miliardi": "un miliardo"],
    numberEndings: ".º º ª+",
    parts: "atto scena capitolo parte tomo libro volume guerra articolo sezione mondiale",
    centuries: "secolo secoli",
    fractions:
      "1/2:un mezzo;1/3:un terzo;2/3:due terzi;1/4:un quarto;3/4:tre quarti;½:mezzo;¼:un quarto;¾:tre quarti",
    signs: """
      &:e;+:più;=:uguale;%:per cento;‰:per mille;§:paragrafo;€:euro;£:sterline;¥:yen;$:dollari;×:per;÷:diviso;±:più o meno;≈:circa;
      ≠:diverso da;≤:al massimo;≥:almeno;→:a;∞:infinito;@:chiocciola;#:numero;°:gradi;*:per;^:alla;<:minore di;>:maggiore di;
      ½:mezzo;¼:un quarto;¾:tre quarti;√:radice di;−:meno;№:numero;~:circa;–:a;and ½:e;address .:punto;address /:barra;
      address -:trattino;address _:trattino basso;address +:più;address ~:tilde;address @:chiocciola
      """,
    emoji:
      "❤:cuore;👍:pollice in su;👎:pollice in giù;😂:risate;😀:sorriso;😊:sorriso;🎉:festa;😢:lacrima;🔥:fuoco;🙏:grazie"
  )
}
