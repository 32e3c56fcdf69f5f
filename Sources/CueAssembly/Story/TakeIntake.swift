import CueAudio
import CueModel
import CueStore
import CueStory

/// Brings sound that was made elsewhere to what a take of a story is, and keeps it.
///
/// Sound of another rate is resampled; 16-bit sound stays such, all else becomes floats. Nothing else is changed.
package struct TakeIntake {
  /// How many frames are converted at a time.
  private static let blockFrames = 8192

  private let view: StoryView
  private let shelf: StoryShelf
  /// What the take is about.
  package var label: String
  /// What it is as though it was recorded through; as the story is heard now where it is not changed.
  package var recorded: RecordedDials
  /// Silence ahead of the sound, in seconds of the take's own sound.
  package var leadSeconds = 0.0

  /// A take of `view`, as heard now, about `label`: its first words where it is long.
  package init(_ label: String, of view: StoryView, on shelf: StoryShelf) {
    self.view = view
    self.shelf = shelf
    recorded = view.story.dials.asHeard
    let line = label.split(whereSeparator: \.isNewline).joined(separator: " ")
    let most = StoryLimits.mostNameCharacters
    self.label = line.count > most ? String(line.prefix(most - 1)) + "…" : line
  }

  /// Keeps sound of `source` as a take.
  ///
  /// - Parameters:
  ///   - source: what the sound is made of
  ///   - give: hands it over, piece by piece
  /// - Returns: the take, when it is on the disk
  /// - Throws: a `StoryFailure` where it is not a take, and what `give` throws; nothing is kept then
  package func keep(
    _ source: AudioFormat, _ give: (_ write: (AudioBuffer) throws -> Void) throws -> Void
  ) throws -> StoredTake {
    let rateHertz = view.story.rateHertz
    let format = AudioFormat(
      sample: source.sample, rateHertz: rateHertz, channels: source.channels)
    let new = NewTake(format: format, label: label, recorded: recorded)
    guard StoryLimits.channels.contains(source.channels) else {
      throw StoryFailure.noTake(name: label, .channels(source.channels))
    }
    return try shelf.add(new, to: view) { write in
      var conformer = Conformer(to: format)
      conformer.begin(source)
      var silent = Int((leadSeconds * Double(rateHertz)).rounded())
      while silent > 0 {
        let count = min(silent, rateHertz)
        try write(AudioBuffer(silentFrames: count, format: format))
        silent -= count
      }
      try withoutActuallyEscaping(write) { write in
        try give { try write(conformer.process($0)) }
      }
      try write(conformer.finish())
    }
  }

  /// Keeps the sound file at `path` as a take.
  ///
  /// - Throws: also a `SoundFileError`, and one of reason `interrupted` where it is cancelled
  package func keep(fileAt path: String, _ cancellation: Cancellation) throws -> StoredTake {
    let reader = try SoundFileReader(path: path, cancellation: cancellation)
    let isInteger = reader.formatName.hasSuffix("16-bit")
    let format = AudioFormat(
      sample: isInteger ? .int16 : .float32, rateHertz: reader.rateHertz,
      channels: reader.channels)
    return try keep(format) { write in
      while let block = try reader.read(
        atMost: TakeIntake.blockFrames, cancellation: cancellation)
      {
        try write(
          isInteger
            ? AudioBuffer(
              int16: block.int16s, rateHertz: format.rateHertz, channels: format.channels) : block)
      }
      if cancellation.isCancelled { throw SoundFileError(path, .interrupted) }
    }
  }

  /// Keeps what `voice` says as a take.
  ///
  /// - Parameters:
  ///   - requests: the lines, which are said one after another
  ///   - pauses: milliseconds of silence before each of them; empty for none
  ///   - voice: says them
  ///   - cancellation: ends it; nothing is kept then
  ///   - tell: takes stand-ins and what is not as asked
  /// - Returns: the take; nil if it was cancelled
  /// - Throws: a failure of the voice too
  package func keep(
    saying requests: [SpeechRequest], after pauses: [Int] = [], by voice: any Voice,
    _ cancellation: Cancellation, tell: (SpeechEvent) throws -> Void
  ) throws -> StoredTake? {
    // A voice that fails midway is followed by another, so a line is written when it is whole.
    var lines: [AudioBuffer] = []
    for (index, request) in requests.enumerated() {
      if index + 1 < requests.count { voice.expect(requests[index + 1]) }
      let said = try voice.collect(request, cancellation: cancellation) { event in
        switch event {
        case .shortfall, .startedOver: try tell(event)
        case .began, .sound, .mark: break
        }
      }
      guard let said else { return nil }
      guard let sound = said.clip?.sound else { continue }
      if pauses.indices.contains(index), pauses[index] > 0 {
        let frames = sound.format.frames(inSeconds: Double(pauses[index]) / 1000)
        lines.append(AudioBuffer(silentFrames: frames, format: sound.format))
      }
      lines.append(sound)
    }
    guard let format = lines.first?.format else {
      throw StoryFailure.noTake(name: label, .empty)
    }
    return try keep(format) { write in
      var conformer = Conformer(to: format)
      for line in lines {
        conformer.begin(line.format)
        for at in stride(from: 0, to: line.frameCount, by: TakeIntake.blockFrames) {
          let end = min(at + TakeIntake.blockFrames, line.frameCount)
          try write(conformer.process(line.frames(at..<end)))
        }
        try write(conformer.finish())
      }
    }
  }
}
