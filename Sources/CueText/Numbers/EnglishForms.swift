/// English words that are said, or written, in more than one way.
enum EnglishForms {
  /// Words that begin with an apostrophe.
  static let elided: Set<String> = [
    "tis", "twas", "twere", "twill", "em", "cause", "til", "till", "bout", "round", "n", "cuz",
    "fraid", "kay", "nother", "s",
  ]

  /// Sounds that a speaker makes while thinking.
  static let fillers: Set<String> = [
    "uh", "uhh", "um", "umm", "uhm", "er", "err", "erm", "hm", "hmm", "hmmm", "mm", "mmm",
  ]

  /// The other ways to say `word`, which is folded and keeps its apostrophes.
  static func expansions(of word: String) -> [[String]] {
    if let listed = listed[word] { return listed.map(split) }
    guard let mark = word.lastIndex(of: "'") else { return [] }
    let (stem, ending) = (String(word[..<mark]), word[word.index(after: mark)...])
    if stem.isEmpty { return [] }
    switch ending {
    case "m" where stem == "i": return [["i", "am"]]
    case "re": return [[stem, "are"]]
    case "ve": return [[stem, "have"]]
    case "ll": return [[stem, "will"], [stem, "shall"]]
    case "d": return [[stem, "would"], [stem, "had"], [stem, "did"]]
    case "s": return [[stem, "is"], [stem, "has"]]
    case "t" where stem.hasSuffix("n"): return [[String(stem.dropLast()), "not"]]
    case "" where stem.hasSuffix("in"): return [[stem + "g"]]
    default: return []
    }
  }

  /// The full form of a word with a point after it.
  static let abbreviations: [String: String] = [
    "mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint", "prof": "professor",
    "jr": "junior", "sr": "senior", "vs": "versus", "capt": "captain", "lt": "lieutenant",
    "sgt": "sergeant", "col": "colonel", "gen": "general", "rev": "reverend", "etc": "et cetera",
  ]

  /// The words for a sign.
  static func readings(of sign: Unicode.Scalar) -> [[String]] {
    switch sign {
    case "&": [["and"]]
    case "%": [["percent"], ["per", "cent"]]
    case "+": [["plus"], ["and"]]
    case "=": [["equals"], ["is"]]
    case "@": [["at"]]
    case "#": [["number"], ["hash"], ["hashtag"]]
    default: [["degrees"], ["degree"]]
    }
  }

  /// Words that are other words without their apostrophe, so that it counts.
  static let needsApostrophe: Set<String> = [
    "we'll", "we're", "we'd", "i'll", "i'd", "she'll", "she'd", "he'll", "can't", "won't",
  ]

  /// Words that carry grammar more than meaning: those that a retelling may change.
  static let functionWords: Set<String> = Set(
    split(
      """
      a an the and or but so if then than that this these those there here of to in on at by for from with as into about up \
      out over i me my mine you your yours he him his she her hers it its we us our ours they them their theirs who whom \
      which what is am are was were be been being do does did has have had will would shall should can could may might must \
      i'm you're he's she's it's we're they're i've you've we've they've i'll you'll he'll she'll we'll they'll i'd you'd \
      he'd she'd we'd they'd that's there's what's who's here's oh ah well now just very too also
      """))

  private static func split(_ words: String) -> [String] {
    words.split { $0.isWhitespace }.map(String.init)
  }

  private static let listed: [String: [String]] = [
    "can't": ["cannot", "can not"], "cannot": ["can not"], "won't": ["will not"],
    "shan't": ["shall not"],
    "ain't": ["am not", "is not", "are not", "has not", "have not"],
    "let's": ["let us"], "y'all": ["you all"], "c'mon": ["come on"], "ma'am": ["madam"],
    "gonna": ["going to"], "wanna": ["want to", "want a"], "gotta": ["got to", "got a"],
    "hafta": ["have to"], "oughta": ["ought to"], "gimme": ["give me"], "lemme": ["let me"],
    "dunno": ["don't know", "do not know"], "gotcha": ["got you"], "kinda": ["kind of"],
    "sorta": ["sort of"], "outta": ["out of"], "lotta": ["lot of"], "coulda": ["could have"],
    "shoulda": ["should have"], "woulda": ["would have"], "whaddya": ["what do you"],
    "ya": ["you"], "yer": ["your"], "'cause": ["because"], "'cuz": ["because"], "cuz": ["because"],
    "coz": ["because"], "'til": ["until", "till"], "'till": ["until", "till"], "till": ["until"],
    "til": ["until"], "'em": ["them"], "'tis": ["it is"], "'twas": ["it was"],
    "'twere": ["it were"], "'twill": ["it will"], "'bout": ["about"], "'round": ["around"],
    "'n": ["and"], "an'": ["and"], "ol'": ["old"], "o'er": ["over"], "e'er": ["ever"],
    "ne'er": ["never"], "ok": ["okay"], "okey": ["okay"], "alright": ["all right"],
    "mr": ["mister"], "mrs": ["missus", "missis"], "ms": ["miss", "miz"],
    "dr": ["doctor", "drive"],
    "pm": ["p m"], "tv": ["t v"], "vs": ["versus"], "st": ["saint", "street"],
    "prof": ["professor"], "etc": ["et cetera"],
  ]
}
