import CueABI
import CuePluginKit
import Glibc

/// Plays to and captures from files and pipes: a sound card for tests, and for machines without one.
///
/// The id of a device is a path. A file that was captured from goes on where it was when its stream is opened again, and one that was
/// played to gets what comes next at its end, so that a session may open a stream for every turn.
final class FileDevice: DevicePlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "file", name: "Files and pipes", version: "1.0",
      licence: "Apache-2.0 AND BSD-2-Clause",
      summary: "Plays to and captures from files and pipes, in real time or as fast as possible.",
      concurrency: .perInstance, determinism: .always)
  }

  static var parameters: [Parameter] { FileSettings.parameters }
  static let captures = true

  private var settings = FileSettings()
  private var source: SoundSource?
  private var sink: SoundSink?
  private var kept: FileCapture?
  // Asked on any thread.
  private let streams = StreamPair()

  init(host: PluginHost) {}

  func set(_ id: UInt32, to value: ParameterValue) throws(PluginFailure) {
    try settings.set(id, to: value)
    kept = nil
    if id == 3 { (source, sink) = (nil, nil) }
  }

  func devices() -> [DeviceInfo] {
    [(settings.input, true), (settings.output, false)].filter { !$0.0.isEmpty }.map {
      DeviceInfo(
        id: $0, name: "The file \($0)", rateHertz: 0, channels: 0, isDefault: true, captures: $1)
    }
  }

  func open(_ request: DeviceRequest) throws(PluginFailure) {
    close()
    let usual = request.captures ? settings.input : settings.output
    let path = request.device.isEmpty ? usual : request.device
    guard !path.isEmpty else {
      throw PluginFailure(
        CUE_E_DEVICE,
        request.captures
          ? "No file is named: name it as in file:take.wav, or set input."
          : "No file is named: name it as in file:heard.wav, or set output.")
    }
    if request.captures {
      try streams.set(capture: capture(path, request))
    } else {
      if sink?.path != path { sink = try SoundSink(path, raw: settings.raw, request.format) }
      guard let sink else { preconditionFailure("it was just made") }
      try streams.set(playback: FilePlayback(sink, settings, request))
    }
  }

  private func capture(_ path: String, _ request: DeviceRequest) throws(PluginFailure)
    -> FileCapture
  {
    if let kept, kept.path == path, kept.format == request.format {
      kept.begin()
      return kept
    }
    if source?.path != path { source = try SoundSource(path, raw: settings.raw) }
    guard let source else { preconditionFailure("it was just made") }
    let capture = FileCapture(
      source, settings, request.format, latencyFrames: request.latencyFrames)
    kept = capture
    return capture
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    unsafe try playing.write(bytes, frames: frames, cancelled: cancelled)
  }

  func read(
    _ bytes: UnsafeMutableRawBufferPointer, frames: Int, cancelled: CancelFlag
  ) throws(PluginFailure) -> Int {
    guard let capture = streams.capture else { throw FileDevice.notOpen }
    defer { streams.noteRead(capture.frames) }
    return unsafe try capture.read(bytes, frames: frames, cancelled: cancelled)
  }

  var position: UInt64 { streams.position }
  var latencyFrames: UInt32 { streams.waitingFrames }

  var state: DeviceState? {
    if let playback = streams.playback {
      return DeviceState(xruns: playback.xruns, device: sink?.path ?? "")
    }
    return streams.capture.map { DeviceState(device: $0.path) }
  }

  func drain(cancelled: CancelFlag) throws(PluginFailure) {
    try playing.drain(cancelled: cancelled)
  }

  func flush() throws(PluginFailure) {
    if let capture = streams.capture {
      try capture.flush()
      streams.noteRead(capture.frames)
    } else {
      try playing.flush()
    }
  }

  func close() {
    streams.playback?.close()
    streams.clear()
  }

  private static let notOpen = PluginFailure(
    CUE_E_STATE, "The device is not open: open it before it is used.")

  private var playing: FilePlayback {
    get throws(PluginFailure) {
      guard let playback = streams.playback else { throw FileDevice.notOpen }
      return playback
    }
  }

  deinit { close() }
}
