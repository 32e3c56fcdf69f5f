import CueText
import Testing

@Suite struct `The key of a name` {
  @Test(
    arguments: [
      ("Zoë O’Connor", "zoe oconnor"), ("  Jean‑Luc  Picard! ", "jean-luc picard"),
      ("Æthelred", "aethelred"), ("Œuvre", "oeuvre"), ("J. R. R.\tTolkien", "j r r tolkien"),
      ("Zoe\u{308} O'Connor", "zoe oconnor"), ("a\u{200D}b\u{FEFF}", "ab"),
      ("Ann — Marie", "ann-marie"),
      ("--Bo--", "bo"), ("Łukasz Żółć", "lukasz zolc"), ("İbrahim", "ibrahim"),
      ("Straße", "strasse"),
      ("ＡＮＮ", "ann"), ("Фёдор Й.", "федор и"), ("Ἀχιλλεύς", "αχιλλευσ"), ("李 小龙", "李 小龙"),
      ("Agent 47", "agent 47"), ("", ""), (" !!! ", ""),
    ])
  func `has neither case nor accents nor typography`(name: String, key: String) {
    #expect(NameKey.key(name) == key)
  }

  @Test func `is the same for composed and decomposed letters of any script`() {
    #expect(NameKey.key("がん") == NameKey.key("か\u{3099}ん"))
    #expect(NameKey.key("й") == NameKey.key("и\u{306}"))
    #expect(NameKey.key("한") == NameKey.key("\u{1112}\u{1161}\u{11AB}"))
    #expect(NameKey.key("ế") == NameKey.key("e\u{302}\u{301}"))
    #expect(NameKey.key("कि") != NameKey.key("क"))
  }
}

@Suite struct `A recognized name` {
  @Test func `is resolved to the allowed spelling`() {
    let resolver = NameResolver(allowed: ["Ana Maria", "Jean-Luc", "O’Connor", "Zoë", "ANA MARIA"])
    #expect(resolver.resolve("  ANA   MARIA ") == "Ana Maria")
    #expect(resolver.resolve("ana-maria!") == "Ana Maria")
    #expect(resolver.resolve("jean luc") == "Jean-Luc")
    #expect(resolver.resolve("oconnor") == "O’Connor")
    #expect(resolver.resolve("o connor") == "O’Connor")
    #expect(resolver.resolve("zoe.") == "Zoë")
  }

  @Test(arguments: ["Ann", "Anna Maria", "", " !!! ", "Maria Ana", "AnaMaria"])
  func `a name that is not allowed is not resolved`(heard: String) {
    #expect(NameResolver(allowed: ["Anna", "Ana Maria"]).resolve(heard) == nil)
  }

  @Test func `is trimmed where any name is allowed`() {
    let resolver = NameResolver(allowed: [])
    #expect(resolver.resolve(" !!! ") == "")
    #expect(resolver.resolve("") == "")
    #expect(resolver.resolve("\r\n “Zoë O’Connor, Jr.” ") == "Zoë O’Connor, Jr")
  }

  @Test func `allowed names without letters match nothing`() {
    #expect(NameResolver(allowed: ["!!!"]).resolve("!!!") == nil)
  }
}
