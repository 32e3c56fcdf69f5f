import CueABI
import CuePlugins

/// Checks of a sound device: cancelled, random, long, and with other hosts.
enum DeviceHarshChecks {
  static let all = use + hosts

  private static let use: [Check] = [
    Check(
      "device-cancel", level: 5,
      "A user who stops a rehearsal must not wait for the sound.",
      "Ten seconds are played and a second is captured, and both are cancelled, three times. At least once, each ends within two seconds. This limit is long, so that a busy machine fails no plugin; device-cancel-soon has a shorter one. Afterwards the stream still works."
    ) { bench in try cancels(bench, within: 2000) },
    Check(
      "device-cancel-soon", level: 9,
      "An actor who interrupts a partner must not wait.",
      "Ten seconds are played and a second is captured, and both are cancelled, three times. At least once, each ends within 100 ms."
    ) { bench in try cancels(bench, within: 100) },
    Check(
      "device-fuzz", level: 6,
      "There are too many orders of calls to test by hand.",
      "Two hundred calls are made in random order, with random formats and lengths: open, write, read, drop, close and position. Each ends with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      var format = DeviceFormat()
      for _ in 1...200 {
        let status: Int32
        switch Int.random(in: 0...5, using: &bench.chance) {
        case 0:
          format.sample = Bool.random(using: &bench.chance) ? CUE_SAMPLE_S16 : CUE_SAMPLE_F32
          format.rateHertz =
            [4000, 8000, 44_100, 48_000, 192_000].randomElement(using: &bench.chance) ?? 48_000
          format.channels = Int.random(in: 1...8, using: &bench.chance)
          let captures = Bool.random(using: &bench.chance)
          bench.done =
            "A stream of \(format.rateHertz) Hz and \(format.channels) channels was opened to \(captures ? "capture" : "play")."
          status = try session.openDevice(format, captures: captures).status
        case 1:
          let frames = Int.random(in: 0...480, using: &bench.chance)
          bench.done += " \(frames) frames were written."
          status = try session.writeSound(frames, format).status
        case 2:
          let frames = Int.random(in: 0...480, using: &bench.chance)
          bench.done += " \(frames) frames were read."
          status = try cancelledRead(session, frames)
        case 3:
          bench.done += " They were dropped."
          status = try session.ask(CUE_MSG_DROP).status
        case 4:
          bench.done += " The stream was closed."
          status = try session.ask(CUE_MSG_CLOSE).status
        default: status = try session.ask(CUE_MSG_POSITION).status
        }
        try bench.requireKnown(status, "It ends with a status of the interface.")
      }
    },
    Check(
      "device-leaks-no-stream", level: 8, needsWorker: true,
      "An evening has hundreds of turns, and the microphone is opened for each.",
      "200 streams are opened, used and closed, or as many as half of the check's time allows. After the first tenth, each one leaves at most 1 kB in the heap, and no thread or descriptor."
    ) { bench in
      let session = try bench.startPlugin()
      let half = bench.left(.max) / 2
      var seen: [Inspection] = []
      while seen.count < 20, seen.count < 5 || bench.left(.max) > half {
        for turn in 1...10 {
          let captures = turn.isMultiple(of: 2)
          guard try session.openDevice(captures: captures).status == CUE_OK else { continue }
          _ = captures ? try session.readSound(atMost: 480) : try session.writeSound(480)
          try session.ask(CUE_MSG_CLOSE)
        }
        seen.append(try session.inspect(instance: 1))
      }
      let before = seen[max(1, seen.count / 10)]
      let now = seen[seen.count - 1]
      let streams = 10 * (seen.count - 1 - max(1, seen.count / 10))
      bench.done = "\(10 * seen.count) streams were opened and closed."
      try bench.requireNothingLeft(of: streams, from: before, to: now)
    },
  ]

  private static let hosts = PluginHarshChecks.hosts(
    "device",
    newer:
      "A worker acts as a newer host: request, state and error are 64 bytes longer and filled with 0xA5. Sound is played and captured. This works, and nothing is written after the fields that this version knows.",
    older:
      "A worker acts as an older host: the request ends before its title, the state before its lost frames, and the error before its sentence. Each ends at a page that cannot be accessed. Sound is played and captured. This works.",
    worksForOtherHost)

  private static func worksForOtherHost(_ bench: Bench, _ session: Session) throws {
    for captures in [false, true] {
      bench.done = "A host of another version opened a stream to \(captures ? "capture" : "play")."
      let opened = try session.openDevice(captures: captures)
      if [CUE_E_UNSUPPORTED, CUE_E_DEVICE].contains(opened.status) { continue }
      let used = captures ? try session.readSound(atMost: 480) : try session.writeSound(480)
      try bench.require(
        opened.status == CUE_OK && used.status == CUE_OK, "It works.",
        "It answered \(Status.name(opened.status)) and \(Status.name(used.status)).")
    }
    bench.done = "A host of another version opened a stream on a device that does not exist."
    _ = try session.openDevice(device: Array("/nowhere-at-all/no-such-device".utf8))
  }

  /// A read that is cancelled while no sound comes.
  private static func cancelledRead(_ session: Session, _ frames: Int) throws -> Int32 {
    let request = try session.send(CUE_MSG_READ) { $0.u32(CUE_TAG_CAPACITY, UInt32(frames)) }
    guard let message = try session.poll(request, within: 500) else {
      try session.send(CUE_MSG_CANCEL, to: request)
      return try session.finish(request).status
    }
    return message.type == CUE_MSG_DONE
      ? try Answer(message, []).status : try session.finish(request).status
  }

  private static func cancels(_ bench: Bench, within limit: Int) throws {
    let milliseconds = limit * bench.patience
    let session = try bench.startPlugin()
    var isTried = false
    for captures in [false, true] {
      guard try session.openDevice(captures: captures).status == CUE_OK else { continue }
      isTried = true
      for attempt in 1...3 {
        let request =
          captures
          ? try session.send(CUE_MSG_READ) { $0.u32(CUE_TAG_CAPACITY, 48_000) }
          : try session.send(CUE_MSG_WRITE) {
            $0.sound(CUE_TAG_SOUND, DeviceFormat().tone(frames: 480_000))
          }
        bench.done =
          captures
          ? "A second was captured and cancelled." : "Ten seconds were played and cancelled."
        // By then it has begun, or is done.
        let early = try session.poll(request, within: 20)
        if early?.type == CUE_MSG_DONE { break }
        try session.send(CUE_MSG_CANCEL, to: request)
        if try session.end(of: request, within: milliseconds) != nil { break }
        try bench.require(attempt < 3, "It ends within \(milliseconds) ms.", "It did not.")
        _ = try session.finish(request)
      }
      if !captures { try session.ask(CUE_MSG_DROP) }
      let used = captures ? try session.readSound(atMost: 480) : try session.writeSound(480)
      bench.done = "The stream was used again after a call was cancelled."
      try bench.requireOK(used.status, "It works.")
    }
    try bench.skip(!isTried, "there is no default device")
  }
}
