import CueAudio
import CueModel
import CuePlugins

/// A voice that says what a recognizer is to hear.
public struct Speaker: Sendable {
  /// The plugin.
  public var setup: PluginSetup
  /// Which of its voices; empty for its default.
  public var voice: String

  /// The voice `voice` of the plugin in `setup`.
  public init(_ setup: PluginSetup, voice: String) {
    self.setup = setup
    self.voice = voice
  }
}

/// A line as a voice has said it, at 16,000 Hz.
struct SpokenLine {
  static let rateHertz = 16_000

  var samples: [Float] = []
  /// The words that the voice told of: where each begins.
  var words: [(text: String, frame: Int)] = []
}

extension Bench {
  /// Has the voice say `text` that the user has named for this.
  ///
  /// What goes wrong with it is not the recognizer's fault: the check is skipped then.
  func spoken(_ text: String) throws -> SpokenLine {
    guard let speaker else {
      throw Verdict.skipped("no voice was named to speak to it: --voice PLUGIN[:VOICE]")
    }
    let format = AudioFormat(sample: .float32, rateHertz: SpokenLine.rateHertz)
    var line = SpokenLine()
    var conformer = Conformer(to: format)
    var marks: [SpeechMark] = []
    var rateHertz = format.rateHertz
    do {
      let voice = VoiceClient(speaker.setup, voice: speaker.voice)
      defer { voice.quit() }
      var request = SpeechRequest(text: text)
      request.wantsMarks = true
      _ = try voice.speak(request, cancellation: Cancellation()) { event in
        switch event {
        case .began(let own):
          rateHertz = own.rateHertz
          conformer.begin(own)
        case .sound(let sound): line.samples += conformer.process(sound).floats
        case .mark(let mark) where mark.kind == .word: marks.append(mark)
        case .mark, .shortfall, .startedOver: break
        }
      }
    } catch let failure as PluginFailure {
      throw Verdict.skipped(.speakerFailed(failure))
    }
    line.samples += conformer.finish().floats
    try skip(line.samples.isEmpty, "the voice that was to speak to it said nothing")
    line.words = marks.map { mark in
      (
        String(decoding: Array(text.utf8)[mark.textRange], as: UTF8.self),
        mark.frame * format.rateHertz / rateHertz
      )
    }
    return line
  }
}
