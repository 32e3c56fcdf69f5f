import CueAssembly
import CueCasting
import CueModel
import CuePlugins
import CueStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Clips of flite's voices, whose word events are left out: what is found is compared with them.
@Suite(.startsProcesses, .needs(plugin: "pocketsphinx"))
struct `Times of the words of kept clips` {
  private static let lines = [
    "Is there still a train tonight, or did the last one leave without us?",
    "Nobody has seen Margaret since 1984.",
  ]

  private let stage: Stagehand
  private let store: ClipStore

  init() throws {
    stage = try Stagehand(adding: ["pocketsphinx"])
    store = ClipStore(stage.folder.path("clips"))
  }

  private func host(plugins: String? = nil) -> PluginHost {
    let product = Places.product("cue-worker")
    return PluginHost(
      UserEnvironment(
        variables: [
          "CUE_HOME": stage.folder.path("home"), "HOME": stage.folder.path,
          "CUE_PLUGIN_PATH": plugins ?? stage.plugins,
        ], programFolder: String(product[..<(product.lastIndex(of: "/") ?? product.endIndex)])))
  }

  /// The clip of a line without its marks, as it is kept, and where its words really begin.
  private func clip(_ number: Int) throws -> (clip: Clip, entry: ClipEntry, words: [SpeechMark]) {
    let choice = PluginChoice(reference: PluginReference("flite:slt"))
    let voice = NormalizedVoice(try host().setup(choice), voice: "slt")
    defer { voice.quit() }
    var request = SpeechRequest(text: Self.lines[number])
    request.wantsMarks = true
    var bytes: [UInt8] = []
    var words: [SpeechMark] = []
    var format = AudioFormat(sample: .int16, rateHertz: 16_000)
    _ = try voice.speak(request, cancellation: Cancellation()) { event in
      switch event {
      case .began(let began): format = began
      case .sound(let sound): bytes += sound.bytes
      case .mark(let mark): if mark.kind == .word { words.append(mark) }
      case .shortfall, .startedOver: break
      }
    }
    let clip = Clip(sound: AudioBuffer(format: format, bytes: bytes))
    let key = try #require(
      ClipKey(hexadecimal: String(repeating: "\(number)", count: 64)))
    return (clip, try store.put(clip, for: key), words)
  }

  private func words(
    _ times: ClipTimes, _ number: Int, language: String = "en"
  ) throws -> [SpeechMark] {
    let (clip, entry, _) = try clip(number)
    return try times.words(
      of: clip, entry, saying: Self.lines[number], language: language,
      cancellation: Cancellation())
  }

  @Test func `are those of the voice, whatever was heard before, and are noted`() throws {
    let times = ClipTimes(store, host()) { note in Issue.record("\(note)") }
    defer { times.quit() }
    let first = try words(times, 0)
    let real = try clip(0).words
    #expect(first.map(\.textRange.lowerBound) == real.map(\.textRange.lowerBound))
    // The measure on 214 lines allows 50 ms for 95 of 100 words.
    for (found, real) in zip(first, real) {
      #expect(abs(found.frame - real.frame) < 1600, "at byte \(real.textRange)")
      #expect(found.isEstimated)
    }
    let second = try words(times, 1)
    // Another store: nothing is noted there, and the recognizer has heard another clip before.
    let elsewhere = ClipStore(stage.folder.path("other"))
    let again = ClipTimes(elsewhere, host()) { _ in }
    defer { again.quit() }
    for (number, known) in [(1, second), (0, first), (1, second)] {
      let (clip, _, _) = try clip(number)
      let found = try again.words(
        of: clip, nil, saying: Self.lines[number], language: "en", cancellation: Cancellation())
      #expect(found == known)
    }
    // With the notes, nobody has to be asked.
    let nobody = ClipTimes(store, host(plugins: stage.folder.path("none"))) { note in
      Issue.record("\(note)")
    }
    #expect(try words(nobody, 0) == first)
  }

  @Test func `word times are estimated in other languages, which is reported once`() throws {
    let notes = Mutex<[String]>([])
    let times = ClipTimes(store, host()) { note in
      guard case .noRecognizer(let language) = note else { return }
      notes.withLock { $0.append(language) }
    }
    defer { times.quit() }
    for number in [0, 1, 0] {
      let found = try words(times, number, language: "et")
      #expect(!found.isEmpty)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.frame <= $1.frame })
    }
    #expect(notes.withLock { $0 } == ["et"])
  }
}
