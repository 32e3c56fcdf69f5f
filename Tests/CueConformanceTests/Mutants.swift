import CueConformance
import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// A plugin that is broken in one way, and the check that must find it.
struct Mutant: Sendable, CustomTestStringConvertible {
  /// The check that is named after the fault.
  let check: String
  /// The mutant's id in its library, or the macro that makes the library of it.
  let id: String
  /// Checks of the same level that find the fault too, by their nature.
  let also: Set<String>

  init(_ check: String, _ id: String, also: Set<String> = []) {
    self.check = check
    self.id = id
    self.also = also
  }

  var testDescription: String { "\(check): \(id)" }
}

/// How plugins are judged by these tests: in their own order, with little patience.
func judge(
  _ path: String, id: String = "", checks: [Check], isProgram: Bool = false,
  timeoutSeconds: Int = 20, patience: Int = 1,
  parameters: [(name: String, value: String)] = [], secret: String? = nil,
  voice: String? = nil
) -> [CheckResult] {
  var worker = WorkerSettings(workerPath: Places.product("cue-worker"))
  worker.deadlines = Deadlines()
  var setup = PluginSetup(
    file: PluginFile(path: path, name: path, isProgram: isProgram, id: id), worker: worker)
  setup.parameters = parameters
  let products = Places.product("cue-worker").replacing("/cue-worker", with: "")
  setup.handOver(part: "", in: UserEnvironment(variables: [:], programFolder: products))
  setup.secret = { (_, _) throws(PluginFailure) in secret.map { Secret($0.utf8) } }
  var judgement = Judgement(
    setup, checks: checks, words: id.isEmpty ? path : "\(path):\(id)")
  judgement.plugin = id
  judgement.jobs = 2
  judgement.timeoutSeconds = timeoutSeconds
  judgement.watchSeconds = 2
  judgement.patience = patience
  if let voice {
    let file = PluginFile(path: voice, name: voice, isProgram: false, id: "")
    judgement.speaker = ConformanceSpeaker(PluginSetup(file: file, worker: worker), voice: "")
  }
  var results: [CheckResult] = []
  judgement.run { results.append($0) }
  return results
}

/// What was found, as a test shows it.
func found(_ results: [CheckResult]) -> [String] {
  results.compactMap { result in
    result.outcome.finding.map {
      "\(result.outcome.word) \(result.check): \($0.done) Expected: \($0.expected) Happened: \($0.happened)"
    }
  }
}

/// Judges a mutant by its own check, and by all others of its level and below.
///
/// The others have patience: a busy machine must not make a slow mutant of one that is broken otherwise.
///
/// Where a gate fails, no other check is asked, so that is one judgement.
func judge(_ mutant: Mutant, in path: String, voice: String? = nil) -> [CheckResult] {
  guard let own = Suite.checks.first(where: { $0.id == mutant.check }) else { return [] }
  let checks = Suite.chosen(level: own.level, only: [], skip: ["library-*"]).filter {
    $0.id == mutant.check || !generalChecks.contains($0.id)
  }
  if own.isGate { return judge(path, id: mutant.id, checks: checks, voice: voice) }
  return judge(
    path, id: mutant.id, checks: checks.filter { $0.id == mutant.check }, voice: voice)
    + judge(
      path, id: mutant.id, checks: checks.filter { $0.id != mutant.check }, timeoutSeconds: 120,
      patience: 10, voice: voice)
}

/// The mutant is found by the check that is named after its fault, and by no other but those that its table allows.
func expect(_ mutant: Mutant, _ results: [CheckResult]) {
  let caught = Set(results.filter { $0.outcome.finding != nil }.map(\.check))
  #expect(caught.contains(mutant.check), "\(found(results))")
  #expect(caught.subtracting(mutant.also) == [mutant.check], "\(found(results))")
}

/// The library of broken voices.
let voiceMutants = Result {
  try Fixtures.mutants(
    "voice.c", as: "libvoicemutants.so",
    ["-DALL", "-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}

/// The libraries of broken recognizers and effects.
let recognizerMutants = Result {
  try Fixtures.mutants(
    "listener.c", as: "liblistenermutants.so", ["-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}
let effectMutants = Result {
  try Fixtures.mutants(
    "effect.c", as: "libeffectmutants.so", ["-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}

/// The library of broken sound devices.
let deviceMutants = Result {
  try Fixtures.mutants(
    "device.c", as: "libdevicemutants.so", ["-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}

/// What breaks a healthy library as it is made: its macro, and what is said to the linker.
struct LibraryFault {
  static func path(_ fault: String) throws -> String {
    var linking = ["-Wl,-z,nodelete", "-Wl,--build-id", "-lm"]
    switch fault {
    case "TEXT_RELOCATION": linking.append("-Wl,-z,notext")
    case "EXECUTABLE_STACK": linking.append("-Wl,-z,execstack")
    case "ABSOLUTE_PATH": linking.append("-Wl,-rpath,/opt/engine/lib")
    case "UNNAMED_LIBRARY": linking = ["-Wl,-z,nodelete", "-Wl,--build-id", "-Wl,--as-needed"]
    case "UNLOADABLE": linking.removeFirst()
    case "NO_BUILD_ID": linking[1] = "-Wl,--build-id=none"
    default: break
    }
    return try Fixtures.mutants(
      "voice.c", as: "libvoice-\(fault).so", ["-D\(fault)"] + linking)
  }
}

/// Checks that compare all that they see, and find many faults.
let generalChecks = Set(rows(of: "general").map { $0[1] })

/// The mutants of one library, as `Tests/Fixtures/mutants/table.txt` lists them.
private func mutants(in library: String) -> [Mutant] {
  rows(of: library).filter { $0.count > 2 }.map { Mutant($0[1], $0[2], also: Set($0[3...])) }
}

/// The words of the rows of the table that begin with `name`.
private func rows(of name: String) -> [[String]] {
  let path = Places.source("Tests/Fixtures/mutants/table.txt")
  guard let table = try? String(contentsOfFile: path, encoding: .utf8) else {
    fatalError("\(path) cannot be read")
  }
  return table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    .filter { $0.count > 1 && $0[0] == name }
}

let libraryMutants = mutants(in: "file")
let voiceMutantTable = mutants(in: "voice")
let recognizerMutantTable = mutants(in: "listener")
let effectMutantTable = mutants(in: "effect")
let deviceMutantTable = mutants(in: "device")
let programMutantTable = mutants(in: "program")

/// A copy of the program of mutants, under the name of one of them, in `folder`.
func programMutant(_ id: String, in folder: TemporaryFolder) throws -> String {
  try folder.copy(Places.source("Tests/Fixtures/mutants/program.py"), as: id + ".py")
}
