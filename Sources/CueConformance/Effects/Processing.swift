import CueABI
import CuePlugins

/// The output of an effect.
struct Processed {
  var status: Int32
  var sentence: String
  var samples: [Float] = []
  /// Where the requested frames are heard.
  var places: [Int] = []
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

  /// Hands over one block; `guarded`: input and output end at pages that cannot be accessed.
  func process(
    _ samples: [Float], capacity: Int = 4096, instance: UInt32 = 1, guarded: Bool = false,
    changes: [(frame: Int, parameter: UInt32, value: Double)] = [], asking frames: [Int] = []
  ) throws -> Processed {
    try processed(CUE_MSG_PROCESS, instance) {
      $0.sound(CUE_TAG_SOUND, Signals.floatBytes(samples))
      $0.u32(CUE_TAG_CAPACITY, UInt32(capacity))
      for change in changes {
        $0.group(CUE_TAG_PARAM_EVENT) {
          $0.u32(CUE_TAG_OFFSET, UInt32(change.frame))
          $0.u32(CUE_TAG_FIELD, change.parameter)
          $0.f64(CUE_TAG_VALUE, change.value)
        }
      }
      for frame in frames { $0.u64(CUE_TAG_FRAME, UInt64(frame)) }
      if guarded { $0.u32(CUE_TAG_GUARD, 1) }
    }
  }

  /// Takes the rest of the output.
  func flush(capacity: Int = 4096, instance: UInt32 = 1) throws -> Processed {
    try processed(CUE_MSG_FLUSH, instance) { $0.u32(CUE_TAG_CAPACITY, UInt32(capacity)) }
  }

  private func processed(
    _ type: UInt32, _ instance: UInt32, _ body: (inout MessageWriter) -> Void
  ) throws -> Processed {
    let answer = try ask(type, instance: instance, body)
    var processed = Processed(status: answer.status, sentence: answer.sentence)
    for message in answer.messages where message.type == CUE_MSG_SOUND {
      processed.samples += Signals.floats(message.sound(CUE_TAG_SOUND))
    }
    processed.places = try answer.done.u64s(CUE_TAG_FRAME).map { Int(clamping: $0) }
    return processed
  }

  /// Sends sound of any format through an effect that is configured, in blocks of this length, and takes the rest.
  func send(
    _ samples: [Float], channels: Int, blockFrames: Int = 1024, instance: UInt32 = 1,
    changes: [(frame: Int, parameter: UInt32, value: Double)] = []
  ) throws -> [Float] {
    var output: [Float] = []
    let frames = samples.count / channels
    for at in stride(from: 0, to: frames, by: blockFrames) {
      let end = min(at + blockFrames, frames)
      let made = try process(
        Array(samples[at * channels..<end * channels]), instance: instance,
        changes: changes.filter { (at..<end).contains($0.frame) }.map {
          ($0.frame - at, $0.parameter, $0.value)
        })
      try bench.require(
        made.status == CUE_OK, "It is processed.",
        "It answered \(Status.name(made.status)): \(made.sentence)")
      output += made.samples
    }
    return output + (try flush(instance: instance).samples)
  }

  /// Sends sound of one channel at 48 kHz through the effect, in blocks of these lengths in turn, and takes the rest.
  func run(_ samples: [Float], blocks: [Int] = [1024]) throws -> [Float] {
    let answer = try configure(rateHertz: 48_000, channels: 1, mostFrames: 4096)
    try bench.require(
      answer.status == CUE_OK, "It takes sound of one channel at 48,000 Hz.",
      "It answered \(Status.name(answer.status)): \(answer.sentence)")
    return try pass(samples, blocks: blocks)
  }

  /// The same, without configuring the effect.
  func pass(_ samples: [Float], blocks: [Int] = [1024]) throws -> [Float] {
    var output: [Float] = []
    var at = 0
    var turn = 0
    while at < samples.count {
      let end = min(at + blocks[turn % blocks.count], samples.count)
      let made = try process(Array(samples[at..<end]))
      try bench.require(
        made.status == CUE_OK, "It is processed.",
        "It answered \(Status.name(made.status)): \(made.sentence)")
      output += made.samples
      at = end
      turn += 1
    }
    return output + (try flush().samples)
  }
}
