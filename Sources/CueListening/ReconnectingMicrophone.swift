import CueModel

/// A microphone that comes back: where it is unplugged, or its plugin dies, it is opened again as soon as that can be done.
///
/// The time without it counts as lost frames of the sound that comes next, so that times stay right.
public final class ReconnectingMicrophone: Microphone {
  /// What is worth telling.
  public enum Note: Sendable {
    /// It is gone, because of this; it is tried again from now on.
    case lost(PluginFailure)
    /// It is back, after this many seconds.
    case back(afterSeconds: Double)
  }

  /// How often it is tried, in milliseconds.
  public static let retryMilliseconds = 500

  private let microphone: any Microphone
  private let clock: any MonotonicTime
  private let patienceSeconds: Double
  private let note: (Note) -> Void
  private var format: AudioFormat?
  /// What it gave when it was open last.
  private var lastFormat: AudioFormat?
  private var latencyFrames = 0
  /// Frames before the stream that is open now.
  private var base = 0
  /// Frames since the first opening.
  private var frames = 0
  /// Since it is gone, and why.
  private var loss: (at: Int64, failure: PluginFailure)?

  /// `microphone`; if it goes, it is waited for.
  ///
  /// - Parameters:
  ///   - microphone: what is opened and read
  ///   - clock: measures how long it was gone
  ///   - patienceSeconds: after this long without it, its failure is thrown
  ///   - note: takes when it goes and when it is back, on the thread that reads
  public init(
    _ microphone: any Microphone, clock: any MonotonicTime, patienceSeconds: Double = .infinity,
    note: @escaping (Note) -> Void = { _ in }
  ) {
    self.microphone = microphone
    self.clock = clock
    self.patienceSeconds = patienceSeconds
    self.note = note
  }

  /// Its name, for people.
  public var name: String { microphone.name }
  /// Whether sound comes even if it is not read.
  public var isLive: Bool { microphone.isLive }
  /// Whether it is gone just now.
  public var isLost: Bool { loss != nil }

  /// Opens it.
  ///
  /// That it is not there at the beginning is the caller's to know; once it was there, it is waited for.
  public func open(
    _ wanted: AudioFormat?, latencyFrames: Int, cancellation: Cancellation
  ) throws -> AudioFormat {
    loss = nil
    base = 0
    frames = 0
    pendingFrames = 0
    self.latencyFrames = latencyFrames
    do {
      let format = try microphone.open(
        wanted, latencyFrames: latencyFrames, cancellation: cancellation)
      self.format = format
      lastFormat = format
      return format
    } catch let failure as PluginFailure where ReconnectingMicrophone.mayComeBack(failure) {
      guard let known = lastFormat, wanted == nil || wanted == known else { throw failure }
      format = known
      loss = (clock.milliseconds, failure)
      note(.lost(failure))
      return known
    }
  }

  /// Waits for sound, and for the microphone where it is gone; nil at the end of its sound, and when cancelled.
  public func read(atMost most: Int, cancellation: Cancellation) throws -> CapturedSound? {
    guard let format else { preconditionFailure("no stream is open") }
    while true {
      var lostFrames = 0
      if loss != nil {
        guard let lost = try comeBack(format, cancellation) else { return nil }
        lostFrames = lost
      }
      do {
        guard var sound = try microphone.read(atMost: most, cancellation: cancellation) else {
          // Cancelled before it said anything: what was lost is reported with the next sound.
          pendingFrames += lostFrames
          return nil
        }
        sound.startFrame += base
        sound.lostFrames += lostFrames + pendingFrames
        if lostFrames + pendingFrames > 0 { sound.xruns += 1 }
        pendingFrames = 0
        frames = sound.startFrame + sound.sound.frameCount
        return sound
      } catch let failure as PluginFailure where ReconnectingMicrophone.mayComeBack(failure) {
        pendingFrames += lostFrames
        loss = (clock.milliseconds, failure)
        note(.lost(failure))
      }
    }
  }

  /// Lost frames that were not reported with any sound yet.
  private var pendingFrames = 0

  /// Tries until it is open, and says how many frames have passed; nil if that was cancelled.
  private func comeBack(
    _ format: AudioFormat, _ cancellation: Cancellation
  ) throws -> Int? {
    while let (start, failure) = loss {
      let seconds = Double(clock.milliseconds - start) / 1000
      guard seconds < patienceSeconds else {
        loss = nil
        throw failure
      }
      do {
        _ = try microphone.open(format, latencyFrames: latencyFrames, cancellation: cancellation)
        loss = nil
        let passed = max(0, format.frames(inSeconds: seconds))
        base = frames + pendingFrames + passed
        note(.back(afterSeconds: seconds))
        return passed
      } catch let failure as PluginFailure where ReconnectingMicrophone.mayComeBack(failure) {
        guard !cancellation.isCancelled else { return nil }
        clock.wait(
          milliseconds: ReconnectingMicrophone.retryMilliseconds, cancellation: cancellation)
        guard !cancellation.isCancelled else { return nil }
      }
    }
    preconditionFailure("it is lost, or it is back")
  }

  /// Whether what failed like this may work in a while: the device is gone, or the plugin's process is.
  static func mayComeBack(_ failure: PluginFailure) -> Bool {
    switch failure.kind {
    case .refused(let status): [.device, .busy, .timeout, .inputOutput].contains(status)
    case .crashed, .exited, .hung: true
    default: false
    }
  }

  /// Drops what was captured and not read.
  public func flush() throws {
    guard loss == nil else { return }
    do { try microphone.flush() } catch let failure as PluginFailure
      where ReconnectingMicrophone.mayComeBack(failure)
    {
      loss = (clock.milliseconds, failure)
      note(.lost(failure))
    }
  }

  /// Ends the stream.
  public func close() {
    loss = nil
    pendingFrames = 0
    format = nil
    microphone.close()
  }
}
