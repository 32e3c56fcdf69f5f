import CueCasting
import CueGeneration
import CueModel
import CuePlugins
import TestSupport
import Testing

/// With another key, a clip that a user has recorded is made again, and may be paid again.
@Suite(.startsProcesses) struct `The key of a clip` {
  struct Said: CustomTestStringConvertible, Sendable {
    let voice: String
    let request: SpeechRequest
    let key: String
    var testDescription: String { "\(voice): \(request.text)" }
  }

  private static func request(
    _ text: String, _ change: (inout SpeechRequest) -> Void = { _ in }
  ) -> SpeechRequest {
    var request = SpeechRequest(text: text)
    change(&request)
    return request
  }

  static let said = [
    Said(
      voice: "flite:slt", request: request("Plain words."),
      key: "a5990f3b94a9396b6344216b0235f9c451ac8189c737a52e5b516f685bc32bf8"),
    Said(
      voice: "flite:slt", request: request("Louis XIV paid $3.50 at 9:30.") { $0.language = "en" },
      key: "67409465ab9643787a2d34772e91edabde259a324c9cb5771e9ffb3df90f80d7"),
    Said(
      voice: "flite:slt",
      request: request("<speak>5 &amp; 6 <mark name=\"a\"/>more</speak>") { $0.form = .ssml },
      key: "b2a00cada8d342701fa99b53ec6dfa18a6ea9929d5acac58aef77e0c6b8cbcaf"),
    Said(
      voice: "espeak:gmw/en", request: request("<speak>5 &amp; 6</speak>") { $0.form = .ssml },
      key: "6aa3c424dc7b5539ba1b06171f5cd7d3693ca4c8c5fb5fcda84dedc1c3b2ac9e"),
    Said(
      voice: "espeak:zle/ru", request: request("Добрый вечер, 5."),
      key: "2c78779f4093655472aaeec49ad5eda2c75951b3bf78b60be7d5e8629c00b331"),
    Said(
      voice: "espeak",
      request: request("Aoife has 2 cats. And 3 dogs!") {
        $0.lexicon = ["aoife": "iːfə"]
        $0.speed = 1.5
        $0.previousText = "Before."
        $0.direction = "softly"
      }, key: "4d527c936cea4478fa5fbc24bfdf7e8e9786045376953a4f8ca9870c4737b02a"),
    Said(
      voice: "mock:low",
      request: request("No. 7 is here.") {
        $0.tones = [.init(label: "sad", weight: 0.5)]
        $0.nextText = "After."
        $0.wantsMarks = true
      }, key: "31eadf6eb037fd4a07c8d8330466a2f563e670800b5c3a89c85262a470afe3f0"),
    Said(
      voice: "profile:anna", request: request("Room 5 & 6."),
      key: "f7fc4960dc2179111eef5e22a63ae8ddf435f6f5f565bf450123ec28f67a798d"),
  ]

  private let stage: Stagehand

  init() throws {
    stage = try Stagehand()
    let run = try stage.host(["profiles", "set", "anna", "voice=flite:slt"])
    try #require(run.status == 0, "\(run.talk)")
  }

  private func host() -> PluginHost {
    let product = Places.product("cue-worker")
    return PluginHost(
      UserEnvironment(
        variables: [
          "CUE_HOME": stage.folder.path("home"), "HOME": stage.folder.path,
          "CUE_PLUGIN_PATH": stage.plugins,
        ], programFolder: String(product[..<(product.lastIndex(of: "/") ?? product.endIndex)])))
  }

  @Test(arguments: said) func `is the same in every version`(said: Said) throws {
    let choice = PluginChoice(reference: PluginReference(said.voice))
    let engine = try #require(try PluginVoices(host()).chain([choice]).first)
    defer { engine.quit() }
    // The engine's own fingerprint changes with its version.
    let identity = SoundIdentity(
      plugin: choice.reference.plugin, fingerprint: "engine", parameters: [], isReproducible: true)
    let sent = try ClipRequest(said.request).asSent(to: engine)
    #expect(sent.key(identity).hexadecimal == said.key)
    // What was sent once is sent the same way again.
    #expect(try sent.asSent(to: engine) == sent)
  }
}
