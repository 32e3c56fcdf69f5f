import CueABI
import CuePluginKit
import ServicePlugin

/// A pronunciation dictionary that the service keeps.
struct PronunciationDictionary: Equatable, Sendable {
  var id: String
  /// Empty for the newest.
  var version = ""

  /// A request takes no more of them.
  static let most = 3

  /// How a request names it.
  var json: Json {
    .object(
      [.init(name: "pronunciation_dictionary_id", value: .text(id))]
        + (version.isEmpty ? [] : [.init(name: "version_id", value: .text(version))]))
  }

  /// The dictionaries of `ID[:VERSION][,…]`, as a user sets them.
  static func list(_ text: String) -> [PronunciationDictionary] {
    text.split(separator: ",").map { entry in
      let parts = entry.split(separator: ":", maxSplits: 1).map { trimmed(String($0)) }
      return PronunciationDictionary(
        id: parts.first ?? "", version: parts.count > 1 ? parts[1] : "")
    }.filter { !$0.id.isEmpty }
  }
}

/// The dictionaries of lexicons: one for each lexicon, made at the service once and found there by its name.
struct PronunciationDictionaries {
  private static let target = "/v1/pronunciation-dictionaries"
  /// The most pages of a list that are read, of 100 dictionaries each.
  private static let mostPages = 50

  private var known: [String: PronunciationDictionary] = [:]

  /// Forgets the dictionaries of an account.
  mutating func forget() { known = [:] }

  /// The dictionary of `lexicon`; nil if the work was cancelled.
  mutating func dictionary(
    of lexicon: [String: String], _ courier: Courier
  ) throws(PluginFailure) -> PronunciationDictionary? {
    let name = Self.name(of: lexicon)
    if let dictionary = known[name] { return dictionary }
    guard let found = try Self.found(name, courier) else { return nil }
    var dictionary = found.first
    if dictionary == nil { dictionary = try Self.made(lexicon, name, courier) }
    known[name] = dictionary
    return dictionary
  }

  /// A name made from the words and their pronunciations, so that a changed lexicon gets another dictionary.
  static func name(of lexicon: [String: String]) -> String {
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for (word, spoken) in lexicon.sorted(by: { $0.key < $1.key }) {
      for byte in (word + "\u{0}" + spoken + "\u{0}").utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return "Cue " + String(hash, radix: 16)
  }

  /// The dictionary with that name at the service, or none; nil if the work was cancelled.
  private static func found(
    _ name: String, _ courier: Courier
  ) throws(PluginFailure) -> [PronunciationDictionary]? {
    var cursor = ""
    for _ in 0..<mostPages {
      let reader = PageReader(from: courier.service.name)
      let place = cursor.isEmpty ? "" : "&cursor=\(percentEncoded(cursor))"
      guard try courier.fetch("\(target)/?page_size=100\(place)", into: reader) != nil else {
        return nil
      }
      let page = reader.json
      for item in page?["pronunciation_dictionaries"]?.list ?? []
      where item["name"]?.text == name {
        guard let id = item["id"]?.text, !id.isEmpty else { continue }
        return [
          PronunciationDictionary(id: id, version: item["latest_version_id"]?.text ?? "")
        ]
      }
      guard page?["has_more"]?.bool == true, let next = page?["next_cursor"]?.text, !next.isEmpty,
        next != cursor
      else { return [] }
      cursor = next
    }
    return []
  }

  private static func made(
    _ lexicon: [String: String], _ name: String, _ courier: Courier
  ) throws(PluginFailure) -> PronunciationDictionary? {
    let rules = lexicon.sorted { $0.key < $1.key }.flatMap { word, spoken in
      forms(of: word).map { rule($0, spoken) }
    }
    let body = Json.object([
      .init(name: "name", value: .text(name)), .init(name: "rules", value: .list(rules)),
    ])
    let reader = PageReader(from: courier.service.name)
    guard
      try courier.fetch("\(target)/add-from-rules", body: body.written, into: reader) != nil
    else { return nil }
    guard let id = reader.json?["id"]?.text, !id.isEmpty else {
      throw PluginFailure(
        CUE_E_SERVICE, "ElevenLabs answered without a pronunciation dictionary.", detail: 200)
    }
    return PronunciationDictionary(id: id, version: reader.json?["version_id"]?.text ?? "")
  }

  private static func rule(_ word: String, _ spoken: String) -> Json {
    .object([
      .init(name: "string_to_replace", value: .text(word)),
      .init(name: "type", value: .text("phoneme")),
      .init(name: "phoneme", value: .text(spoken)),
      .init(name: "alphabet", value: .text("ipa")),
    ])
  }

  /// The word in small letters, with a capital first letter, and in capitals, because the service distinguishes them.
  private static func forms(of word: String) -> [String] {
    var forms: [String] = []
    for form in [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
    where !forms.contains(form) {
      forms.append(form)
    }
    return forms
  }
}
