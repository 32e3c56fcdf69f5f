import Testing
import TestSupport

@Suite(.startsProcesses) struct `A fault of a voice` {
  @Test(arguments: voiceMutantTable)
  func `is found by the check that is named after it`(mutant: Mutant) throws {
    try expect(mutant, judge(mutant, in: voiceMutants.get()))
  }
}
