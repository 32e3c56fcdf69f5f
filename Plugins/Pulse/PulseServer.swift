import CPulse
import CueABI
import CuePluginKit

/// The connection to a sound server, served by a thread of libpulse's.
///
/// All is done under one lock, which that thread releases while it waits, and so does any other thread that waits here. It is
/// held for microseconds at a time: any thread may take it, a cancelling one too.
@safe final class PulseServer: @unchecked Sendable {  // its state is touched under its lock only
  /// How long the server may take to answer; a healthy one takes a millisecond.
  static let answerMicroseconds: UInt64 = 3_000_000

  private let loop: OpaquePointer
  private var context: OpaquePointer?
  /// Called, under the lock, when another output or source may be the default.
  var defaultsChanged: ((Defaults) -> Void)?

  /// What streams without a name use.
  struct Defaults {
    var output = ""
    var source = ""
  }

  init() throws(PluginFailure) {
    guard let loop = unsafe pa_threaded_mainloop_new() else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory to reach a sound server.")
    }
    unsafe self.loop = unsafe loop
  }

  deinit {
    locked { disconnect() }
    unsafe pa_threaded_mainloop_stop(loop)
    unsafe pa_threaded_mainloop_free(loop)
  }

  /// Starts the thread.
  func start() throws(PluginFailure) {
    guard unsafe pa_threaded_mainloop_start(loop) == 0 else {
      throw PluginFailure(CUE_E_MEMORY, "No thread could be started for the sound server.")
    }
  }

  /// Runs `body` while nothing else of this connection happens.
  func locked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pa_threaded_mainloop_lock(loop)
    defer { unsafe pa_threaded_mainloop_unlock(loop) }
    return try body()
  }

  /// Makes waiting threads look again.
  func wake() { locked { unsafe pa_threaded_mainloop_signal(loop, 0) } }

  // What follows is called under the lock.

  /// Connects, unless the connection stands; never starts a server.
  func connect() throws(PluginFailure) {
    if isConnected { return }
    disconnect()
    guard let api = unsafe pa_threaded_mainloop_get_api(loop),
      let made = unsafe pa_context_new(api, "Cue")
    else {
      throw PluginFailure(CUE_E_MEMORY, "There is no memory to reach a sound server.")
    }
    unsafe context = unsafe made
    unsafe pa_context_set_state_callback(made, { _, loop in unsafe signal(loop) }, wakeUp)
    let begun = unsafe pa_context_connect(made, nil, PA_CONTEXT_NOAUTOSPAWN, nil)
    let answered = begun == 0 && wait { isConnected || !isGood }
    guard answered, isConnected else {
      let reason = begun == 0 && !answered ? "it does not answer" : lastError
      disconnect()
      throw PluginFailure(
        CUE_E_DEVICE,
        "No sound server can be reached (\(reason)). Start PulseAudio or PipeWire with"
          + " pipewire-pulse, or name a server in PULSE_SERVER.")
    }
    unsafe watchDefaults(made)
  }

  /// Asks the server to report every change of its defaults.
  private func watchDefaults(_ context: OpaquePointer) {
    let pointer = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pa_context_set_subscribe_callback(
      context,
      { context, _, _, server in
        let asked = unsafe pa_context_get_server_info(
          context,
          { _, info, server in
            guard let info = unsafe info, let server = unsafe server else { return }
            unsafe Unmanaged<PulseServer>.fromOpaque(server).takeUnretainedValue()
              .defaultsChanged?(Defaults(info.pointee))
          }, server)
        if let asked = unsafe asked { unsafe pa_operation_unref(asked) }
      }, pointer)
    if let asked = unsafe pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SERVER, nil, nil) {
      unsafe pa_operation_unref(asked)
    }
  }

  /// Whether the server is there.
  var isConnected: Bool {
    guard let context = unsafe context else { return false }
    return unsafe pa_context_get_state(context) == PA_CONTEXT_READY
  }

  private var isGood: Bool {
    guard let context = unsafe context else { return false }
    return unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0
  }

  /// The server's last refusal, in libpulse's words.
  var lastError: String {
    guard let context = unsafe context, let words = unsafe pa_strerror(pa_context_errno(context))
    else { return "no connection" }
    return unsafe String(cString: words)
  }

  private func disconnect() {
    guard let context = unsafe context else { return }
    unsafe pa_context_set_state_callback(context, nil, nil)
    unsafe pa_context_set_subscribe_callback(context, nil, nil)
    unsafe pa_context_disconnect(context)
    unsafe pa_context_unref(context)
    unsafe self.context = nil
  }

  /// The outputs of the server, or its sources: microphones, and monitors of the outputs.
  func devices(capturing: Bool) throws(PluginFailure) -> [DeviceInfo] {
    let defaults = try self.defaults()
    let found = unsafe Findings(wakeUp)
    let pointer = unsafe Unmanaged.passUnretained(found).toOpaque()
    try unsafe finish(
      capturing
        ? pa_context_get_source_info_list(context, { unsafe noteSource($1, $3) }, pointer)
        : pa_context_get_sink_info_list(context, { unsafe noteOutput($1, $3) }, pointer))
    return found.devices.map { device in
      var device = device
      device.isDefault = device.id == (capturing ? defaults.source : defaults.output)
      return device
    }
  }

  /// What streams without a name use just now.
  func defaults() throws(PluginFailure) -> Defaults {
    let found = unsafe Findings(wakeUp)
    try unsafe finish(
      pa_context_get_server_info(
        context,
        { _, info, found in
          if let info = unsafe info { unsafe findings(found).defaults = Defaults(info.pointee) }
          unsafe signal(findings(found).loop)
        }, Unmanaged.passUnretained(found).toOpaque()))
    return found.defaults
  }

  /// The output or source `name`; if there is none, fails and says which there are.
  @discardableResult
  func device(_ name: String, capturing: Bool) throws(PluginFailure) -> DeviceInfo {
    let found = unsafe Findings(wakeUp)
    let pointer = unsafe Unmanaged.passUnretained(found).toOpaque()
    try unsafe finish(
      capturing
        ? pa_context_get_source_info_by_name(context, name, { unsafe noteSource($1, $3) }, pointer)
        : pa_context_get_sink_info_by_name(context, name, { unsafe noteOutput($1, $3) }, pointer))
    if let device = found.devices.first { return device }
    let others = try devices(capturing: capturing).map(\.id).joined(separator: ", ")
    throw PluginFailure(
      CUE_E_DEVICE,
      "The sound server has no \(capturing ? "microphone" : "output") “\(name)”; it has"
        + " \(others.isEmpty ? "none" : others).")
  }

  /// Moves a stream, by its number, to another device.
  func move(_ stream: UInt32, to name: String, capturing: Bool) {
    let moved =
      unsafe capturing
      ? pa_context_move_source_output_by_name(context, stream, name, nil, nil)
      : pa_context_move_sink_input_by_name(context, stream, name, nil, nil)
    if let moved = unsafe moved { unsafe pa_operation_unref(moved) }
  }

  /// Makes a stream that is not connected yet.
  func makeStream(_ title: String, _ format: PulseFormat) -> OpaquePointer? {
    guard let context = unsafe context else { return nil }
    var format = format
    return unsafe pa_stream_new(context, title, &format.specification, &format.channels)
  }

  /// What a callback that has nothing to say but "look again" is given.
  var wakeUp: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(loop) }

  /// Waits for the server's answer.
  func finish(_ operation: OpaquePointer?) throws(PluginFailure) {
    guard let operation = unsafe operation else { throw lost() }
    defer { unsafe pa_operation_unref(operation) }
    let answered = wait { unsafe pa_operation_get_state(operation) != PA_OPERATION_RUNNING }
    if !answered { unsafe pa_operation_cancel(operation) }
    guard unsafe pa_operation_get_state(operation) == PA_OPERATION_DONE else { throw lost() }
  }

  /// Why nothing goes on.
  func lost() -> PluginFailure {
    isConnected
      ? PluginFailure(CUE_E_DEVICE, "The sound server does not answer.")
      : PluginFailure(
        CUE_E_DEVICE,
        "The sound server went away. Start it again, then open the device again.")
  }

  /// Why `stream` has made no progress for as long as a server may take.
  ///
  /// - Parameters:
  ///   - stream: the stream
  ///   - device: the name of its sink or source
  ///   - command: the command of pactl that suspends and wakes the device
  ///   - fault: what is wrong if the device is not suspended, as the end of a sentence
  /// - Returns: the failure
  func stalled(
    _ stream: OpaquePointer, _ device: String, wakesBy command: String, else fault: String
  ) -> PluginFailure {
    if !isConnected { return lost() }
    if unsafe pa_stream_is_suspended(stream) == 1 {
      return PluginFailure(
        CUE_E_DEVICE,
        "“\(device)” is suspended on the sound server: something has put it to sleep, or has it for"
          + " itself. Wake it ('pactl \(command) \(device) 0'), or choose another one.")
    }
    do throws(PluginFailure) { _ = try defaults() } catch { return lost() }
    return PluginFailure(CUE_E_DEVICE, "“\(device)” \(fault).")
  }

  /// Waits until `isDone`, as long as a server may take; false if that was not enough.
  func wait(until isDone: () -> Bool) -> Bool {
    let deadline = pa_rtclock_now() + Self.answerMicroseconds
    let alarm = unsafe pa_context_rttime_new(
      context, deadline, { _, _, _, loop in unsafe signal(loop) }, wakeUp)
    defer {
      if let alarm = unsafe alarm {
        unsafe pa_threaded_mainloop_get_api(loop).pointee.time_free(alarm)
      }
    }
    while !isDone() {
      if pa_rtclock_now() >= deadline { return false }
      waitForAnything()
    }
    return true
  }

  /// Waits until something has happened, whatever it is.
  func waitForAnything() { unsafe pa_threaded_mainloop_wait(loop) }
}

