import CueData

/// Separates abbreviations that are spelled (`YMCA`, `DNA`) from words in capitals (`THAT`, `ENOUGH`).
///
/// What is not a word of the language stays in capitals, so that voices spell it. Short English words are in a list. Longer words, and
/// those of other languages, are recognized by their letters: a word has vowels, and consonants that can begin and end a syllable.
public enum Acronyms {
  /// Whether `word`, letters in any case, may be a word of `language`, a BCP 47 tag; empty: English.
  ///
  /// Names are not known here; the caller must check them.
  public static func isWord(_ word: String, language: String) -> Bool {
    let lower = word.lowercased()
    let squeezed = squeezed(lower)
    if interjections.contains(squeezed) { return true }
    let primary = LanguageTag.primary(language)
    let isEnglish = primary == "en" || language.isEmpty
    if isEnglish, lower.utf8.count <= 4 {
      return shortEnglishWords.contains(lower)
        || (squeezed != lower && shortEnglishWords.contains(squeezed))
    }
    if LanguageWords.isWord(lower, of: primary) { return true }
    // Few abbreviations are longer, and many of those are said as words.
    if lower.count > 6 { return true }
    if !isEnglish, spelledEverywhere.contains(lower) { return false }
    return isSayable(squeezed)
  }

  /// Whether a letter by itself is a word of the language, as the English article is.
  public static func isWord(letter: Character, language: String) -> Bool {
    let primary = LanguageTag.primary(language)
    return letters[primary.isEmpty ? "en" : primary]?.contains(letter.lowercased()) ?? false
  }

  private static let shortEnglishWords = SortedWords(file: "words/short-english-words.txt")

  /// Letters that are words, by language.
  private static let letters: [String: Set<String>] = [
    "en": ["a"], "fr": ["a", "à", "y"], "es": ["a", "y", "e", "o", "u"],
    "it": ["a", "e", "è", "o", "i"], "pt": ["a", "à", "e", "é", "o"], "sv": ["å", "i"],
    "da": ["i"], "pl": ["a", "i", "o", "u", "w", "z"],
    "cs": ["a", "i", "o", "u", "k", "s", "v", "z"], "ru": ["а", "в", "и", "к", "о", "с", "у", "я"],
    "uk": ["а", "в", "з", "і", "й", "о", "у", "я"],
  ]

  /// Abbreviations that could be words by their letters, and are spelled in most languages.
  private static let spelledEverywhere: Set<String> = [
    "usa", "uno", "eu", "cia", "ceo", "ufo", "uk", "ai", "aids", "ikea", "pin",
  ]

  /// Sounds of people that do not look like words; repeated letters are written twice.
  private static let interjections: Set<String> = [
    "hm", "hmm", "sh", "shh", "ssh", "psst", "pst", "pfft", "pff", "brr", "grr", "tsk", "nth", "mm",
    "mmh", "mhm", "zz", "ss", "ff", "rr", "aargh", "argh", "aah", "aahh", "ugh", "hrmph", "hmph",
    "aa", "oo", "ee", "oow", "ahh", "ohh", "whirr", "pf",
  ]

  /// Runs of a letter cut to two: `AAAAH` is `AAH`.
  private static func squeezed(_ word: String) -> String {
    var squeezed = ""
    var run = 0
    var last: Character?
    for letter in word {
      run = letter == last ? run + 1 : 1
      last = letter
      if run <= 2 { squeezed.append(letter) }
    }
    return squeezed
  }

  // MARK: By letters

  /// Whether the letters can be said as syllables.
  static func isSayable(_ word: String) -> Bool {
    // Words with letters of other scripts or accents are not abbreviations.
    guard word.allSatisfy({ $0.isASCII && $0.isLetter }) else { return true }
    let letters = Array(word)
    var clusters: [String] = [""]
    var vowels: [String] = []
    for (index, letter) in letters.enumerated() {
      let isVowel =
        "aeiou".contains(letter)
        || (letter == "y"
          && !(index == 0 && index + 1 < letters.count && "aeiou".contains(letters[1])))
      if isVowel {
        if vowels.count == clusters.count {
          vowels[vowels.count - 1].append(letter)
        } else {
          vowels.append(String(letter))
        }
      } else if vowels.count == clusters.count {
        clusters.append(String(letter))
      } else {
        clusters[clusters.count - 1].append(letter)
      }
    }
    guard !vowels.isEmpty else { return false }
    if vowels.count == clusters.count { clusters.append("") }
    if vowels.contains(where: { $0.count > 5 }) { return false }
    guard begins.contains(clusters[0]), ends.contains(clusters[clusters.count - 1]) else {
      return false
    }
    return clusters.dropFirst().dropLast().allSatisfy { cluster in
      cluster.count < 2
        || (0...cluster.count).contains { cut in
          ends.contains(String(cluster.prefix(cut)))
            && begins.contains(String(cluster.dropFirst(cut)))
        }
    }
  }

  private static func list(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init)).union([""])
  }

  /// Consonants that begin words in the source of the list of short English words, and some of other European languages.
  private static let begins = list(
    """
    b bj bl br c ch chl chr cl cr cz d dr dv dw dz dzh f fj fl fr g gh gj gl gn gr h hj j k kh kj kl kn kr kv l lj
    m mj mn n nj p pf pfl pfr ph phl phr pj pl pn pr ps q qu r rh s sc sch schl schm schn schr schw scr sf sh shr
    sj sk skj skr sl sm sn sp sph spl spr sq squ st stj str sv sw sz t tch th thr thw tj tr ts tv tw tz v vl vr w
    wh wr x y z zh zw
    """)

  /// Consonants that end words, from the same sources.
  private static let ends = list(
    """
    b bb bs bst bt bts c ch chs chst cht chts ck cks cs ct cts d dd dge ds dst dth dths f ff ffs fs ft fth fths
    fts g gg gh ghs ght ghth ghths ghts gm gms gn gns gs gst h hl hlt hm hn hnt hr hrt hs hst j k kh khs ks kt ktz
    l lb lbs lbst lch ld lds lf lfs lfth lfths lk lks ll lls lm lms ln lns lp lps ls lsh lst lt lth lths lts ltz
    lve lz m mb mbs mn mns mp mpf mph mphs mps mpt mpts ms mt n nc nch ncs nct ncts nd nds ndth ndths nft ng nge
    ngs ngst ngth ngths nk nks nkt nn nns ns nsch nse nst nt nth nths nts ntz nx nz p pft ph phs phth pp ps pt pth
    pths pts r rb rbs rbst rc rch rchs rd rds rf rfs rft rg rgh rgs rk rks rkt rl rld rlds rls rm rms rmth rn rns
    rnst rnt rp rps rpt rpts rr rrs rs rsch rse rsh rst rsts rt rth rths rts rtz rv rve rz s sc sch schst scs sh
    shd sk sks sm sms sp sps ss st sts t tch tchs th thm thms ths ts tt tts tz tzt v w wd wds wk wks wl wls wn wns
    ws wth wths wts x xt xth xths xts z zz
    """)
}
