import CueModel
import CueScreenplay

/// A microphone that gets the actor's next line before it is opened for it.
public protocol LineMicrophone: Microphone {
  /// The microphone will be opened for `line` next.
  func prepare(_ line: Line)

  /// Whether it says lines by itself; one that stands before another microphone asks that.
  var saysLines: Bool { get }
}

extension LineMicrophone {
  /// It does.
  public var saysLines: Bool { true }
}
