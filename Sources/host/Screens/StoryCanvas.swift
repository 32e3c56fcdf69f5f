import CueAssembly
import CueAudio
import CueModel
import CuePlugins
import CueStore
import CueStory
import CueTerminal
import Glibc
import Synchronization

/// `host story open`: the canvas of a story, on a screen or in lines of words.
struct StoryCanvas {
  let command: StoryCommand
  let shelf: StoryShelf
  let view: StoryView
  private var studio: Studio { command.studio }

  func open(_ wish: LiveWish, isPlain: Bool, _ cancellation: Cancellation) throws {
    let live = StoryLive(command: command, shelf: shelf, view: view)
    let output = live.output
    let engines = StoryEngines(studio.plugins)
    defer { engines.quit() }
    let file = try studio.soundFile(wish.microphoneSource, wish.microphone)
    let microphones = LateMicrophone(wish.microphone, file, studio)
    defer { microphones.quit() }
    var parts = CanvasPlayer.Equipment(
      shelf: shelf,
      device: DeviceClient(try studio.setup(output), device: output.reference.part),
      effects: { engines.effects }, microphone: { try microphones.opened() })
    parts.recording.label = wish.label
    if view.story.isActive, isatty(STDIN_FILENO) == 1 {
      let seconds = live.latencySeconds(wish, microphones.choice, file)
      parts.recording.latencyFrames = Int((seconds * Double(view.story.rateHertz)).rounded())
    }
    let words = studio.words
    let screen = StoryScreen(view, shelf, CanvasPlayer(parts), words) { error in
      UserError(explaining: error, words)?.sentence ?? "\(error)"
    }
    let isScreen = !isPlain && isatty(STDOUT_FILENO) == 1 && studio.environment.hasMovingCursor
    guard isScreen, let terminal = Terminal(.screenAndMouse) else {
      return try lines(screen, cancellation)
    }
    // Messages of other parts would be drawn over the canvas.
    let aside = TalkAside()
    Console.redirect { aside.take($0) }
    screen.run(
      on: terminal, isColoured: studio.environment.variable("NO_COLOR") == nil, cancellation)
    terminal.close()
    Console.redirect(nil)
    for text in aside.texts { Console.talk(text) }
  }

  private func lines(_ screen: StoryScreen, _ cancellation: Cancellation) throws(UserError) {
    let terminal = Terminal(.keys)
    defer { terminal?.close() }
    try screen.tell(on: terminal, cancellation)
  }
}

/// Messages while a screen is shown.
private final class TalkAside: Sendable {
  private let said = Mutex<[String]>([])
  func take(_ text: String) { said.withLock { $0.append(text) } }
  var texts: [String] { said.withLock { $0 } }
}

/// A microphone that is opened for the first recorded take, so that no microphone is needed only to listen.
private final class LateMicrophone {
  let choice: PluginChoice
  private let file: SoundFileMicrophone?
  private let studio: Studio
  private var client: MicrophoneClient?

  init(_ wanted: PluginChoice?, _ file: SoundFileMicrophone?, _ studio: Studio) {
    choice = wanted ?? studio.plugins.microphoneByDefault
    self.file = file
    self.studio = studio
  }

  func opened() throws(UserError) -> any Microphone {
    if let file { return StoryLive.live(file) }
    if let client { return client }
    do throws(PluginSetupError) {
      let found = try studio.plugins.microphone(choice)
      client = found
      return found
    } catch { throw UserError(error, studio.words) }
  }

  func quit() { client?.quit() }
}
