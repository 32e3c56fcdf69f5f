import CueABI
import CuePluginKit

#if canImport(Glibc)
  import Glibc
#endif

/// A folder with a model of PocketSphinx: how phones sound, how words are spoken, how words follow each other.
struct ModelFolder: Equatable {
  /// Where Debian puts the model of American English.
  static let standard = "/usr/share/pocketsphinx/model/en-us"
  /// What a folder with an acoustic model holds; a mixture goes by one of two names.
  private static let parts = ["mdef", "means", "variances", "transition_matrices", "feat.params"]

  /// The folder with the acoustic model.
  let acoustic: String
  /// The pronouncing dictionary.
  let dictionary: String
  /// The language model, where there is one.
  let language: String?

  /// Finds the files of the model in `folder`; `dictionary` names another than the folder's own, where it is not empty.
  init(_ folder: String, dictionary other: String = "") throws(PluginFailure) {
    let entries = try ModelFolder.entries(folder)
    let candidates = [folder] + entries.map { "\(folder)/\($0)" }
    guard let acoustic = candidates.first(where: { size("\($0)/mdef") != nil }) else {
      throw PluginFailure(
        CUE_E_MODEL,
        "There is no acoustic model in \(folder): neither it nor a folder in it holds “mdef”."
          + " Debian's package pocketsphinx-en-us has one.")
    }
    for part in ModelFolder.parts where size("\(acoustic)/\(part)") ?? 0 == 0 {
      throw ModelFolder.damaged(acoustic, "“\(part)” is missing or empty")
    }
    guard size("\(acoustic)/sendump") ?? size("\(acoustic)/mixture_weights") ?? 0 > 0 else {
      throw ModelFolder.damaged(acoustic, "“sendump” is missing or empty")
    }
    // The library does not look whether this is what it should be.
    guard
      ModelDefinition.isWhole(
        contents("\(acoustic)/mdef", most: 1 << 16) ?? [], size: size("\(acoustic)/mdef") ?? 0)
    else { throw ModelFolder.damaged(acoustic, "“mdef” is not whole, or no model definition") }
    self.acoustic = acoustic
    if other.isEmpty {
      guard let name = entries.first(where: { $0.hasSuffix(".dict") || $0.hasSuffix(".dic") })
      else {
        throw PluginFailure(
          CUE_E_MODEL,
          "The model in \(folder) has no dictionary (*.dict). Name one with --set dictionary=FILE.")
      }
      dictionary = "\(folder)/\(name)"
    } else {
      dictionary = other
    }
    language = entries.first {
      ($0.hasSuffix(".lm.bin") || $0.hasSuffix(".lm")) && !$0.contains("phone")
    }.map { "\(folder)/\($0)" }
  }

  /// What is said of a model that does not load.
  static func damaged(_ folder: String, _ reason: String) -> PluginFailure {
    PluginFailure(
      CUE_E_MODEL,
      "The model in \(folder) is damaged: \(reason). Install it again, or name another with"
        + " --set model=FOLDER.")
  }

  private static func entries(_ folder: String) throws(PluginFailure) -> [String] {
    guard let listing = unsafe opendir(folder) else {
      throw PluginFailure(
        CUE_E_MODEL,
        "The model folder \(folder) cannot be read (\(unsafe String(cString: strerror(errno))))."
          + " Install pocketsphinx-en-us, or name another with --set model=FOLDER.", detail: errno)
    }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of the dictionary.
  func readDictionary() throws(PluginFailure) -> DictionaryFile {
    guard let bytes = contents(dictionary) else {
      throw PluginFailure(
        CUE_E_MODEL,
        "The dictionary \(dictionary) cannot be read (\(unsafe String(cString: strerror(errno)))).",
        detail: errno)
    }
    let file = DictionaryFile(bytes)
    guard let word = file.someWord, !file.pronunciations(of: word).isEmpty,
      file.pronunciations(of: word).allSatisfy({ Phones.parse($0) != nil })
    else {
      throw PluginFailure(
        CUE_E_MODEL,
        "\(dictionary) is no dictionary for this model: its lines should be a word and its phones,"
          + " as in “stage S T EY JH”.")
    }
    return file
  }
}

/// How many bytes a file has; nil if there is none.
private func size(_ path: String) -> Int? {
  var status = stat()
  guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  return Int(status.st_size)
}

/// The bytes of a file, or its first.
private func contents(_ path: String, most: Int = .max) -> [UInt8]? {
  guard let all = size(path), let file = unsafe fopen(path, "rb") else { return nil }
  defer { unsafe fclose(file) }
  let size = min(all, most)
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = unsafe fread(buffer.baseAddress, 1, size, file)
  }
  return bytes.count == size ? bytes : nil
}
