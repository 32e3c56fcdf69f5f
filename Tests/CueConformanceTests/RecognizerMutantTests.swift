import Testing
import TestSupport

@Suite(.startsProcesses) struct `A fault of a recognizer` {
  @Test(arguments: recognizerMutantTable)
  func `is found by the check that is named after it`(mutant: Mutant) throws {
    try expect(
      mutant,
      judge(
        recognizerMutants.get(), id: mutant.id, checks: checks(upTo: mutant),
        voice: voiceMutants.get()))
  }
}