extension PulseServer.Defaults {
  fileprivate init(_ info: pa_server_info) {
    if let name = unsafe info.default_sink_name { output = unsafe String(cString: name) }
    if let name = unsafe info.default_source_name { source = unsafe String(cString: name) }
  }
}

/// What the server has said of its devices.
@safe private final class Findings {
  let loop: UnsafeMutableRawPointer
  var defaults = PulseServer.Defaults()
  var devices: [DeviceInfo] = []

  init(_ loop: UnsafeMutableRawPointer) { unsafe self.loop = unsafe loop }
}

private func findings(_ pointer: UnsafeMutableRawPointer?) -> Findings {
  guard let pointer = unsafe pointer else { preconditionFailure("an answer without a question") }
  return unsafe Unmanaged<Findings>.fromOpaque(pointer).takeUnretainedValue()
}

private func noteOutput(_ info: UnsafePointer<pa_sink_info>?, _ found: UnsafeMutableRawPointer?) {
  guard let sink = unsafe info?.pointee, let name = unsafe sink.name else {  // the end of the list
    unsafe signal(findings(found).loop)
    return
  }
  let id = unsafe String(cString: name)
  unsafe findings(found).devices.append(
    DeviceInfo(
      id: id, name: sink.description.map { unsafe String(cString: $0) } ?? id,
      rateHertz: sink.sample_spec.rate, channels: UInt32(sink.sample_spec.channels),
      isDefault: false))
}

private func noteSource(
  _ info: UnsafePointer<pa_source_info>?, _ found: UnsafeMutableRawPointer?
) {
  guard let source = unsafe info?.pointee, let name = unsafe source.name else {
    unsafe signal(findings(found).loop)
    return
  }
  let id = unsafe String(cString: name)
  unsafe findings(found).devices.append(
    DeviceInfo(
      id: id, name: source.description.map { unsafe String(cString: $0) } ?? id,
      rateHertz: source.sample_spec.rate, channels: UInt32(source.sample_spec.channels),
      isDefault: false, captures: true, isMonitor: source.monitor_of_sink != UInt32.max))
}

/// Wakes waiting threads, from a callback.
func signal(_ loop: UnsafeMutableRawPointer?) {
  unsafe pa_threaded_mainloop_signal(OpaquePointer(loop), 0)
}
