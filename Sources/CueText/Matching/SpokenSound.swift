/// How a word sounds, guessed from its letters, so that words are compared that a recognizer spells in its own way: "Oberon" and "over
/// on", "Aoife" and "Eefa", "their" and "there".
///
/// English spelling, with a rule for each group of letters; nothing is looked up but ``homophones``. A sound is one letter: vowels and
/// consonants as below.
public enum SpokenSound {
  /// The sounds of `text`, all of its words in one; empty if it has no letters.
  ///
  /// Case and accents do not count. Letters of other scripts stand for themselves.
  public static func sounds(of text: String) -> String {
    let folded = Folding.folded(text.unicodeScalars)
    var all = ""
    for word in folded.unicodeScalars.split(whereSeparator: { !($0.isLetter || $0.isApostrophe) }) {
      let letters = String(String.UnicodeScalarView(word.filter { !$0.isApostrophe }))
      guard !letters.isEmpty else { continue }
      all += sounds(ofWord: homophones[letters] ?? letters)
    }
    return all
  }

  /// How unlike two texts sound, from 0, alike, to 1, nothing in common.
  ///
  /// The least cost of changing the sounds of one into those of the other, as a share of the longer one's. Vowels are like vowels, and
  /// consonants like those that are made at the same place: d and t, f and v.
  public static func distance(_ one: String, _ other: String) -> Double {
    let (left, right) = (Array(sounds(of: one)), Array(sounds(of: other)))
    guard !left.isEmpty || !right.isEmpty else { return 0 }
    var row = [0.0]
    for sound in right { row.append(row[row.count - 1] + cost(of: sound)) }
    let all = max(left.reduce(0) { $0 + cost(of: $1) }, row[row.count - 1])
    for sound in left {
      var diagonal = row[0]
      row[0] += cost(of: sound)
      for (index, other) in right.enumerated() {
        let replaced = diagonal + cost(sound, other)
        diagonal = row[index + 1]
        row[index + 1] = min(
          replaced, row[index] + cost(of: other), diagonal + cost(of: sound))
      }
    }
    return row[right.count] / all
  }

  // Costs.

