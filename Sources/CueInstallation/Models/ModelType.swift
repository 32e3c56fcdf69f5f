/// The types of models that this program can describe.
package enum ModelType {
  private static let voices: Set = ["piper", "vits", "matcha", "kokoro", "kitten", "supertonic"]
  private static let recognizers: Set = [
    "transducer", "streaming-ctc", "streaming-paraformer", "whisper", "moonshine",
    "offline-transducer", "sense-voice", "paraformer", "ctc", "nemo-ctc", "faster-whisper",
  ]

  /// All that `--type` may name.
  package static let all = (voices.union(recognizers).union(["vad", "denoise"])).sorted()

  /// What a model of that type is for.
  static func kind(of type: String) -> ModelKind {
    if voices.contains(type) { return .voice }
    if recognizers.contains(type) { return .recognizer }
    return type == "vad" ? .activity : type == "denoise" ? .effect : .other
  }
}
