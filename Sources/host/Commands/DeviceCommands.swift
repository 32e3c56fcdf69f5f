import CueAssembly
import CueAudio
import CueModel
import CuePlugins
import CueSystem
import Glibc

// Outputs and microphones.
extension ListCommands {
  /// Where sound can be heard and captured.
  ///
  /// The failure of a plugin that was named is an error; that of any other is only reported.
  func devices(_ choices: [PluginChoice]) throws -> ExitStatus {
    var status = ExitStatus.done
    for setup in try setups(choices, kind: .device) {
      let client = DeviceClient(setup)
      defer { client.close() }
      do {
        for device in try client.devices() { try show(device, of: client.name) }
      } catch let failure as PluginFailure {
        let userError = UserError(failure)
        studio.note(userError)
        status = userError.status
      }
    }
    return choices.isEmpty ? .done : status
  }

  private func show(_ device: DeviceDescription, of plugin: String) throws {
    guard studio.manner.isJSON else { return try Console.result(device.row(of: plugin)) }
    try Console.result(device.json(of: plugin).line)
  }

  /// The level of a microphone, until it is cancelled or there is no more sound.
  func meter(_ choice: PluginChoice, _ cancellation: Cancellation) throws -> ExitStatus {
    let microphone = try studio.microphone(choice.reference.text, choice, raw: nil)
    defer { microphone.close() }
    var isShown = false
    let isAtTerminal = !studio.manner.isJSON && isatty(STDOUT_FILENO) == 1
    do {
      let format = try microphone.open(nil, latencyFrames: 0, cancellation: cancellation)
      var level = LevelMeter()
      var check = MicrophoneCheck(format)
      var frames = 0
      while let block = try microphone.read(
        atMost: LevelMeter.windowFrames, cancellation: cancellation)
      {
        frames = block.startFrame + block.sound.frameCount
        if level.take(block.sound) {
          let seconds = Double(frames) / Double(format.rateHertz)
          try show(level, seconds, of: microphone.name, isAtTerminal: isAtTerminal)
          isShown = true
        }
        for fault in check.take(block.sound) {
          if isAtTerminal, isShown { try Console.result("\n") }
          studio.note(fault, of: microphone.name)
        }
      }
    } catch let error as PluginFailure {
      throw UserError(microphone: error)
    }
    if isAtTerminal, isShown { try Console.result("\n") }
    return cancellation.isCancelled ? .interrupted : .done
  }

  private func show(
    _ level: LevelMeter, _ seconds: Double, of name: String, isAtTerminal: Bool
  ) throws {
    let peak = max(-99, level.peakDecibels)
    guard studio.manner.isJSON else {
      let (bar, rest) = Signs.arePlain ? ("#", ".") : ("█", "·")
      let line =
        "\(name)  " + String(repeating: bar, count: level.bars)
        + String(repeating: rest, count: LevelMeter.barCount - level.bars)
        + "  \(Int(peak.rounded())) dB"
      return try Console.result(
        isAtTerminal ? TerminalText(.wipeRow) + TerminalText(line) : TerminalText(line + "\n"))
    }
    try Console.result(level.json(at: seconds, of: name).line)
  }

  /// Measures the delay from an output to a microphone, and keeps it.
  func calibrate(
    _ output: PluginChoice?, _ microphone: PluginChoice?, _ cancellation: Cancellation
  ) throws -> ExitStatus {
    let output = output ?? studio.plugins.deviceByDefault
    let choice = microphone ?? studio.plugins.microphoneByDefault
    let device = DeviceClient(try studio.setup(output), device: output.reference.part)
    let heard: MicrophoneClient
    do throws(PluginSetupError) { heard = try studio.plugins.microphone(choice) } catch {
      throw UserError(error)
    }
    defer { heard.quit() }
    let measured: (measure: LoopMeasure, rateHertz: Int)
    do throws(CalibrationError) {
      measured = try LoopCalibrator(device, heard).run(cancellation)
    } catch {
      if case .cancelled = error { return .interrupted }
      throw UserError(error, microphone: heard.name, output: device.name)
    }
    let calibration = Calibration(
      microphone: choice.reference.text, output: output.reference.text,
      latencySeconds: Double(measured.measure.latencyFrames) / Double(measured.rateHertz),
      decaySeconds: measured.measure.decaySeconds, confidence: measured.measure.confidence)
    do throws(WholeFile.WriteError) {
      try Calibrations(studio.environment).keep(calibration)
    } catch {
      throw UserError("The measure cannot be kept: \(error.system.words).", .cannotCreate)
    }
    try show(calibration)
    return .done
  }

  private func show(_ calibration: Calibration) throws {
    guard studio.manner.isJSON else { return try Console.result(calibration.sentence) }
    try Console.result(calibration.json.line)
  }
}
