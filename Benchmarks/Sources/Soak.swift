import CueCasting
import CueModel
import CuePlugins
import CueRehearsal
import Glibc

/// A rehearsal that goes on and on, as fast as it can: whether its memory stays flat.
///
/// Without hours, it is one hour by the rehearsal's own time, the sound of actor and partner.
struct Soak {
  let turns: Turns
  /// How long it takes by the clock; nil for an hour of the rehearsal.
  let hours: Double?
  /// Shorter, to show that it works.
  let isQuick: Bool

  /// What ends it, and looks at the memory meanwhile.
  private final class Watch: ActorInput {
    private let start = Watch.now
    private let hours: Double?
    private let ownSeconds: Double
    private let robot: RobotMicrophone
    /// Megabytes of Cue and of all workers, a hundred times on the way and more.
    private(set) var sizes: [Double] = []
    private(set) var lines = 0
    private(set) var seconds = 0.0
    var isOver: Bool { share >= 1 }

    init(_ robot: RobotMicrophone, hours: Double?, ownSeconds: Double) {
      self.robot = robot
      self.hours = hours
      self.ownSeconds = ownSeconds
    }

    private static var now: Double { Double(time(nil)) }

    private var share: Double {
      hours.map { (Watch.now - start) / ($0 * 3600) } ?? seconds / ownSeconds
    }

    func heardLine() {
      lines += 1
      seconds += Double(robot.position) / Double(robot.rateHertz)
      if share * 100 >= Double(sizes.count) { sizes.append(Memory.writtenByProcesses()) }
    }

    func poll(_ moment: Moment) -> ActorCommand? { isOver ? .stop : nil }
    func wait(_ moment: Moment) -> ActorTurn { ActorTurn(.stop) }
    func speaking(_ line: Cancellation?) {}
  }

  func measure(into table: inout Table) throws {
    let ear = RecognizerClient(turns.setup("pocketsphinx"))
    let voice = NormalizedVoice(turns.setup("flite"))
    let partner = NormalizedVoice(turns.setup("flite"))
    defer {
      ear.quit()
      voice.quit()
      partner.quit()
    }
    let robot = RobotMicrophone(CueRehearsal.Part(voice: voice, voiceID: "rms"))
    let watch = Watch(robot, hours: hours, ownSeconds: isQuick ? 180 : 3600)
    let script = Turns.script(Array(turns.lines.scenes.joined()))
    var settings = ActorListening()
    settings.rules.language = "en"
    var waits = 0
    let actor = ListeningActor(
      watch, through: robot, ear, script: script, roles: ["ACTOR"], settings
    ) { report in
      switch report {
      case .heard: watch.heardLine()
      case .waits: waits += 1
      default: break
      }
    }
    var rules = RehearsalSettings()
    rules.isListening = true
    rules.rounds = nil
    _ = try RehearsalDriver(
      script: script, roles: ["ACTOR"],
      parts: ["PARTNER": CueRehearsal.Part(voice: partner, voiceID: "slt")], output: Nowhere(),
      actor: actor, settings: rules
    ).run { _ in }
    let sizes = watch.sizes
    guard sizes.count > 10 else { throw BenchFailure(sentence: "The soak ended too early.") }
    let name = "soak of \(watch.lines) lines, \(Int(watch.seconds / 60)) min of the actor's sound"
    // The first tenth warms caches and heaps up.
    // The heap of a listening worker breathes by some megabytes from line to line: the median of a tenth shows more than one
    // look.
    func around(_ place: Int) -> Double {
      let reach = sizes.count / 20
      return median(Array(sizes[max(0, place - reach)...min(sizes.count - 1, place + reach)]))
    }
    let (early, middle, late) = (
      around(sizes.count / 10), around(sizes.count / 2), around(sizes.count - 1)
    )
    table.add(
      Measure(
        name: "\(name): memory in the middle, over that after a tenth", ours: middle,
        direct: early, unit: .megabytes, limit: .mostAbove(2)))
    table.add(
      Measure(
        name: "\(name): memory at the end, over that after a tenth", ours: late,
        direct: early, unit: .megabytes, limit: .mostAbove(3)))
    table.add(
      Measure(
        name: "\(name): times that the actor was waited for on", ours: Double(waits),
        unit: .count, limit: .none))
  }
}
