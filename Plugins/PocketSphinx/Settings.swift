import CueABI
import CuePluginKit

/// What a user may set.
struct Settings: Equatable {
  var model = ModelFolder.standard
  var dictionary = ""
  var lexicon: [String: String] = [:]
  var wantsSecondOpinion = false
  var wantsWitness = false
  var outsideCost = 30.0
  var skipCost = 60.0
  var holdMilliseconds = 900

  private enum ID: UInt32 {
    case model = 1
    case dictionary, lexicon, secondOpinion, outsideCost, skipCost, hold, witness
  }

  static var parameters: [Parameter] {
    let usual = Settings()
    return [
      Parameter(
        id: ID.model.rawValue, name: "model", kind: .text(initial: usual.model),
        summary: "The folder of the model: phones, dictionary, language model.", needsRestart: true),
      Parameter(
        id: ID.dictionary.rawValue, name: "dictionary", kind: .text(initial: ""),
        summary: "Another pronouncing dictionary than the model's own, a file.",
        needsRestart: true),
      Parameter(
        id: ID.lexicon.rawValue, name: "lexicon", kind: .text(initial: ""),
        summary: "How words are spoken, in IPA or the model's phones: word=IPA; word=IPA."),
      Parameter(
        id: ID.secondOpinion.rawValue, name: "second-opinion", kind: .toggle(initial: false),
        summary: "Decode a second time, with a small language model, to report words that were said"
          + " in place of the line's; takes twice the time."),
      Parameter(
        id: ID.outsideCost.rawValue, name: "outside-cost",
        kind: .number(5...60, initial: usual.outsideCost), unit: "nats",
        summary: "How unlikely sound outside the expected words is, for each of its phones.",
        needsRestart: true),
      Parameter(
        id: ID.skipCost.rawValue, name: "skip-cost",
        kind: .number(5...140, initial: usual.skipCost), unit: "nats",
        summary: "How unlikely it is that a word of the expected line is left out."),
      Parameter(
        id: ID.hold.rawValue, name: "hold",
        kind: .integer(100...10_000, initial: usual.holdMilliseconds), unit: "ms",
        summary: "How long a word of a partial result must stay the same to count as stable."),
      Parameter(
        id: ID.witness.rawValue, name: "witness", kind: .toggle(initial: false),
        summary: "Let a decoder for anything hear the expected line, too, to notice words that were"
          + " changed or added; takes eight times as long."),
    ]
  }

  mutating func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    guard let id = ID(rawValue: id) else { return }
    switch (id, value) {
    case (.model, .text(let text)): model = text.isEmpty ? ModelFolder.standard : text
    case (.dictionary, .text(let text)): dictionary = text
    case (.lexicon, .text(let text)):
      switch Pronunciations.parseLexicon(text) {
      case .success(let entries): lexicon = entries
      case .failure(let bad):
        throw PluginFailure(
          CUE_E_INVALID,
          "The lexicon entry “\(bad.entry)” says no pronunciation: write word=IPA, or word=phones of"
            + " the model as in “stage=S T EY JH”, with ; between entries.")
      }
    case (.secondOpinion, .number(let number)): wantsSecondOpinion = number != 0
    case (.witness, .number(let number)): wantsWitness = number != 0
    case (.outsideCost, .number(let number)): outsideCost = number
    case (.skipCost, .number(let number)): skipCost = number
    case (.hold, .number(let number)): holdMilliseconds = Int(number)
    default: break
    }
  }
}
