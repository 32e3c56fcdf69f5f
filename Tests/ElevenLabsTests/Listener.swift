import CueABI

@testable import CuePluginKit

/// Hears what a plugin says.
@safe final class Listener {
  struct Event: Equatable {
    var frame: UInt64
    var textRange: Range<Int>
    /// How much sound had come before it.
    var framesBefore: Int
  }

  struct Honoured {
    var field: UInt32
    var outcome: UInt32
    var value: Double
  }

  let cancelFlag = CancelFlag()
  private let table = UnsafeMutablePointer<cue_speech_sink>.allocate(capacity: 1)
  var rates: [UInt32] = []
  var pieces: [[Int16]] = []
  var events: [Event] = []
  var honoured: [Honoured] = []
  var onSound: () -> Void = {}
  var answer = CUE_CONTINUE

  var samples: [Int16] { pieces.flatMap { $0 } }
  var sink: SpeechSink { unsafe SpeechSink(table, cancelFlag) }

  init() {
    unsafe table.initialize(
      to: cue_speech_sink(
        struct_size: UInt32(MemoryLayout<cue_speech_sink>.size), reserved: 0,
        data: Unmanaged.passUnretained(self).toOpaque(),
        begin: { data, format in
          let listener = unsafe listener(data)
          unsafe listener.rates.append(format.pointee.rate)
          return listener.answer
        },
        audio: { data, samples, frames in
          let listener = unsafe listener(data)
          if let samples = unsafe samples {
            let sound = unsafe samples.assumingMemoryBound(to: Int16.self)
            unsafe listener.pieces.append(
              Array(UnsafeBufferPointer(start: sound, count: Int(frames))))
          }
          listener.onSound()
          return listener.answer
        },
        event: { data, event in
          let listener = unsafe listener(data)
          let event = unsafe event.pointee
          let start = unsafe Int(event.text_offset)
          unsafe listener.events.append(
            Event(
              frame: event.frame, textRange: start..<start + Int(event.text_length),
              framesBefore: listener.samples.count))
          return listener.answer
        },
        honoured: { data, honoured in
          let honoured = unsafe honoured.pointee
          unsafe listener(data).honoured.append(
            Honoured(field: honoured.field, outcome: honoured.outcome, value: honoured.value))
          return CUE_CONTINUE
        }))
  }

  /// The sink as C has it.
  func withTable<Result>(_ body: (UnsafePointer<cue_speech_sink>) -> Result) -> Result {
    unsafe body(UnsafePointer(table))
  }

  deinit { unsafe table.deallocate() }
}

private func listener(_ data: UnsafeMutableRawPointer?) -> Listener {
  guard let data = unsafe data else { preconditionFailure("a sink was called without its data") }
  return unsafe Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
}
