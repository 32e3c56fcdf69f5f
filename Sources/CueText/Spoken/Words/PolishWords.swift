extension SpokenLanguage {
  static let polish = SpokenLanguage(
    tag: "pl", saysOnlyAmounts: true,
    genitivePrepositions: "do od ode około bez dla koło powyżej poniżej oprócz zamiast",
    groupsWithBlank: true,
    currencies: """
      zł|PLN|złoty,złote,złotych,złotego|grosz,grosze,groszy,grosza
      US$|USD|dolar,dolary,dolarów,dolara|cent,centy,centów,centa
      $||dolar,dolary,dolarów,dolara|cent,centy,centów,centa
      €|EUR|euro,euro,euro,euro|cent,centy,centów,centa|n
      £|GBP|funt,funty,funtów,funta|pens,pensy,pensów,pensa
      ¥|JPY|jen,jeny,jenów,jena|sen,seny,senów,sena
      """,
    units: """
      %|procent,procent,procent,procent
      ‰|promil,promile,promili,promila
      km/h|kilometr na godzinę,kilometry na godzinę,kilometrów na godzinę,kilometra na godzinę
      km/godz|kilometr na godzinę,kilometry na godzinę,kilometrów na godzinę,kilometra na godzinę
      m/s|metr na sekundę,metry na sekundę,metrów na sekundę,metra na sekundę
      km²|kilometr kwadratowy,kilometry kwadratowe,kilometrów kwadratowych,kilometra kwadratowego
      m²|metr kwadratowy,metry kwadratowe,metrów kwadratowych,metra kwadratowego
      m³|metr sześcienny,metry sześcienne,metrów sześciennych,metra sześciennego
      km|kilometr,kilometry,kilometrów,kilometra
      cm|centymetr,centymetry,centymetrów,centymetra
      mm|milimetr,milimetry,milimetrów,milimetra
      m|metr,metry,metrów,metra
      kg|kilogram,kilogramy,kilogramów,kilograma
      dag|dekagram,dekagramy,dekagramów,dekagrama
      mg|miligram,miligramy,miligramów,miligrama
      g|gram,gramy,gramów,grama
      t|tona,tony,ton,tony|f
      l|litr,litry,litrów,litra
      ml|mililitr,mililitry,mililitrów,mililitra
      °C|stopień Celsjusza,stopnie Celsjusza,stopni Celsjusza,stopnia Celsjusza
      °F|stopień Fahrenheita,stopnie Fahrenheita,stopni Fahrenheita,stopnia Fahrenheita
      °|stopień,stopnie,stopni,stopnia
      kWh|kilowatogodzina,kilowatogodziny,kilowatogodzin,kilowatogodziny|f
      kW|kilowat,kilowaty,kilowatów,kilowata
      V|wolt,wolty,woltów,wolta
      Hz|herc,herce,herców,herca
      MB|megabajt,megabajty,megabajtów,megabajta
      GB|gigabajt,gigabajty,gigabajtów,gigabajta
      h|godzina,godziny,godzin,godziny|f
      godz|godzina,godziny,godzin,godziny|f
      min|minuta,minuty,minut,minuty|f
      s|sekunda,sekundy,sekund,sekundy|f
      sek|sekunda,sekundy,sekund,sekundy|f
      ha|hektar,hektary,hektarów,hektara
      gr|grosz,grosze,groszy,grosza
      tys|tysiąc,tysiące,tysięcy,tysiąca
      mln|milion,miliony,milionów,miliona
      mld|miliard,miliardy,miliardów,miliarda
      """,
    beforeCents: " ",
    pointedUnits: "godz min sek tys",
    numberWords: ["nr": "numer", "Nr": "numer"],
    signs: """
      &:i;+:plus;=:równa się;%:procent;‰:promili;§:paragraf;€:euro;£:funtów;¥:jenów;$:dolarów;×:razy;÷:podzielone przez;
      ±:plus minus;≈:około;≠:nie równa się;≤:najwyżej;≥:co najmniej;→:do;∞:nieskończoność;@:małpa;#:numer;°:stopni;*:razy;
      ^:do potęgi;<:mniej niż;>:więcej niż;½:pół;¼:ćwierć;¾:trzy czwarte;⅓:jedna trzecia;⅔:dwie trzecie;√:pierwiastek z;
      −:minus;№:numer;~:około;–:–;and ½:i;address .:kropka;address /:ukośnik;address -:myślnik;address _:podkreślnik;
      address +:plus;address ~:tylda;address @:małpa
      """,
    emoji:
      "❤:serce;👍:kciuk w górę;👎:kciuk w dół;😂:łzy radości;😀:uśmiech;😊:uśmiech;🎉:impreza;😢:łza;🔥:ogień;🙏:dziękuję"
  )
}
