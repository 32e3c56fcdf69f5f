import Testing

@testable import host

@Suite struct `What the program says` {
  @Test(arguments: Message.allCases)
  func `is said in every language, with the same places`(message: Message) {
    let places = TalkLanguage.allCases.map { language in
      Messages(language: language).forms(message).map { Set(Messages.places(in: $0)) }
    }
    for forms in places {
      #expect(!forms.isEmpty)
      #expect(forms.count == places[0].count, "it has a form for 1 in one language only")
      // Only the form for 1 may do without the number itself.
      for form in forms { #expect(form.union(["count"]) == places[0][0].union(["count"])) }
      if forms.count > 1 { #expect(forms.count == 2 && forms[1].contains("count")) }
      #expect(forms.last == places[0].last)
    }
  }

  @Test(arguments: TalkLanguage.allCases)
  func `has no text that is empty, untrimmed or has a bracket too many`(language: TalkLanguage) {
    for message in Message.allCases {
      for form in Messages(language: language).forms(message) {
        #expect(!form.isEmpty && form.first != " " && form.last != " ", "\(message)")
        #expect(form.filter { $0 == "{" }.count == form.filter { $0 == "}" }.count, "\(message)")
        #expect(Messages.places(in: form).count == form.filter { $0 == "{" }.count, "\(message)")
      }
    }
  }

  @Test(arguments: [
    (["LANG": "et_EE.UTF-8"], TalkLanguage.estonian), (["LANG": "et"], .estonian),
    (["LANG": "et_EE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], .english),
    (["LC_ALL": "et_EE", "LC_MESSAGES": "en_GB.UTF-8"], .estonian),
    (["LC_ALL": "", "LANG": "et_EE"], .estonian), (["LC_ALL": "C", "LANG": "et_EE"], .english),
    (["LANG": "eto_CM"], .english), (["LANG": "fi_FI.UTF-8"], .english), ([:], .english),
  ])
  func `is said in the language of the user's locale`(
    environment: [String: String], language: TalkLanguage
  ) {
    let surroundings = Surroundings(environment: environment, programFolder: "/")
    #expect(TalkLanguage(surroundings) == language)
  }

  @Test func `has its places filled, and numbers as the language writes them`() {
    let english = Messages(language: .english)
    let estonian = Messages(language: .estonian)
    #expect(english(.yourTurn, ["seconds": "3.2"]) == "Your turn: 3.2 s")
    #expect(english(.rateOfSeveral, ["rate": "1", "number": "2", "count": "3"]) == "rate 1 (2/3)")
    #expect(estonian.number(0.5, decimals: 2) == "0,5")
    #expect(english.number(0.55, decimals: 2, least: 1) == "0.55")
    #expect(english.number(1, decimals: 2) == "1")
    #expect(english.number(1, decimals: 2, least: 1) == "1.0")
    #expect(english.number(0.04, decimals: 2) == "0.04")
    #expect(english.number(-1.25, decimals: 1, least: 1) == "−1.3")
    #expect(english.number(0.999, decimals: 1, least: 1) == "1.0")
    #expect(Messages.time(0) == "0:00" && Messages.time(125) == "2:05")
    #expect(Messages.time(3725) == "1:02:05")
  }
}
