extension SpokenLanguage {
  static let portuguese = SpokenLanguage(
    tag: "pt", groupsWithBlank: true, usesHourLetter: true,
    months:
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    dates: "{d} de {m} de {y}", times: ("{h} e {m}", "{h} horas"),
    currencies: """
      R$|BRL|real|reais|centavo|centavos
      US$|USD|dólar|dólares|centavo|centavos
      $||dólar|dólares|centavo|centavos
      €|EUR|euro|euros|cêntimo|cêntimos
      £|GBP|libra|libras|péni|pence|f
      ¥|JPY|iene|ienes|sen|sens
      """,
    units: """
      %|por cento|por cento
      ‰|por mil|por mil
      km/h|quilómetro por hora|quilómetros por hora
      m/s|metro por segundo|metros por segundo
      km²|quilómetro quadrado|quilómetros quadrados
      m²|metro quadrado|metros quadrados
      m³|metro cúbico|metros cúbicos
      km|quilómetro|quilómetros
      cm|centímetro|centímetros
      mm|milímetro|milímetros
      m|metro|metros
      kg|quilograma|quilogramas
      mg|miligrama|miligramas
      g|grama|gramas
      ml|mililitro|mililitros
      l|litro|litros
      °C|grau Celsius|graus Celsius
      °F|grau Fahrenheit|graus Fahrenheit
      °|grau|graus
      kWh|quilowatt-hora|quilowatts-hora
      W|watt|watts
      V|volt|volts
      Hz|hertz|hertz
      MB|megabyte|megabytes
      GB|gigabyte|gigabytes
      min|minuto|minutos
      s|segundo|segundos
      ha|hectare|hectares
      """,
    beforeCents: " e ", ofMoney: "de ", scales: "milhão milhões bilhão bilhões",
    shortScales: ["mi": "milhões", "bi": "bilhões", "M": "milhões"],
    oneOfScale: ["milhões": "um milhão", "bilhões": "um bilhão"],
    numberEndings: ".º .ª+ º ª+",
    parts:
      "ato acto cena capítulo parte tomo livro volume século guerra artigo secção seção mundial",
    centuries: "",
    fractions:
      "1/2:um meio;1/3:um terço;2/3:dois terços;1/4:um quarto;3/4:três quartos;½:meio;¼:um quarto;¾:três quartos",
    signs: """
      &:e;+:mais;=:igual a;%:por cento;‰:por mil;§:parágrafo;€:euros;£:libras;¥:ienes;$:dólares;×:vezes;÷:dividido por;±:mais ou menos;
      ≈:cerca de;≠:diferente de;≤:no máximo;≥:pelo menos;→:para;∞:infinito;@:arroba;#:número;°:graus;*:vezes;^:elevado a;
      <:menor que;>:maior que;½:meio;¼:um quarto;¾:três quartos;√:raiz de;−:menos;№:número;~:cerca de;–:a;and ½:e;
      address .:ponto;address /:barra;address -:hífen;address _:sublinhado;address +:mais;address ~:til;address @:arroba
      """,
    emoji:
      "❤:coração;👍:polegar para cima;👎:polegar para baixo;😂:risos;😀:sorriso;😊:sorriso;🎉:festa;😢:lágrima;🔥:fogo;🙏:obrigado"
  )
}
