import CueAssembly
import CueCasting
import CueModel
import CueOutput
import CuePlugins
import CueRehearsal
import CueScreenplay

/// A rehearsal without a screen: voices play the partners, the actor's side is commands or a script.
///
/// ```swift
/// let rehearsal = try Rehearsal(script: "scene.fountain", as: ["ANNA"])
/// for try await report in rehearsal.run() {
///   if case .shown(let line, _, isOwn: true) = report {
///     print("Your line: \(line.text)")
///     rehearsal.send(.advance)
///   }
/// }
/// ```
///
/// The session runs on a thread of its own and keeps time by the sound it puts out. Cancelling the task ends it as
/// `ActorCommand.stop` does.
///
/// If the sound device goes away, a report `outputLost` says so. The rehearsal tries the line again at once, then every
/// 3 seconds, and whenever it is sent `resume` or `advance`; `outputBack` says that it is heard again. A scripted rehearsal
/// gives up after a minute. A device that cannot be opened for the first line is a ``CueError/output(_:)``.
public final class Rehearsal: Sendable {
  /// The actor's side.
  public enum Actor: Sendable {
    /// What the program sends while it runs; see ``Rehearsal/send(_:)``.
    case commands
    /// A script of what an actor would do; it takes no time beyond the sound.
    case scripted(ActorScript)
  }

  private let host: PluginHost
  private let file: ScreenplayFile
  private let roles: [String]
  private let cast: CastChoice
  private let destination: SoundDestination
  private let actor: Actor
  private let settings: RehearsalSettings
  private let running = RunningSession<ActorCommandQueue>()

  /// Reads a script for a rehearsal.
  ///
  /// - Parameters:
  ///   - path: a script in Fountain, Final Draft or plain text
  ///   - layout: how a plain text shows who speaks; nil to detect it from the text
  ///   - roles: the actor's characters, in any case
  ///   - cast: the voices of the other characters
  ///   - destination: where the sound goes
  ///   - actor: the actor's side
  ///   - firstLine: the spoken line to begin with, counted from 1
  ///   - plugins: where voices are found
  /// - Throws: ``CueError/unreadable(path:_:)`` or ``CueError/script(_:)``
  public init(
    script path: String, layout: ScriptLayout? = nil, as roles: [String],
    cast: CastChoice = CastChoice(),
    to destination: SoundDestination = .device(), actor: Actor = .commands, from firstLine: Int = 1,
    plugins: Plugins = Plugins()
  ) throws(CueError) {
    file = try ScreenplayFile(reading: path, layout)
    host = plugins.host
    self.roles = roles
    self.cast = cast
    self.destination = destination
    self.actor = actor
    var settings = RehearsalSettings()
    settings.firstLine = firstLine
    self.settings = settings
  }

  /// Rehearses, and reports what happens; the last report is the outcome.
  ///
  /// - Returns: the reports; ``CueError/alreadyRunning`` is thrown while another run goes on
  public func run() -> EventSequence<RehearsalReport> {
    EventSequence("cue-rehearsal", capacity: nil) { [self] channel, cancellation in
      try running.alone { try rehearse(cancellation) { channel.send($0) } }
    }
  }

  /// Commands the running rehearsal, from anywhere; ignored while none runs, or where the actor is scripted.
  public func send(_ command: ActorCommand) { running.control?.put(command) }

  private func rehearse(
    _ cancellation: Cancellation, _ tell: (RehearsalReport) -> Void
  ) throws {
    let casting = Casting(
      host, cacheFolder: host.environment.cacheFolder, locale: host.environment.localeName,
      cancellation: cancellation)
    var rehearsed = try RehearsalCast(file, as: roles, cast.request, casting)
    try rehearsed.fill()
    var chains = CastChains(host) { _ in }
    defer { chains.quit() }
    let parts = try rehearsed.parts(&chains) { part, _ in part.language = cast.language }
    try host.put(to: destination, cancellation) { output in
      try play(rehearsed.script, rehearsed.roles, parts, output, cancellation, tell)
    }
  }

  private func play(
    _ script: Script, _ roles: Set<String>, _ parts: [String: Part], _ output: SessionOutput,
    _ cancellation: Cancellation, _ tell: (RehearsalReport) -> Void
  ) throws {
    var settings = settings
    if case .scripted = actor { settings.mostRetries = RehearsalSettings.mostRetriesUnattended }
    func run(_ actor: any ActorInput, _ interrupt: @escaping @Sendable () -> Void) throws {
      let session = RehearsalDriver(
        script: script, roles: roles, parts: parts, output: output, actor: actor,
        settings: settings,
        passingLoss: { output.frames > 0 ? ($0 as? OutputFailure)?.lostDevice : nil })
      _ = try cancellation.withHandler(interrupt) { try session.run(report: tell) }
    }
    switch actor {
    case .scripted(let script):
      let actor = InterruptibleActor(ScriptedActor(script))
      try run(actor) { actor.interrupt() }
    case .commands:
      let place = OutputPlace(output)
      let queue = ActorCommandQueue(passed: place.pass, rest: place.drain)
      try running.controlled(by: queue) { try run(queue) { queue.interrupt() } }
    }
  }
}
