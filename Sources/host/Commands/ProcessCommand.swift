import CueAssembly
import CueAudio
import CueModel
import CueOutput
import CuePlugins
import CueSystem
import Glibc

/// `host process`: passes a sound through a chain of effects, as fast as possible.
struct ProcessCommand {
  let options: ProcessOptions
  let studio: Studio

  /// Large, because nobody waits for the first block.
  private static let blockFrames = 16384

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    do { return try process(cancellation) } catch let error as SoundFileError {
      throw UserError(error)
    } catch let failure as PluginFailure {
      throw UserError(effect: failure)
    }
  }

  private func process(_ cancellation: Cancellation) throws -> ExitStatus {
    let effects = try studio.effects(options.effects, blockFrames: ProcessCommand.blockFrames)
    defer { for effect in effects { effect.quit() } }
    let reader = try SoundFileReader(
      path: options.input, raw: options.rawInput, cancellation: cancellation)
    let chain = EffectChain(effects)
    try chain.configure(rateHertz: reader.rateHertz, channels: reader.channels)
    let output = try ProcessOutput(
      options.output == "-" ? .standardOutput : .path(options.output), isRaw: options.isRaw,
      encoding: options.encoding, announces: { studio.note(UserError(.rawSound($0), studio.words)) }
    )
    let format = AudioFormat(
      sample: .float32, rateHertz: reader.rateHertz,
      channels: chain.outputChannels ?? reader.channels)
    var progress = Progress(of: reader.frameCount, studio.manner)
    defer { progress.end() }
    try output.begin(format)
    let isWhole = try EffectRun(chain, blockFrames: ProcessCommand.blockFrames).run(
      reader, progress: { progress.show($0) }, cancellation, write: output.write)
    guard isWhole else { return .interrupted }
    try output.finish()
    progress.end()
    tell(reader, output)
    return try report(reader, output, format)
  }

  private func tell(_ reader: SoundFileReader, _ output: ProcessOutput) {
    if reader.missingFrames > 0 {
      studio.note(
        UserError(
          "\(reader.name) was cut off: \(reader.missingFrames) of its frames are missing.", .done))
    }
    if output.loudSamples > 0 {
      studio.note(
        UserError(
          "\(output.loudSamples) samples were above full scale and were cut off there.",
          hint: "Turn it down with a last --dsp dynamics, or keep floats with --encoding f32.",
          .done))
    }
  }

  private func report(
    _ reader: SoundFileReader, _ output: ProcessOutput, _ format: AudioFormat
  ) throws -> ExitStatus {
    guard studio.manner.isJSON else { return .done }
    var json = JSONObject(event: "done")
    json["frames_in"] = .integer(reader.framesRead)
    json["frames"] = .integer(output.frames)
    json["seconds"] = .number(Double(output.frames) / Double(reader.rateHertz))
    json["rate"] = .integer(reader.rateHertz)
    json["channels"] = .integer(format.channels)
    json["output"] = .string(options.output)
    try Console.result(json.line)
    return .done
  }
}

/// The progress, in one line of a terminal.
private struct Progress {
  private let frames: Int
  private var shown = -1

  /// Nothing is shown if the length is unknown, output is not a terminal, or the user wants no progress.
  init(of frames: Int?, _ manner: OutputManner) {
    let isShown =
      !manner.isQuiet && !manner.isJSON && isatty(STDERR_FILENO) == 1
      && UserEnvironment.current().hasMovingCursor
    self.frames = isShown ? frames ?? 0 : 0
  }

  mutating func show(_ done: Int) {
    guard frames > 0, done * 100 / frames != shown else { return }
    shown = done * 100 / frames
    Console.talk(TerminalText(.returnToStart) + TerminalText("\(shown) %"))
  }

  mutating func end() {
    if shown >= 0 { Console.talk(TerminalText(.wipeRow)) }
    shown = -1
  }
}
