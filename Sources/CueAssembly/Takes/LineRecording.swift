import CueAudio
import CueModel
import CueRehearsal
import CueScreenplay
import Glibc

/// A sound file that is heard in place of a partner's line.
package struct LineRecording: LineSound {
  /// A shorter file is not a recording: somebody began to record, and stopped.
  static let leastBytes = 1000
  /// Longer than any line.
  static let mostSeconds = 600.0

  /// Where it is.
  package let path: String
  /// Why it cannot be used, as a clause.
  private let explain: (LineSoundFault) -> String

  /// The recording in the file at `path`.
  package init(path: String, explain: @escaping (LineSoundFault) -> String) {
    self.path = path
    self.explain = explain
  }

  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  package func sound() throws(PluginFailure) -> AudioBuffer {
    do throws(LineSoundFault) { return try LineRecording.read(path) } catch {
      throw PluginFailure(
        plugin: path, activity: .speaking, kind: .unusable, reason: .said(explain(error)))
    }
  }

  /// All sound of the file, as one channel.
  package static func read(_ path: String) throws(LineSoundFault) -> AudioBuffer {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      throw .sound(SoundFileError(path, .cannotOpen(errno: errno)))
    }
    guard status.st_size > leastBytes else { throw .tooShort }
    var isTooLong = false
    var bytes: [UInt8] = []
    let mono: AudioFormat
    do throws(SoundFileError) {
      let reader = try SoundFileReader(path: path)
      mono = AudioFormat(sample: .float32, rateHertz: reader.rateHertz)
      let most = mono.frames(inSeconds: mostSeconds)
      var conformer = Conformer(to: mono)
      conformer.begin(
        AudioFormat(sample: .float32, rateHertz: reader.rateHertz, channels: reader.channels))
      while let sound = try reader.read(atMost: 1 << 16) {
        bytes += conformer.process(sound).bytes
        guard bytes.count / mono.frameByteCount <= most else { break }
      }
      isTooLong = bytes.count / mono.frameByteCount > most
    } catch { throw .sound(error) }
    guard !isTooLong else { throw .tooLong }
    return AudioBuffer(format: mono, bytes: bytes)
  }
}

/// Why somebody's sound of a line cannot be used.
package enum LineSoundFault: Error, Equatable, Sendable {
  /// The file cannot be read.
  case sound(SoundFileError)
  /// It has no more than 1000 bytes.
  case tooShort
  /// It is longer than ten minutes.
  case tooLong
  /// Nothing is heard in it.
  case silent
}

/// How a reading of a line differs from what a voice makes of it.
package enum LineReading {
  /// A voice is made this much slower or faster at most: beyond that words are not understood.
  package static let speeds = 0.5...2.0
  /// A voice is moved by no more than this, in semitones: beyond that it is another person.
  package static let semitones = -8.0...8.0
  /// Pitches that are so near are the same, in semitones.
  private static let leastSemitones = 0.3

  /// What makes the voice as fast and as high as the reading: a factor on its speed, and semitones to add.
  ///
  /// Pace is the time from the first sound to the last, pauses included; pitch is the median. A whisper has no pitch, and moves
  /// nothing.
  ///
  /// - Parameters:
  ///   - reading: the line as somebody read it
  ///   - spoken: the line as the voice says it by itself
  /// - Returns: how much faster the voice has to speak, and by how many semitones higher
  /// - Throws: ``LineSoundFault/silent`` where one of them is not heard
  package static func match(
    _ reading: AudioBuffer, to spoken: AudioBuffer
  ) throws(LineSoundFault) -> (speed: Double, semitones: Double) {
    guard let wanted = heard(reading), let own = heard(spoken) else { throw .silent }
    let speed = own.seconds / wanted.seconds
    let pitches = (VoicePrint(of: wanted.sound)?.pitchHertz, VoicePrint(of: own.sound)?.pitchHertz)
    var moved = 0.0
    if let one = pitches.0, let other = pitches.1, one > 0, other > 0 {
      moved = 12 * log2(one / other)
      if abs(moved) < leastSemitones { moved = 0 }
    }
    return (
      min(max(speed, speeds.lowerBound), speeds.upperBound),
      min(max(moved, semitones.lowerBound), semitones.upperBound)
    )
  }

  /// The part of a sound between its silences, as one channel.
  ///
  /// In a room there is noise: what is 30 dB below the loudest tenth of a second is taken for silence.
  fileprivate static func heard(_ sound: AudioBuffer) -> (sound: AudioBuffer, seconds: Double)? {
    let samples = sound.monoFloats
    let hop = max(1, sound.format.rateHertz / 50)
    let levels = stride(from: 0, to: samples.count, by: hop).map { start in
      samples[start..<min(start + hop, samples.count)].reduce(Float(0)) { $0 + $1 * $1 }
        / Float(hop)
    }
    guard let loudest = levels.max(), loudest > 1e-7 else { return nil }
    let floor = loudest / 1000
    guard let first = levels.firstIndex(where: { $0 > floor }),
      let last = levels.lastIndex(where: { $0 > floor })
    else { return nil }
    let range = first * hop..<min(samples.count, (last + 1) * hop)
    let seconds = Double(range.count) / Double(sound.format.rateHertz)
    guard seconds >= 0.2 else { return nil }
    return (
      AudioBuffer(float32: Array(samples[range]), rateHertz: sound.format.rateHertz), seconds
    )
  }
}

extension LineRecording {
  /// The path of the file that a direction names: relative to the script's `folder`, which ends with a slash or is empty.
  package static func path(_ name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : folder + name
  }

  /// Checks that the file at `path` can be played in place of a line.
  package static func check(_ path: String) throws(LineSoundFault) {
    guard LineReading.heard(try read(path)) != nil else { throw .silent }
  }
}

extension Part {
  /// Takes over what people recorded for lines of this part, or read for them.
  ///
  /// For a reading, the voice says the line once beforehand, to be compared with it.
  ///
  /// - Parameters:
  ///   - lines: the lines of the part
  ///   - folder: the script's folder, from which files are named
  ///   - cancellation: ends it early
  ///   - explain: why a file cannot be used, as a clause
  ///   - note: is called for a reading that cannot be used, with the line and the file
  package mutating func takeRecordings(
    _ lines: [Line], in folder: String, cancellation: Cancellation,
    explain: @escaping (LineSoundFault) -> String,
    note: (_ line: Line, _ path: String, any Error) -> Void
  ) {
    func path(_ name: String) -> String { LineRecording.path(name, in: folder) }
    for line in lines {
      guard let directed = lineDirections[line.index], !cancellation.isCancelled else { continue }
      if let name = directed.recording {
        recordings[line.index] = LineRecording(path: path(name), explain: explain)
      } else if let name = directed.reading {
        do {
          let reading = try LineRecording.read(path(name))
          guard let spoken = try sound(of: line, cancellation: cancellation) else {
            if cancellation.isCancelled { return }
            throw LineSoundFault.silent
          }
          let (speed, semitones) = try LineReading.match(reading, to: spoken)
          lineDirections[line.index]?.speed = speed
          lineDirections[line.index]?.pitchSemitones = semitones
        } catch { note(line, path(name), error) }
      }
    }
  }
}
