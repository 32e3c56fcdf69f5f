import CueModel
import CueSystem
import Glibc

/// `POST /v1/audio/transcriptions`, as clients of the OpenAI API send it.
struct TranscriptionOrder: Equatable {
  /// How the text is wanted.
  enum Form: String, CaseIterable {
    case json, text, srt, vtt
    case verbose = "verbose_json"
  }

  var language: String
  var form: Form
  var hasWords: Bool
  var isEvents: Bool

  init(_ form: FormReader) throws(ServerError) {
    guard form.file != nil else {
      throw ServerError(400, "no_file", "The form has no “file”.", member: "file")
    }
    language = form["language"] ?? ""
    let wanted = form["response_format"] ?? "json"
    guard let known = Form(rawValue: wanted) else {
      let all = Form.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServerError(
        400, "unsupported_format",
        "There is no format “\(wanted.prefix(20))” here; there are \(all).",
        member: "response_format")
    }
    self.form = known
    hasWords = known == .verbose && form.list("timestamp_granularities").contains("word")
    isEvents = form["stream"] == "true"
  }
}

/// What was heard in a recording, for its client.
struct Transcript {
  let heard: Heard
  let rateHertz: Int
  let seconds: Double
  let language: String

  func seconds(_ frame: Int) -> Double { Double(frame) / Double(rateHertz) }

  /// The words in rows of a subtitle: a pause of 0.7 s or ten words end one.
  var rows: [(start: Double, end: Double, text: String)] {
    let words = heard.words.filter { !$0.isFiller && !$0.isOutside }
    guard !words.isEmpty else {
      return heard.text.isEmpty ? [] : [(0, seconds, heard.text)]
    }
    var rows: [[Heard.Word]] = []
    for word in words {
      if let last = rows.last?.last, rows[rows.count - 1].count < 10,
        seconds(word.frames.lowerBound) - seconds(last.frames.upperBound) < 0.7
      {
        rows[rows.count - 1].append(word)
      } else {
        rows.append([word])
      }
    }
    return rows.map { row in
      (
        seconds(row[0].frames.lowerBound), seconds(row[row.count - 1].frames.upperBound),
        row.map(\.text).joined(separator: " ")
      )
    }
  }

  func answer(_ order: TranscriptionOrder) -> ServerAnswer {
    switch order.form {
    case .text: return ServerAnswer(text: heard.text + "\n")
    case .json: return ServerAnswer(json: JSONObject([("text", .string(heard.text))]))
    case .srt:
      let text = rows.enumerated().map { index, row in
        "\(index + 1)\n\(Self.time(row.start, ",")) --> \(Self.time(row.end, ","))\n\(row.text)\n"
      }
      return ServerAnswer(text: text.joined(separator: "\n"))
    case .vtt:
      let text = rows.map {
        "\(Self.time($0.start, ".")) --> \(Self.time($0.end, "."))\n\($0.text)\n"
      }
      return ServerAnswer(
        text: "WEBVTT\n\n" + text.joined(separator: "\n"), type: "text/vtt; charset=utf-8")
    case .verbose: return ServerAnswer(json: verbose(order))
    }
  }

  private func verbose(_ order: TranscriptionOrder) -> JSONObject {
    var json = JSONObject([
      ("task", .string("transcribe")), ("language", .string(language)),
      ("duration", .number(seconds)), ("text", .string(heard.text)),
    ])
    let confidence = heard.confidence ?? 1
    // Clients read all members; those that only one engine has get the value that says least.
    json["segments"] = JSON.objects(
      rows.enumerated().map { index, row in
        JSONObject([
          ("id", .integer(index)), ("seek", .integer(0)), ("start", .number(row.start)),
          ("end", .number(row.end)), ("text", .string(row.text)), ("tokens", .array([])),
          ("temperature", .number(0)), ("avg_logprob", .number(log(max(confidence, 1e-4)))),
          ("compression_ratio", .number(1)), ("no_speech_prob", .number(0)),
        ])
      })
    if order.hasWords {
      json["words"] = JSON.objects(
        heard.words.filter { !$0.isFiller && !$0.isOutside }.map { word in
          JSONObject([
            ("word", .string(word.text)), ("start", .number(seconds(word.frames.lowerBound))),
            ("end", .number(seconds(word.frames.upperBound))),
          ])
        })
    }
    return json
  }

  private static func time(_ seconds: Double, _ point: String) -> String {
    Decimal.time(milliseconds: Int((seconds * 1000).rounded()), point: point)
  }
}
