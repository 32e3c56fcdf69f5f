extension Session {
  /// Lets the plugin do a short piece of its usual work, and waits for its end.
  @discardableResult
  func work(instance: UInt32 = 1) throws -> Int32 {
    switch bench.voice.subject {
    case .voice: return try speak(SpokenRequest("Good evening."), instance: instance).status
    case .recognizer:
      return try listen(Signals.noise(frames: 8000, level: 0.05, seed: 1), instance: instance)
        .status
    case .effect:
      let answer = try configure(rateHertz: 48000, channels: 1, mostFrames: 512, instance: instance)
      guard answer.status >= 0 else { return answer.status }
      return try process(
        Signals.tone(frames: 512, hertz: 440, rateHertz: 48000), instance: instance
      )
      .status
    case .device, .library, .plugin, nil: return try workDevice(instance: instance)
    }
  }
}
