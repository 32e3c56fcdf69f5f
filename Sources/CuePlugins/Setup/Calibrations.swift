import CueSystem

/// The delay with which a microphone hears a device, and how long the sound lasts, as measured.
public struct Calibration: Equatable, Sendable {
  /// The microphone, as in `pulse:alsa_input.usb`; the default one is `pulse`.
  public var microphone: String
  /// The output, as in `pulse:alsa_output.pci`.
  public var output: String
  /// From the writing of a frame to the capture of its sound, in seconds.
  public var latencySeconds: Double
  /// The time in which the room's sound falls by 60 dB (RT60), in seconds; nil if it was lost in noise.
  public var decaySeconds: Double?
  /// The confidence of the measurement, 0…1.
  public var confidence: Double

  /// A measurement.
  public init(
    microphone: String, output: String, latencySeconds: Double, decaySeconds: Double?,
    confidence: Double
  ) {
    self.microphone = microphone
    self.output = output
    self.latencySeconds = latencySeconds
    self.decaySeconds = decaySeconds
    self.confidence = confidence
  }
}

/// The user's measurements, in the file `calibration.tsv` beside cue.conf: a line for each microphone and output.
public struct Calibrations: Sendable {
  private let path: String
  private let folder: String

  /// The measurements of the user of `environment`.
  public init(_ environment: UserEnvironment) {
    folder = environment.configurationFolder
    path = folder + "/calibration.tsv"
  }

  /// All measurements; lines that cannot be read are left out; without a file, there are none.
  public func all() -> [Calibration] {
    guard let bytes = try? WholeFile.read(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5, let latency = Double(fields[2]), latency.isFinite,
        let confidence = Double(fields[4])
      else { return nil }
      return Calibration(
        microphone: fields[0], output: fields[1], latencySeconds: latency / 1000,
        decaySeconds: Double(fields[3]).map { $0 / 1000 }, confidence: confidence)
    }
  }

  /// The measurement from `output` to `microphone`; nil if there is none.
  public func measure(microphone: String, output: String) -> Calibration? {
    all().last { $0.microphone == microphone && $0.output == output }
  }

  /// Keeps `calibration` in place of an earlier one of these devices.
  package func keep(_ calibration: Calibration) throws(WholeFile.WriteError) {
    do throws(WholeFile.FolderError) { try WholeFile.makeFolder(folder) } catch {
      throw .cannotCreate(error.system)
    }
    try SharedFile.change(
      path,
      refusing: { failure in
        switch failure {
        case .locking(let error): WholeFile.WriteError.cannotCreate(error)
        case .writing(let error): error
        }
      }
    ) { () throws(WholeFile.WriteError) in
      let others = all().filter {
        $0.microphone != calibration.microphone || $0.output != calibration.output
      }
      let text = (others + [calibration]).map { Calibrations.line($0) }.joined()
      return ((), Array(text.utf8))
    }
  }

  private static func line(_ calibration: Calibration) -> String {
    func milliseconds(_ seconds: Double) -> String { String((seconds * 10_000).rounded() / 10) }
    return [
      calibration.microphone, calibration.output, milliseconds(calibration.latencySeconds),
      calibration.decaySeconds.map(milliseconds) ?? "-",
      String((calibration.confidence * 1000).rounded() / 1000),
    ].joined(separator: "\t") + "\n"
  }
}
