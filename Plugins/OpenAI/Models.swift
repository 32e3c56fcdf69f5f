/// What is known of models by their names, without asking.
enum Models {
  /// The longest text of a request, in bytes.
  ///
  /// OpenAI allows 4,096 characters, which are never more than bytes. Servers elsewhere allow more, and lose nothing by
  /// being asked sentence by sentence.
  static let maximumTextBytes: UInt32 = 4096

  /// Whether it takes instructions, as OpenAI's models do that are named after GPT; tts-1 and tts-1-hd do not.
  static func takesInstructions(_ model: String) -> Bool { model.lowercased().hasPrefix("gpt-") }

  /// How a recognizing model answers.
  enum Answer: Equatable {
    /// With times of words.
    case verbose
    /// With text alone, and how sure the model is of its pieces where `hasLogarithms`.
    case plain(hasLogarithms: Bool)
  }

  /// How the model of that name answers, as far as names tell: those that are called "transcribe" know plain answers only.
  static func answer(of model: String) -> Answer {
    let name = model.lowercased()
    guard name.contains("transcribe") else { return .verbose }
    return .plain(hasLogarithms: name.hasPrefix("gpt-4o") && !isDiarizing(name))
  }

  /// Whether it tells speakers apart: then it takes no prompt, and wants to part longer sound itself.
  static func isDiarizing(_ model: String) -> Bool { model.lowercased().contains("diarize") }
}
