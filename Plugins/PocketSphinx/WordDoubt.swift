/// Whether a word of the expected line was said, when all of the line has been heard.
///
/// How badly a word fits its sound (`WordFit`) does not show enough: a word that was changed for a similar one fits as well as
/// one that was said in an unusual way. What surrounds it shows more. The odds that a word was not said are those of a
/// logistic regression. Its factors were found from 316 utterances of lines as written and 312 with one changed
/// word, in a quiet room and with noise at 20 dB (`tuning.txt` of Benchmarks/listening); no limit was chosen on others.
struct WordDoubt {
  /// What is known of a word.
  struct Evidence {
    /// How badly it fits: `WordFit.misfit`.
    var misfit: Double
    /// How long it lasts, in frames of 10 ms.
    var frameCount: Int
    /// The phones of its pronunciation.
    var phoneCount: Int
    /// How many of its neighbours are "uh" or "um": the grammar takes what is over of another word for these.
    var hesitations = 0
    /// The seconds of noise that touch it, at most 0.4: breaths and pieces of another word.
    var noiseSeconds = 0.0
  }

  /// The logarithm of the odds from which on a word counts as not said, where speech is far above the noise.
  static let limit = 1.8
  /// The same in noise, which hides what speaks against a word: with 1.8, 74 of 100 changed words were noticed at 20 dB, and 77 with
  /// this; of right lines, 93 in 100 were accepted with either.
  static let limitInNoise = 1.4
  /// So far, in decibels, is speech above the noise in a quiet room at least, and in a noisy one at most.
  static let quietDecibels = 30.0
  static let noisyDecibels = 24.0

  /// From which odds on a word of this line counts as not said.
  private let limit: Double
  private let worst: Double
  private let secondWorst: Double

  /// The doubt of a line whose words fit this badly, and that is this far above the noise.
  init(misfits: [Double], decibels: Double = quietDecibels) {
    let noise =
      (WordDoubt.quietDecibels - decibels) / (WordDoubt.quietDecibels - WordDoubt.noisyDecibels)
    limit =
      WordDoubt.limit
      + (WordDoubt.limitInNoise - WordDoubt.limit) * max(0, min(1, noise))
    let worstFirst = misfits.sorted(by: >)
    worst = worstFirst.first ?? 0
    secondWorst = worstFirst.dropFirst().first ?? 0
  }

  /// The logarithm of the odds that a word of the line was not said.
  func logOdds(_ word: Evidence) -> Double {
    // A line that fits badly as a whole is one of a voice, or a room, that the model does not know well.
    let worstOfOthers = word.misfit < worst ? worst : secondWorst
    let fit = 0.0322 * word.misfit + 0.0319 * (word.misfit - worstOfOthers)
    // A long word in little time.
    let pace = 1.0025 * Double(word.phoneCount) - 0.0417 * Double(word.frameCount)
    let around = 1.96 * Double(word.hesitations) + 8.15 * min(word.noiseSeconds, 0.4)
    return fit + pace + around - 8.96
  }

  /// Whether a word of the line counts as said.
  func isSaid(_ word: Evidence) -> Bool { logOdds(word) < limit }
}
