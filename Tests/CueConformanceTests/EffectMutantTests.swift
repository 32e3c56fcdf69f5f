import Testing
import TestSupport

@Suite(.startsProcesses) struct `A fault of an effect` {
  @Test(arguments: effectMutantTable)
  func `is found by the check that is named after it`(mutant: Mutant) throws {
    try expect(mutant, judge(mutant, in: effectMutants.get()))
  }
}
