import CuePluginKit
import Glibc

/// How long and how high sound becomes.
public struct StretchSetting: Equatable, Sendable {
  /// The input's length over the output's.
  public var tempo: Double
  /// Semitones.
  public var pitchSemitones: Double
  /// How far the formants are moved, whatever the pitch does, in semitones; only by engines that can.
  public var formantSemitones = 0.0
  /// A choice of the engine's own.
  public var choice: Int

  /// Sound as long and as high as that.
  public init(tempo: Double = 1, pitchSemitones: Double = 0, choice: Int = 0) {
    self.tempo = tempo
    self.pitchSemitones = pitchSemitones
    self.choice = choice
  }

  /// Whether sound stays unchanged.
  public var isIdentity: Bool { tempo == 1 && pitchSemitones == 0 && formantSemitones == 0 }

  /// 2^(semitones / 12).
  public var pitchFactor: Double {
    // The common case is exact.
    pitchSemitones == 0 ? 1 : exp2(pitchSemitones / 12)
  }
}

/// A library that makes sound longer or shorter, fed in blocks of one size.
///
/// The ``Stretcher`` keeps it from the rest: from how the host cuts sound into blocks, from where sound begins and ends, and
/// from being asked to change nothing.
public protocol StretchEngine: AnyObject {
  /// Frames that it is fed at once.
  var blockFrames: Int { get }
  /// The most of the sound before a run that it is fed first: this much of the input is kept.
  var mostLeadFrames: Int { get }

  /// Makes what a run with `setting` will need, where it can: called before the sound that the setting is for, and free to
  /// allocate, which nothing else here is.
  func prepare(_ setting: StretchSetting)

  /// Starts again with `setting`, which is not an identity.
  ///
  /// `leadFrames`: how much of the sound before, or silence if there is none, it is fed first. `dropFrames`: how much of
  /// its output belongs to that, and is dropped.
  func begin(_ setting: StretchSetting) -> (leadFrames: Int, dropFrames: Int)

  /// Takes frames, at most ``blockFrames``.
  func feed(_ frames: UnsafeBufferPointer<Float>)

  /// Appends all it has made to `output`.
  func take(_ output: FrameQueue)

  /// How many frames after a change it must have been fed before ``change(to:)``, so that the change counts from its frame
  /// on; nil if it has to start again for it.
  func reach(from old: StretchSetting, to new: StretchSetting) -> Int?

  /// Goes on with another setting.
  func change(to setting: StretchSetting)
}

extension StretchEngine {
  /// More than any engine wants.
  public var mostLeadFrames: Int { 1 << 15 }
  /// It needs nothing more.
  public func prepare(_ setting: StretchSetting) {}
  /// It starts again.
  public func reach(from old: StretchSetting, to new: StretchSetting) -> Int? { nil }
  /// Never called.
  public func change(to setting: StretchSetting) {}
}
