import CueSystem

/// What an agent can do: a command of this program with chosen options.
///
/// None deletes anything.
struct MCPTool: Sendable {
  /// A value that a tool takes.
  struct Input: Sendable {
    let name: String
    /// A type of JSON Schema.
    let type: String
    let meaning: String
    var isRequired = false
    /// The words that it becomes; `{}` stands for the value.
    let words: [String]
  }

  let name: String
  let title: String
  let meaning: String
  let command: [String]
  let inputs: [Input]
  /// Whether it only reads.
  let isReading: Bool

  static let all = [
    MCPTool(
      name: "speak", title: "Speak",
      meaning: "Says a text with a voice: aloud, or into a sound file.",
      command: ["speak", "--json"],
      inputs: [
        Input(
          name: "voice", type: "string", meaning: "PLUGIN:VOICE, as list_voices names it",
          words: ["--voice", "{}"]),
        Input(
          name: "output", type: "string",
          meaning: "a file to write: .wav, .flac, .mp3 or .opus; without it, the text is heard",
          words: ["--output", "{}"]),
        Input(
          name: "language", type: "string", meaning: "a language tag, as in en-GB",
          words: ["--language", "{}"]),
        Input(
          name: "speed", type: "number", meaning: "0.1 to 10; 1 is the voice's own speed",
          words: ["--rate", "{}"]),
        Input(
          name: "text", type: "string", meaning: "what is said", isRequired: true,
          words: ["--", "{}"]),
      ], isReading: false),
    MCPTool(
      name: "list_voices", title: "List voices", meaning: "The voices of this machine.",
      command: ["voices", "--json"],
      inputs: [
        Input(
          name: "language", type: "string", meaning: "only voices of this language",
          words: ["--language", "{}"])
      ], isReading: true),
    MCPTool(
      name: "listen", title: "Listen", meaning: "The words that are spoken in a sound file.",
      command: ["listen", "--json"],
      inputs: [
        Input(
          name: "language", type: "string", meaning: "a language tag", words: ["--language", "{}"]),
        Input(
          name: "recognizer", type: "string", meaning: "the id of a recognizer",
          words: ["--recognizer", "{}"]),
        Input(
          name: "expect", type: "string",
          meaning: "the line that should be heard; the answer says which words differ",
          words: ["--expect", "line:{}"]),
        Input(
          name: "file", type: "string", meaning: "a sound file", isRequired: true,
          words: ["--", "{}"]),
      ], isReading: true),
    MCPTool(
      name: "script_info", title: "Script",
      meaning:
        "What a screenplay or play has: title, scenes, characters with their lines, and what may be read wrongly.",
      command: ["script", "info", "--json"],
      inputs: [
        Input(
          name: "script", type: "string",
          meaning: "a file: Fountain, Final Draft, PDF, Word, plain text", isRequired: true,
          words: ["--", "{}"])
      ], isReading: true),
    MCPTool(
      name: "cast", title: "Cast",
      meaning: "Proposes a voice for each character of a script, and says why.",
      command: ["cast", "--json"],
      inputs: [
        Input(
          name: "script", type: "string", meaning: "the file of the script", isRequired: true,
          words: ["--", "{}"])
      ], isReading: true),
    MCPTool(
      name: "generate", title: "Record a script",
      meaning:
        "Records a whole script with a cast of voices into a sound file. It may take minutes.",
      command: ["generate", "--json"],
      inputs: [
        Input(
          name: "output", type: "string", meaning: "the file to write: .wav, .flac, .mp3, .m4b",
          isRequired: true, words: ["--output", "{}"]),
        Input(
          name: "script", type: "string", meaning: "the file of the script", isRequired: true,
          words: ["--", "{}"]),
      ], isReading: false),
    MCPTool(
      name: "list_speeches", title: "Speeches",
      meaning: "The speeches that the user practises, with when they were practised last.",
      command: ["speech", "list", "--json"], inputs: [], isReading: true),
  ]

  /// The words of the command for the values that an agent gives.
  ///
  /// - Throws: a sentence that says what is wrong with them
  func words(for values: LinedJSON.Value?) throws(ServerError) -> [String] {
    var given: [(name: String, line: Int, value: LinedJSON)] = []
    if case .object(let members)? = values { given = members }
    for member in given where !inputs.contains(where: { $0.name == member.name }) {
      let known = inputs.map(\.name).joined(separator: ", ")
      throw ServerError(
        400, "unknown",
        "\(name) has no “\(member.name.prefix(40))”; it has \(known.isEmpty ? "none" : known).")
    }
    var words = command
    for input in inputs {
      guard let value = given.first(where: { $0.name == input.name })?.value.value else {
        if input.isRequired { throw ServerError(400, "missing", "\(name) needs “\(input.name)”.") }
        continue
      }
      let text: String
      switch (value, input.type) {
      case (.string(let string), "string"): text = string
      case (.number(let number), "number"): text = String(number)
      case (.null, _) where !input.isRequired: continue
      default: throw ServerError(400, "type", "“\(input.name)” is a \(input.type).")
      }
      words += input.words.map { $0.replacing("{}", with: text) }
    }
    return words
  }

  /// As an agent reads it.
  var json: JSONObject {
    var schema = JSONObject([("type", .string("object"))])
    schema["properties"] = .object(
      JSONObject(
        inputs.map { input in
          (
            input.name,
            .object(
              JSONObject([("type", .string(input.type)), ("description", .string(input.meaning))]))
          )
        }))
    schema["required"] = JSON.strings(inputs.filter(\.isRequired).map(\.name))
    schema["additionalProperties"] = .bool(false)
    let result = JSONObject([
      ("type", .string("object")),
      (
        "properties",
        .object(
          JSONObject([
            (
              "results",
              .object(
                JSONObject([
                  ("type", .string("array")),
                  ("items", .object(JSONObject([("type", .string("object"))]))),
                ]))
            )
          ]))
      ),
    ])
    return JSONObject([
      ("name", .string(name)), ("title", .string(title)), ("description", .string(meaning)),
      ("inputSchema", .object(schema)), ("outputSchema", .object(result)),
      (
        "annotations",
        .object(
          JSONObject([
            ("readOnlyHint", .bool(isReading)), ("destructiveHint", .bool(false)),
            ("openWorldHint", .bool(false)),
          ]))
      ),
    ])
  }
}
