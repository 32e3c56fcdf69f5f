import CueModel

/// Learns what a microphone captures while a ``TurnListener`` uses it.
///
/// Calls come on the thread of that listener.
public protocol MicrophoneWatcher: AnyObject {
  /// The microphone was opened, and gives sound of `format`.
  func microphoneOpened(_ format: AudioFormat)
  /// The microphone gave `sound`, which is listened to after this call.
  func captured(_ sound: CapturedSound)
  /// The microphone was closed.
  func microphoneClosed()
}
