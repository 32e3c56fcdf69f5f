// SPDX-License-Identifier: MIT

import CueABI
import Synchronization

/// Whether the call under way was asked to end; any thread may say so.
///
/// A cancel names a call by its number, so one that comes before that call begins counts, and one of another call does not.
public final class CancelFlag: Sendable {
  private let call = Atomic<UInt64>(0)
  private let cancelled = Atomic<UInt64>(0)
  private let isStopped = Atomic<Bool>(false)
  init() {}
  /// One that is never set, for work that is done to its end.
  public static let never = CancelFlag()
  /// Whether the call under way was asked to end.
  public var isSet: Bool {
    if isStopped.load(ordering: .acquiring) { return true }
    let call = call.load(ordering: .sequentiallyConsistent)
    return call != 0 && cancelled.load(ordering: .sequentiallyConsistent) == call
  }
  /// The call with that number begins; 0 cannot be cancelled.
  func begin(_ number: UInt64) {
    isStopped.store(false, ordering: .releasing)
    call.store(number, ordering: .sequentiallyConsistent)
  }
  /// The sink has said stop.
  func stop() { isStopped.store(true, ordering: .releasing) }
  /// Cancels the call with that number, and says whether it has begun.
  func cancel(_ number: UInt64) -> Bool {
    cancelled.store(number, ordering: .sequentiallyConsistent)
    return number != 0 && call.load(ordering: .sequentiallyConsistent) == number
  }
}

/// Where a voice puts its sound, while ``VoicePlugin/speak(_:into:)`` runs and no longer.
///
/// Every call answers whether to go on. After a `false`, return soon.
@safe public struct SpeechSink {
  private let table: UnsafePointer<cue_speech_sink>
  /// Set when the request was cancelled.
  public let cancelFlag: CancelFlag

  init(_ table: UnsafePointer<cue_speech_sink>, _ cancelFlag: CancelFlag) {
    unsafe self.table = unsafe table
    self.cancelFlag = cancelFlag
  }

  /// A stop is a cancel that comes by another way: `speak` then ends as cancelled, too.
  private func goesOn(_ answer: Int32) -> Bool {
    if answer != CUE_CONTINUE { cancelFlag.stop() }
    return !cancelFlag.isSet
  }

  /// Says that 16-bit sound of that rate and channel count follows.
  ///
  /// First, once.
  public func begin16Bit(rateHertz: UInt32, channels: UInt32 = 1) -> Bool {
    begin(CUE_SAMPLE_S16, rateHertz, channels)
  }

  /// Says that 32-bit float sound of that rate and channel count follows.
  ///
  /// First, once.
  public func beginFloat(rateHertz: UInt32, channels: UInt32 = 1) -> Bool {
    begin(CUE_SAMPLE_F32, rateHertz, channels)
  }

  private func begin(_ sample: UInt32, _ rate: UInt32, _ channels: UInt32) -> Bool {
    var format = cue_audio_format(
      struct_size: UInt32(MemoryLayout<cue_audio_format>.size), sample: sample, rate: rate,
      channels: channels)
    return unsafe goesOn(table.pointee.begin(table.pointee.data, &format))
  }

  /// Hands on 16-bit sound, interleaved.
  public func sound(_ samples: UnsafeBufferPointer<Int16>, channels: Int = 1) -> Bool {
    unsafe goesOn(
      table.pointee.audio(
        table.pointee.data, samples.baseAddress, UInt32(samples.count / channels)))
  }

  /// Hands on 16-bit sound, interleaved.
  public func sound(_ samples: [Int16], channels: Int = 1) -> Bool {
    unsafe samples.withUnsafeBufferPointer { unsafe sound($0, channels: channels) }
  }

  /// Hands on float sound, interleaved.
  public func sound(_ samples: [Float], channels: Int = 1) -> Bool {
    unsafe samples.withUnsafeBufferPointer {
      unsafe goesOn(
        table.pointee.audio(table.pointee.data, $0.baseAddress, UInt32($0.count / channels)))
    }
  }

  /// Reports that something begins at `frame`, before or with the sound that holds that frame.
  ///
  /// - Parameters:
  ///   - kind: one kind of event
  ///   - frame: frames since the utterance began
  ///   - textRange: byte offsets into the request's text
  ///   - name: a mark's or phoneme's name
  ///   - frames: how long it lasts; 0 where that is not known
  ///   - value: a number of it, such as a phoneme's stress; 0 for none
  ///   - alphabet: how a phoneme is written
  /// - Returns: whether to go on
  public func event(
    _ kind: EventKinds, atFrame frame: UInt64, textRange: Range<Int>, name: String = "",
    frames: UInt64 = 0, value: Double = 0, alphabet: PhonemeAlphabet = .engine
  ) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        var event = unsafe cue_speech_event(
          struct_size: UInt32(MemoryLayout<cue_speech_event>.size), type: kind.rawValue,
          frame: frame, frames: frames, text_offset: UInt32(textRange.lowerBound),
          text_length: UInt32(textRange.count),
          name: cue_text(
            bytes: characters.baseAddress, length: UInt32(characters.count), reserved: 0),
          value: value, alphabet: alphabet.rawValue, reserved: 0)
        return unsafe goesOn(table.pointee.event(table.pointee.data, &event))
      }
    }
  }

  /// Reports that `field` was brought to the nearest possible value.
  public func clamped(_ field: SpeechField, to value: Double) {
    honoured(field, CUE_HONOURED_CLAMPED, value, "")
  }

  /// Reports that `field` was not used.
  public func ignored(_ field: SpeechField) {
    honoured(field, CUE_HONOURED_IGNORED, 0, "")
  }

  /// Reports that something else was used for `field`.
  public func replaced(_ field: SpeechField, by text: String) {
    honoured(field, CUE_HONOURED_REPLACED, 0, text)
  }

  private func honoured(_ field: SpeechField, _ outcome: UInt32, _ value: Double, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        var honoured = unsafe cue_honoured(
          struct_size: UInt32(MemoryLayout<cue_honoured>.size), field: field.rawValue,
          outcome: outcome, reserved: 0, value: value,
          text: cue_text(
            bytes: characters.baseAddress, length: UInt32(characters.count), reserved: 0))
        _ = unsafe table.pointee.honoured(table.pointee.data, &honoured)
      }
    }
  }
}
