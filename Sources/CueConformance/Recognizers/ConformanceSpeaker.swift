import CueAudio
import CueModel
import CuePlugins

/// A voice that says what a recognizer should hear.
public struct ConformanceSpeaker: Sendable {
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

/// A line, as a voice has said it, at 16,000 Hz.
struct SpokenLine {
  static let rateHertz = 16_000

  var samples: [Float] = []
  /// The words that the voice reported: where each begins.
  var words: [(text: String, frame: Int)] = []
}

extension Bench {
  /// Lets the voice that the user has named for this say `text`.
  ///
  /// A failure of the voice is not the recognizer's fault: then the check is skipped.
  func spoken(_ text: String, rateHertz: Int = SpokenLine.rateHertz) throws -> SpokenLine {
    guard let speaker else {
      throw Verdict.skipped("no voice was named that speaks to it: --voice PLUGIN[:VOICE]")
    }
    let format = AudioFormat(sample: .float32, rateHertz: rateHertz)
    let clip: Clip?
    do {
      let voice = VoiceClient(speaker.setup, voice: speaker.voice)
      defer { voice.quit() }
      var request = SpeechRequest(text: text)
      request.wantsMarks = true
      clip = try voice.collect(request, cancellation: Cancellation())?.clip
    } catch let failure as PluginFailure {
      throw Verdict.skipped(.speakerFailed(failure))
    }
    guard let clip, clip.sound.frameCount > 0 else {
      throw Verdict.skipped(.told("the voice that should speak to it said nothing"))
    }
    var conformer = Conformer(to: format)
    conformer.begin(clip.sound.format)
    var line = SpokenLine()
    line.samples = conformer.process(clip.sound).floats + conformer.finish().floats
    line.words = clip.marks.filter { $0.kind == .word }.map { mark in
      (
        String(decoding: Array(text.utf8)[mark.textRange], as: UTF8.self),
        mark.frame * format.rateHertz / clip.sound.format.rateHertz
      )
    }
    return line
  }
}
