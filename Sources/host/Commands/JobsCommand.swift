import CueOptions
import CuePlugins
import CueStore
import CueSystem
import Glibc
import struct CueAssembly.UserLibrary

/// `host jobs`: running, ended and resumable jobs.
struct JobsCommand {
  let action: JobsAction
  let environment: UserEnvironment
  let manner: OutputManner

  func run() throws -> ExitStatus {
    let database = try UserLibrary(environment).database(toLook: isLook)
    return try run(Tasks(database, clock: SystemClock()), Scripts(database, clock: SystemClock()))
  }

  private var isLook: Bool {
    switch action {
    case .list, .show, .resume: true
    case .cancel, .clear: false
    }
  }

  private func run(_ tasks: Tasks, _ scripts: Scripts) throws -> ExitStatus {
    switch action {
    case .list(let name):
      let all = try tasks.all(of: try name.map { try scripts.script(called: $0).number })
      if all.isEmpty, !manner.isQuiet, !manner.isJSON { Console.say("There are no jobs.") }
      for task in all { try tell(task, scripts, isLong: false) }
    case .show(let number): try tell(try task(number, tasks), scripts, isLong: true)
    case .cancel(let number):
      let task = try tasks.cancel(number)
      guard !manner.isQuiet else { break }
      Console.say(
        task.state == .cancelled
          ? "Job \(number) is cancelled." : "Job \(number) stops after what it is saying.")
    case .clear:
      let count = try tasks.removeCompleted()
      if !manner.isQuiet { Console.say("\(count) completed jobs are forgotten.") }
    case .resume: preconditionFailure("resuming is a command of its own")
    }
    return .done
  }

  private func task(_ number: Int64, _ tasks: Tasks) throws -> StoredTask {
    guard let task = try tasks.task(number) else {
      throw UserError(
        "There is no job \(number).", hint: "'\(Program.name) jobs' lists them.", .noInput)
    }
    return task
  }

  /// The words of the job, parsed again; its paths are relative to the folder where it began, which becomes the current one.
  func resumed() throws -> Invocation {
    guard case .resume(let number) = action else { preconditionFailure("nothing is resumed") }
    let database = try UserLibrary(environment).database(toLook: true)
    let task = try task(number, Tasks(database, clock: SystemClock()))
    if task.state == .completed {
      throw UserError(
        "Job \(number) is completed; there is nothing to go on with.", .answerIsNo)
    }
    if task.state == .running, !task.isInterrupted {
      throw UserError(
        "Another program is at job \(number): process \(task.process?.number ?? 0).",
        hint: "Wait for it, or stop it: \(Program.name) jobs cancel \(number)", .temporary)
    }
    guard let (folder, words) = task.command else {
      throw UserError("Job \(number) does not say what was asked.", .badInput)
    }
    guard unsafe chdir(folder) == 0 else {
      throw UserError(
        "The folder of job \(number), \(folder), cannot be entered: "
          + "\(Console.describe(errno: errno)).", .noInput)
    }
    var invocation = try CommandTable.generate.parse(
      words, hasInput: false, isImplied: false)
    guard case .generate(var options, let given) = invocation.command else {
      throw UserError("Job \(number) does not say what was asked.", .badInput)
    }
    options.job = number
    // Items for --redo were already made again: once is enough.
    options.redone = []
    invocation.command = .generate(options, words: given)
    invocation.manner.isJSON = invocation.manner.isJSON || manner.isJSON
    invocation.manner.isQuiet = manner.isQuiet
    return invocation
  }

  private func tell(_ task: StoredTask, _ scripts: Scripts, isLong: Bool) throws {
    let script = try scripts.script(task.script)
    if manner.isJSON {
      return try Console.result(task.json(script: script?.path).line)
    }
    try Console.result(task.rows(of: script, isLong: isLong))
  }
}
