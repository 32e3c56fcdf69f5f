/// The three letters that MPEG-4 has for the language of a sound.
enum LanguageCode {
  /// The code of ISO 639-2 (T) for a BCP 47 tag: that of its language, whatever the region; nil if it is not known here.
  static func code(_ tag: String) -> String? {
    let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    if language.utf8.count == 3, language.utf8.allSatisfy({ (0x61...0x7a).contains($0) }) {
      return String(language)
    }
    return codes[String(language)]
  }

  private static let codes: [String: String] = [
    "af": "afr", "ar": "ara", "be": "bel", "bg": "bul", "bn": "ben", "bs": "bos", "ca": "cat",
    "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "eo": "epo",
    "es": "spa", "et": "est", "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra", "ga": "gle",
    "gl": "glg", "gu": "guj", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "hy": "hye",
    "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "ka": "kat", "kk": "kaz", "kn": "kan",
    "ko": "kor", "la": "lat", "lt": "lit", "lv": "lav", "mk": "mkd", "ml": "mal", "mr": "mar",
    "ms": "msa", "mt": "mlt", "nb": "nob", "ne": "nep", "nl": "nld", "nn": "nno", "no": "nor",
    "pa": "pan", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv",
    "sq": "sqi", "sr": "srp", "sv": "swe", "sw": "swa", "ta": "tam", "te": "tel", "th": "tha",
    "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie", "zh": "zho",
  ]
}
