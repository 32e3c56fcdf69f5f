extension SpokenLanguage {
  static let spanish = SpokenLanguage(
    tag: "es", groupsWithBlank: true, usesHourLetter: true,
    months:
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    dates: "{d} de {m} de {y}", times: ("{h} y {m}", "{h} en punto"),
    currencies: """
      US$|USD|dólar|dólares|centavo|centavos
      $||dólar|dólares|centavo|centavos
      €|EUR|euro|euros|céntimo|céntimos
      £|GBP|libra|libras|penique|peniques|f
      ¥|JPY|yen|yenes|sen|senes
      """,
    units: """
      %|por ciento|por ciento
      ‰|por mil|por mil
      km/h|kilómetro por hora|kilómetros por hora
      m/s|metro por segundo|metros por segundo
      km²|kilómetro cuadrado|kilómetros cuadrados
      m²|metro cuadrado|metros cuadrados
      m³|metro cúbico|metros cúbicos
      km|kilómetro|kilómetros
      cm|centímetro|centímetros
      mm|milímetro|milímetros
      m|metro|metros
      kg|kilogramo|kilogramos
      mg|miligramo|miligramos
      g|gramo|gramos
      ml|mililitro|mililitros
      l|litro|litros
      °C|grado Celsius|grados Celsius
      °F|grado Fahrenheit|grados Fahrenheit
      °|grado|grados
      kWh|kilovatio hora|kilovatios hora
      W|vatio|vatios
      V|voltio|voltios
      Hz|hercio|hercios
      MB|megabyte|megabytes
      GB|gigabyte|gigabytes
      min|minuto|minutos
      s|segundo|segundos
      ha|hectárea|hectáreas|f
      """,
    beforeCents: " con ", ofMoney: "de ", scales: "millón millones",
    shortScales: ["M": "millones", "mill": "millones"], hours: "h",
    oneOfScale: ["millones": "un millón"],
    numberEndings: ".º .ª+ º ª+ .er er",
    parts: "acto escena capítulo parte tomo libro volumen siglo guerra artículo sección mundial",
    centuries: "",
    fractions:
      "1/2:un medio;1/3:un tercio;2/3:dos tercios;1/4:un cuarto;3/4:tres cuartos;½:medio;¼:un cuarto;¾:tres cuartos",
    signs: """
      &:y;+:más;=:igual a;%:por ciento;‰:por mil;§:sección;€:euros;£:libras;¥:yenes;$:dólares;×:por;÷:entre;±:más o menos;
      ≈:cerca de;≠:distinto de;≤:como máximo;≥:al menos;→:a;∞:infinito;@:arroba;#:número;°:grados;*:por;^:elevado a;<:menor que;
      >:mayor que;½:medio;¼:un cuarto;¾:tres cuartos;√:raíz de;−:menos;№:número;~:cerca de;–:a;and ½:y;address .:punto;
      address /:barra;address -:guion;address _:guion bajo;address +:más;address ~:tilde;address @:arroba
      """,
    emoji:
      "❤:corazón;👍:pulgar arriba;👎:pulgar abajo;😂:risas;😀:sonrisa;😊:sonrisa;🎉:fiesta;😢:lágrima;🔥:fuego;🙏:gracias"
  )
}
