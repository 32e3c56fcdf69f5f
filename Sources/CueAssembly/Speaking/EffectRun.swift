import CueAudio
import CueModel

/// Sends a whole sound through a chain of effects, as fast as they are.
package struct EffectRun {
  private let chain: EffectChain
  private let blockFrames: Int

  /// A run through `chain`, which is configured, in blocks of that many frames.
  package init(_ chain: EffectChain, blockFrames: Int) {
    self.chain = chain
    self.blockFrames = blockFrames
  }

  /// Reads all of `reader`, and passes what comes out of the effects to `write`.
  ///
  /// - Parameters:
  ///   - reader: the sound
  ///   - progress: gets the number of frames that were read
  ///   - cancellation: ends it
  ///   - write: takes the sound, block by block
  /// - Returns: whether all went through; false if it was cancelled
  /// - Throws: if the sound cannot be read or written, or an effect fails
  package func run(
    _ reader: SoundFileReader, progress: (Int) -> Void, _ cancellation: Cancellation,
    write: (AudioBuffer) throws -> Void
  ) throws -> Bool {
    var waiting = 0
    while let block = try reader.read(atMost: blockFrames, cancellation: cancellation) {
      // The workers compute while this process reads and writes: there is always one more block than they need.
      try chain.begin(block, changes: [], asking: [])
      waiting += 1
      progress(reader.framesRead)
      if waiting > chain.usefulBlocks {
        try write(chain.finish().sound)
        waiting -= 1
      }
    }
    while waiting > 0, !cancellation.isCancelled {
      try write(chain.finish().sound)
      waiting -= 1
    }
    guard !cancellation.isCancelled else { return false }
    try write(chain.flush())
    return true
  }
}
