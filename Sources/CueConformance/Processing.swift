import CueABI
import CuePlugins

/// What an effect made of a block.
struct Block {
  let status: Int32
  let usedFrames: Int
  let samples: [Float]
  let answer: Answer
}

extension Session {
  func configure(
    rateHertz: Int, channels: Int, mostFrames: Int, instance: UInt32 = 1
  ) throws -> Answer {
    try ask(CUE_MSG_CONFIGURE, instance: instance) {
      $0.u32(CUE_TAG_RATE, UInt32(rateHertz))
      $0.u32(CUE_TAG_CHANNELS, UInt32(channels))
      $0.u32(CUE_TAG_MAX_FRAMES, UInt32(mostFrames))
    }
  }

  func process(
    _ samples: [Float], capacity: Int? = nil, instance: UInt32 = 1,
    changes: [(frame: Int, parameter: UInt32, value: Double)] = [], guarded: Bool = false
  ) throws -> Block {
    let answer = try ask(CUE_MSG_PROCESS, instance: instance) {
      $0.sound(CUE_TAG_SOUND, Signals.floatBytes(samples))
      $0.u32(CUE_TAG_CAPACITY, UInt32(capacity ?? samples.count))
      for change in changes {
        $0.group(CUE_TAG_PARAM_EVENT) {
          $0.u32(CUE_TAG_OFFSET, UInt32(change.frame))
          $0.u32(CUE_TAG_FIELD, change.parameter)
          $0.f64(CUE_TAG_VALUE, change.value)
        }
      }
      if guarded { $0.u32(CUE_TAG_GUARD, 1) }
    }
    return try Block(answer)
  }

  func flush(capacity: Int, instance: UInt32 = 1, guarded: Bool = false) throws -> Block {
    try Block(
      ask(CUE_MSG_FLUSH, instance: instance) {
        $0.u32(CUE_TAG_CAPACITY, UInt32(capacity))
        if guarded { $0.u32(CUE_TAG_GUARD, 1) }
      })
  }
}

extension Block {
  init(_ answer: Answer) throws {
    self.answer = answer
    status = answer.status
    usedFrames = Int(try answer.done.u32(CUE_TAG_USED) ?? 0)
    samples = Signals.floats(answer.done.sound(CUE_TAG_SOUND))
  }
}