  private static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "A", "E", "I", "O", "U"]
  /// Consonants that are taken for each other.
  private static let families = [
    "bp", "dt", "gk", "fv", "sz", "sS", "SZ", "CJ", "mn", "lr", "Td", "TD",
  ]

  private static func cost(of sound: Character) -> Double {
    vowels.contains(sound) || sound == "h" ? 0.4 : sound == "r" ? 0.7 : 1
  }

  private static func cost(_ one: Character, _ other: Character) -> Double {
    if one == other { return 0 }
    let areVowels = (vowels.contains(one), vowels.contains(other))
    if areVowels == (true, true) { return 0.25 }
    if areVowels.0 != areVowels.1 { return 1.2 }
    return families.contains { $0.contains(one) && $0.contains(other) } ? 0.4 : 1
  }

  // Letters to sounds.

  /// Words that sound alike and that no rule finds, each with the spelling that stands for all.
  private static let homophones: [String: String] = [
    "theyre": "there", "their": "there", "too": "to", "two": "to", "know": "no", "knows": "nose",
    "here": "hear", "eight": "ate", "bye": "by", "buy": "by", "sea": "see",
    "four": "for", "fore": "for", "son": "sun", "sons": "suns", "our": "hour", "are": "ar",
    "wood": "would", "read": "red", "youre": "your", "yore": "your",
    "whos": "whose", "wear": "where", "ware": "where", "which": "witch", "weather": "whether",
    "sight": "site", "cite": "site", "through": "threw", "new": "knew",
    "piece": "peace", "weight": "wait", "reign": "rain", "rein": "rain", "rowed": "road",
    "rode": "road", "scene": "seen", "hole": "whole", "hi": "high", "eye": "i", "ay": "i",
    "aye": "i", "been": "bin", "pear": "pair", "pare": "pair", "bear": "bare", "bury": "berry",
    "great": "grate", "steak": "stake", "break": "brake", "heart": "hart", "colonel": "kernel",
    "isle": "ile", "aisle": "ile", "island": "iland", "sword": "sord", "answer": "anser",
    "busy": "bizzy", "business": "bizness", "women": "wimmin", "people": "peeple",
    "ok": "okay", "one": "won", "once": "wunce", "of": "ov", "said": "sed",
    "says": "sez", "was": "woz", "who": "hoo", "whom": "hoom", "do": "doo", "you": "yoo",
    "were": "wur", "have": "hav",
    "give": "giv", "live": "liv", "love": "luv", "come": "cum", "some": "sum", "done": "dun",
    "none": "nun", "gone": "gon", "move": "moov", "prove": "proov", "lose": "looz",
    "quay": "key", "quays": "keys", "choir": "quire", "yacht": "yot", "queue": "cue",
    "aunt": "ant", "knot": "not", "gauge": "gage", "bough": "bow", "dough": "doe",
    "thyme": "time", "gaol": "jail", "solder": "sodder",
  ]

  /// Groups of letters and their sounds; of several that fit, the longest counts.
  private static let groups: [Int: [String: String]] = {
    let all: [String: String] = [
      "ough": "O", "augh": "O", "eigh": "A", "aigh": "A", "tion": "Sun", "sion": "Sun",
      "cian": "Sun", "tial": "Sul", "cial": "Sul", "ture": "Cer", "eaux": "O",
      "igh": "I", "tch": "C", "sch": "sk", "eau": "O", "dge": "J", "cia": "Sa", "tia": "Sa",
      "aoi": "E", "ear": "Er", "air": "ar", "eer": "Er", "oor": "or", "our": "or", "ayo": "A",
      // Most speakers say "merry" like "Mary": "ferry" is heard as "fairy".
      "err": "ar", "sci": "sI", "sce": "se", "eir": "ar", "ere": "ar", "are": "ar", "ire": "Ir",
      "ure": "ur",
      "ph": "f", "bh": "v", "sh": "S", "ch": "C", "th": "T", "wh": "w", "ck": "k", "qu": "kw",
      "gh": "",
      "ng": "ng", "kn": "n", "wr": "r", "rh": "r", "ps": "ps", "gn": "n", "mb": "m",
      "ee": "E", "ea": "E", "ie": "E", "ei": "E", "ey": "E", "ai": "A", "ay": "A", "oa": "O",
      "ow": "O", "oe": "O", "oo": "U", "ue": "U", "ew": "U", "ui": "U", "eu": "U", "ou": "U",
      "au": "o", "aw": "o", "oi": "oE", "oy": "oE", "er": "er", "ir": "er", "ur": "er",
      "ar": "ar", "or": "or", "ae": "E", "zz": "s", "ss": "s", "cc": "k", "sc": "sk",
      "a": "a", "e": "e", "i": "i", "o": "o", "u": "u", "b": "b", "c": "k", "d": "d", "f": "f",
      "g": "g", "h": "h", "j": "J", "k": "k", "l": "l", "m": "m", "n": "n", "p": "p", "q": "k",
      "r": "r", "s": "s", "t": "t", "v": "v", "w": "w", "x": "ks", "y": "E", "z": "s",
    ]
    return Dictionary(grouping: all, by: \.key.utf8.count).mapValues { pairs in
      Dictionary(uniqueKeysWithValues: pairs.map { ($0.key, $0.value) })
    }
  }()

  private static func sounds(ofWord word: String) -> String {
    let letters = Array(word)
    var sounds = ""
    var at = 0
    func letter(_ place: Int) -> Character? {
      letters.indices.contains(place) ? letters[place] : nil
    }
    func isVowel(_ place: Int) -> Bool { letter(place).map { "aeiouy".contains($0) } ?? false }
    while at < letters.count {
      let (length, sound) = sound(letters, at, letter, isVowel)
      // Doubled letters are one sound.
      for character in sound where sounds.last != character { sounds.append(character) }
      at += length
    }
    return sounds
  }

  /// The next group of letters, how long it is, and how it sounds.
  private static func sound(
    _ letters: [Character], _ at: Int, _ letter: (Int) -> Character?, _ isVowel: (Int) -> Bool
  ) -> (length: Int, sound: String) {
    let isLast = at + 1 == letters.count
    switch letters[at] {
    case "e" where isLast && at > 1 && !isVowel(at - 1): return (1, "")
    case "c" where "eiy".contains(letter(at + 1) ?? "-"): return (1, "s")
    case "g" where letter(at + 1) == "e" && at + 2 == letters.count: return (2, "J")
    case "g" where letter(at + 1) == "i" || letter(at + 1) == "y": return (1, at == 0 ? "g" : "J")
    case "g" where letter(at + 1) == "h" && at == 0: return (2, "g")
    case "y" where at == 0: return (1, "y")
    case "y" where isLast && at < 3 && !isVowel(at - 1): return (1, "I")
    case "w" where !isVowel(at + 1) && letter(at + 1) != "h" && letter(at + 1) != "r":
      return (1, "")
    case "h" where !isVowel(at + 1): return (1, "")
    case "k" where letter(at + 1) == "n" && at > 0: return (1, "k")
    case "g" where letter(at + 1) == "n" && at > 0 && isVowel(at + 2): return (1, "g")
    case "m" where letter(at + 1) == "b" && at + 2 < letters.count: return (1, "m")
    case "a", "o", "i", "u", "e":
      // A vowel, a consonant and a silent e: the vowel says its name.
      if let next = letter(at + 1), !"aeiouwyhrx".contains(next), letter(at + 2) == "e",
        at + 3 == letters.count
      {
        return (1, String(letters[at]).uppercased())
      }
    default: break
    }
    for length in [4, 3, 2, 1] where at + length <= letters.count {
      let group = String(letters[at..<at + length])
      if let sound = groups[length]?[group] { return (length, sound) }
    }
    return (1, String(letters[at]))
  }
}
