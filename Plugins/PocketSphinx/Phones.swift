/// The phones of the model: Carnegie Mellon's 39 for American English, as its dictionary writes them.
enum Phones {
  static let all = [
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH",
    "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH",
    "UW", "V", "W", "Y", "Z", "ZH",
  ]

  /// The model's own noise of speech: what stands for a word whose pronunciation is not known.
  static let anySpeech = "+SPN+"

  /// Phones written in the model's own way, or in flite's: "ah0 b aw1 t"; nil if one is not known.
  static func parse(_ text: String) -> [String]? {
    let words = text.uppercased().split(separator: " ").map { word in
      String(word.reversed().drop { $0.isNumber }.reversed())
    }
    var phones: [String] = []
    for word in words {
      switch word {
      case "AX", "AXR": phones.append(word == "AX" ? "AH" : "ER")
      case "IX": phones.append("IH")
      default:
        guard all.contains(word) else { return nil }
        phones.append(word)
      }
    }
    return phones.isEmpty ? nil : phones
  }
}
