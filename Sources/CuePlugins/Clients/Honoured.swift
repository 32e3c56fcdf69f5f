import CueABI
import CueModel

extension Shortfall {
  /// What HONOURED reports, in words.
  init(_ message: WorkerMessage) throws(Misbehaviour) {
    let fields = [
      "something", "speed", "pitch", "volume", "language", "voice", "tones", "direction", "context",
      "seed", "the form of the text", "events", "model", "phrase", "pronunciation",
    ]
    let number = Int(try message.u32(CUE_TAG_FIELD) ?? 0)
    let value = try message.f64(CUE_TAG_VALUE) ?? 0
    let text = printable(try message.text(CUE_TAG_TEXT))
    var field = fields.indices.contains(number) ? fields[number] : fields[0]
    if number == CUE_FIELD_PHRASE, let phrase = Int(exactly: value), phrase > 0 {
      field += " \(phrase)"
    }
    let outcome =
      switch try message.u32(CUE_TAG_OUTCOME) ?? 0 {
      case CUE_HONOURED_CLAMPED: "clamped to \((value * 1000).rounded() / 1000)"
      case CUE_HONOURED_REPLACED: "replaced by \(text)"
      case CUE_HONOURED_GUESSED: "guessed, \(text)"
      default: text.isEmpty ? "ignored" : "ignored: \(text)"
      }
    self.init(field: field, outcome: outcome)
  }
}
