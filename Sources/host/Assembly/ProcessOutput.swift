import CueAudio
import CueModel
import Glibc

/// Where processed sound goes: a file that appears when it is whole, or a stream.
final class ProcessOutput {
  private enum Place {
    case file(SoundFileWriter)
    case stream(StreamOutput)
  }

  private let place: Place
  private let limitsSamples: Bool
  private(set) var frames = 0
  /// How many samples were beyond what the file can hold.
  private(set) var loudSamples = 0

  init(_ options: ProcessOptions, _ manner: Manner) throws {
    let isStream = options.output == "-" || Studio.isSpecial(options.output)
    limitsSamples = isStream || options.encoding != .float32
    guard isStream else {
      place = .file(
        try SoundFileWriter(
          path: options.output, kind: options.isRaw ? .raw : nil, encoding: options.encoding))
      return
    }
    guard options.encoding == .int16 else {
      throw UserError.usage("A stream has 16-bit samples; --encoding is for files.", "process")
    }
    var descriptor = STDOUT_FILENO
    if options.output != "-" {
      descriptor = unsafe open(options.output, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw UserError(
          "\(options.output) cannot be written: \(Console.describe(errno: errno)).",
          .cannotCreate)
      }
    }
    place = .stream(
      StreamOutput(
        name: options.output == "-" ? "Standard output" : options.output, descriptor: descriptor,
        isRaw: options.isRaw, saysFormat: options.output == "-" && !manner.isQuiet))
  }

  func begin(_ format: AudioFormat) throws {
    switch place {
    case .file(let writer): try writer.begin(format)
    case .stream(let stream): try stream.beginLine(format)
    }
  }

  func write(_ sound: AudioBuffer) throws {
    guard sound.frameCount > 0 else { return }
    frames += sound.frameCount
    if limitsSamples {
      // Half a step beyond the largest integer is rounded to it.
      loudSamples += sound.floats.count { $0 > 1 || $0 < -1 }
    }
    switch place {
    case .file(let writer): try writer.write(sound)
    case .stream(let stream): try stream.write(sound, cancellation: Cancellation())
    }
  }

  func finish() throws {
    switch place {
    case .file(let writer): try writer.finish()
    case .stream(let stream):
      try stream.endLine()
      try stream.complete()
    }
  }
}
