/// Texts in the languages of voices.
enum Scripts {
  /// Words of a language with punctuation between them, and how its words are separated.
  struct Sample {
    let words: String
    /// Whether words have blanks between them.
    let hasBlanks: Bool

    init(_ words: String, hasBlanks: Bool = true) {
      self.words = words
      self.hasBlanks = hasBlanks
    }
  }

  /// The sample of a language by its tag; English for one that is not here.
  static func text(of tag: String) -> Sample {
    samples[tag.prefix { $0 != "-" }.lowercased()] ?? english
  }

  static let english = Sample("Good evening, my dear friend. It is cold and dark here tonight.")

  private static let samples: [String: Sample] = [
    "ar": Sample("مساء الخير يا صديقي. الجو بارد هنا الليلة."),
    "bg": Sample("Добър вечер, скъпи приятелю. Тук е студено и тъмно."),
    "cmn": chinese,
    "cs": Sample("Dobrý večer, můj příteli. Je tu zima a tma."),
    "da": Sample("God aften, min kære ven. Her er koldt og mørkt."),
    "de": Sample("Schöne Grüße aus Köln, mein Freund. Über der Brücke ist es kühl."),
    "el": Sample("Καλησπέρα, αγαπητέ μου φίλε. Κάνει κρύο εδώ."),
    "eo": Sample("Bonan vesperon, mia kara amiko. Ĉi tie estas malvarme."),
    "es": Sample("Buenas noches, señor. Mañana será un día más frío aquí."),
    "fi": Sample("Hyvää iltaa, hyvä ystäväni. Täällä on kylmä ja pimeä."),
    "fr": Sample("Bonsoir, très chère amie. Déjà la forêt était tranquille."),
    "he": Sample("ערב טוב, חבר יקר שלי. קר וחשוך כאן."),
    "hi": Sample("शुभ संध्या, मेरे दोस्त। यहाँ बहुत ठंड है।"),
    "hu": Sample("Jó estét, kedves barátom. Hideg és sötét van itt."),
    "it": Sample("Buona sera, mio caro amico. Così la città è più fredda."),
    "ja": Sample("こんばんは、友だち。今夜はとても寒いです。", hasBlanks: false),
    "ka": Sample("საღამო მშვიდობისა, ჩემო მეგობარო. აქ ცივა."),
    "ko": Sample("안녕하세요, 친구. 오늘 밤은 아주 춥습니다."),
    "nb": Sample("God kveld, min kjære venn. Det er kaldt og mørkt her."),
    "nl": Sample("Goedenavond, mijn beste vriend. Het is koud en donker hier."),
    "no": Sample("God kveld, min kjære venn. Det er kaldt og mørkt her."),
    "pl": Sample("Dobry wieczór, mój drogi przyjacielu. Tu jest zimno i ciemno."),
    "pt": Sample("Boa noite, meu irmão. Amanhã não será tão frio aqui."),
    "ro": Sample("Bună seara, dragă prietene. Este frig și întuneric aici."),
    "ru": Sample("Добрый вечер, мой друг. Сегодня здесь холодно и темно."),
    "sv": Sample("God kväll, min käre vän. Här är kallt och mörkt."),
    "tr": Sample("İyi akşamlar, sevgili dostum. Burası soğuk ve karanlık."),
    "uk": Sample("Добрий вечір, мій друже. Тут сьогодні холодно й темно."),
    "vi": Sample("Chào buổi tối, bạn thân mến. Ở đây trời rất lạnh."),
    "yue": chinese,
    "zh": chinese,
  ]

  private static let chinese = Sample("你好，我的朋友。今天晚上这里很冷。", hasBlanks: false)
}
