import CueConformance
import Foundation
import Testing
import TestSupport

/// Programs are slower to judge than libraries, so that only the check of each fault is made; that healthy ones pass all others
/// shows that no other check finds something by accident.
@Suite(.startsProcesses, .needsPython) struct `A fault of a program` {
  @Test(arguments: programMutantTable)
  func `A fault of a program is found by the check that is named after it`(mutant: Mutant) throws {
    let folder = try TemporaryFolder()
    let path = try programMutant(mutant.id, in: folder)
    let results = judge(
      path, checks: Suite.chosen(level: 10, only: [mutant.check], skip: []), isProgram: true,
      timeoutSeconds: 60, patience: 2)
    #expect(results.contains { $0.outcome.isFailure }, "\(results.map(\.outcome))")
  }

  @Test(arguments: ["voice", "ear", "echo"])
  func `A program that follows the protocol passes every check`(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = try programMutant(kind + "-healthy", in: folder)
    let results = judge(
      path,
      checks: Suite.chosen(
        level: 10, only: [], skip: ["*-endures", "*-hour", "*-soon", "*-keeps-up"]),
      isProgram: true, timeoutSeconds: 120, patience: 10)
    #expect(found(results.filter { $0.outcome.isFailure }) == [])
    #expect(results.count { $0.outcome == .passed } > 25)
  }
}
