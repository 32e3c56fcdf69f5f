import Testing
import TestSupport

@Suite(.startsProcesses) struct `A fault of a recognizer` {
  @Test(arguments: recognizerMutantTable)
  func `is found by the check that is named after it`(mutant: Mutant) throws {
    try expect(
      mutant,
      judge(mutant, in: recognizerMutants.get(), voice: voiceMutants.get()))
  }
}
