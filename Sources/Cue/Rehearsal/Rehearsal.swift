import CueAssembly
import CueModel
import CueOutput
import CuePlugins
import CueRehearsal
import CueScreenplay
import Synchronization

/// A rehearsal without a screen: voices play the partners; the actor is heard, sends commands, or is a script.
///
/// ```swift
/// let rehearsal = try Rehearsal(script: "scene.fountain", as: ["ANNA"])
/// for try await event in rehearsal.run() {
///   if case .course(.shown(let line, _, isOwn: true), _) = event {
///     print("Your line: \(line.text)")
///     rehearsal.send(.advance)
///   }
/// }
/// ```
///
/// A `RehearsalRequest` says everything else: a microphone, takes, learning, directions. The session runs on a thread of its own
/// and keeps time by the sound it puts out. Cancelling the task ends it as `ActorCommand.stop` does.
///
/// If the sound device goes away, an event `outputLost` says so. The rehearsal tries the line again at once, then every
/// 3 seconds, and whenever it is sent `resume` or `advance`; `outputBack` says that it is heard again. A scripted rehearsal
/// gives up after a minute. A device that cannot be opened for the first line is a ``CueError/output(_:)``.
public final class Rehearsal: Sendable {
  /// The actor's side, besides a microphone.
  public enum Actor: Sendable {
    /// What the program sends while it runs; see ``Rehearsal/send(_:)``.
    case commands
    /// A script of what an actor would do; it takes no time beyond the sound. An empty script leaves all to the microphone.
    case scripted(ActorScript)
  }

  private let host: PluginHost
  private let file: ScreenplayFile
  private let path: String
  private let request: RehearsalRequest
  private let destination: SoundDestination
  private let actor: Actor
  private let running = RunningSession<ActorCommandQueue>()
  private let stage = Mutex<(writer: RehearsalEventWriter, directions: DirectionDesk)?>(nil)

  /// Reads a script for a rehearsal that keeps nothing in the user's library.
  ///
  /// - Parameters:
  ///   - path: a script in any format that `cue rehearse` reads
  ///   - layout: how a plain text shows who speaks; nil to detect it from the text
  ///   - roles: the actor's characters, in any case
  ///   - cast: the voices of the other characters
  ///   - destination: where the sound goes
  ///   - actor: the actor's side
  ///   - firstLine: the spoken line to begin with, counted from 1
  ///   - plugins: where voices are found
  /// - Throws: ``CueError/unreadable(path:_:)`` or ``CueError/script(_:)``
  public convenience init(
    script path: String, layout: ScriptLayout? = nil, as roles: [String],
    cast: CastChoice = CastChoice(),
    to destination: SoundDestination = .device(), actor: Actor = .commands, from firstLine: Int = 1,
    plugins: Plugins = Plugins()
  ) throws(CueError) {
    var request = RehearsalRequest(as: roles)
    request.cast = cast.request
    request.delivery.language = cast.language
    request.firstLine = firstLine
    request.keepsCast = false
    request.keepsPlace = false
    request.keepsHistory = false
    try self.init(
      script: path, layout: layout, request, to: destination, actor: actor, plugins: plugins)
  }

  /// Reads a script for a rehearsal.
  ///
  /// - Parameters:
  ///   - path: a script in any format that `cue rehearse` reads
  ///   - layout: how a plain text shows who speaks; nil to detect it from the text
  ///   - request: what is rehearsed, and how
  ///   - destination: where the sound goes
  ///   - actor: the actor's side, besides a microphone
  ///   - plugins: where voices and recognizers are found
  /// - Throws: ``CueError/unreadable(path:_:)`` or ``CueError/script(_:)``
  public init(
    script path: String, layout: ScriptLayout? = nil, _ request: RehearsalRequest,
    to destination: SoundDestination = .device(), actor: Actor = .commands,
    plugins: Plugins = Plugins()
  ) throws(CueError) {
    file = try ScreenplayFile(reading: path, layout)
    host = plugins.host
    self.path = path
    self.destination = destination
    self.actor = actor
    var request = request
    request.needsSound = true
    request.outputDevice = destination.devices.first?.reference.text
    if case .scripted = actor {
      request.isAttended = false
      request.isScripted = true
    }
    self.request = request
  }

  /// Rehearses, and reports what happens; the last event is the outcome.
  ///
  /// - Returns: the events; ``CueError/alreadyRunning`` is thrown while another run goes on
  public func run() -> EventSequence<RehearsalEvent> {
    EventSequence("cue-rehearsal", capacity: nil) { [self] channel, cancellation in
      try running.alone { try rehearse(cancellation) { channel.send($0) } }
    }
  }

  /// Commands the running rehearsal, from anywhere; ignored while none runs, or where the actor is scripted.
  public func send(_ command: ActorCommand) { running.control?.put(command) }

  /// Commands the running rehearsal, from anywhere.
  ///
  /// A direction is kept in the file beside the script, and holds from the line's next time on.
  ///
  /// - Returns: what became of a direction; nil for another command, or while none runs
  @discardableResult
  public func perform(_ command: RehearsalCommand) -> DirectionDesk.Answer? {
    let directions = stage.withLock { $0?.directions }
    let answer: DirectionDesk.Answer?
    switch command {
    case .actor(let command):
      send(command)
      return nil
    case .direct(let edit, let line): answer = directions?.make(edit, line: line)
    case .undoDirection: answer = directions?.undo()
    }
    if case .changed(_, _, let line?, let direction, _)? = answer {
      send(ActorCommand.direct(line: line, direction))
    }
    return answer
  }

  /// The JSON form of an event of the run, as `cue rehearse --json` prints it; nil if it has none.
  public func json(of event: RehearsalEvent) -> String? {
    stage.withLock { $0?.writer.json(event)?.text }
  }

  private func rehearse(
    _ cancellation: Cancellation, _ tell: @escaping @Sendable (RehearsalEvent) -> Void
  ) throws {
    let session = try RehearsalSession(
      of: file, at: path, request, with: host, cancellation, explain: { "\($0)" }, tell: tell)
    defer { session.close() }
    stage.withLock {
      $0 = (RehearsalEventWriter(session.script, explain: { "\($0)" }), session.directions)
    }
    try session.prepare(cancellation)
    try destination.put(with: host, cancellation) { output in
      switch actor {
      case .scripted(let script):
        let actor = InterruptibleActor(ScriptedActor(script, stopsAtEnd: request.rounds == nil))
        try cancellation.withHandler(actor.interrupt) {
          _ = try session.run(on: output, actor: actor, end: actor.interrupt, cancellation)
        }
      case .commands:
        let place = OutputPlace(output)
        let queue = ActorCommandQueue(passed: place.pass, rest: place.drain)
        try running.controlled(by: queue) {
          try cancellation.withHandler(queue.interrupt) {
            _ = try session.run(on: output, actor: queue, end: queue.interrupt, cancellation)
          }
        }
      }
    }
  }
}
