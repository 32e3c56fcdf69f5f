import CueABI

/// Checks of a sound device.
enum DeviceChecks {
  static let all = listing + playing + capturing + oddities + DeviceHarshChecks.all

  /// A stream of the default device; skips the check if there is none, or it does not support this.
  static func open(
    _ bench: Bench, _ session: Session, captures: Bool, _ format: DeviceFormat = DeviceFormat()
  ) throws {
    let answer = try session.openDevice(format, captures: captures)
    bench.done = captures ? "A stream was opened to capture." : "A stream was opened to play."
    if captures, answer.status == CUE_E_UNSUPPORTED {
      throw Verdict.skipped("it does not capture")
    }
    if answer.status == CUE_E_UNSUPPORTED { throw Verdict.skipped("it does not play") }
    if answer.status == CUE_E_DEVICE {
      throw Verdict.skipped("there is no such device: \(answer.sentence)")
    }
    try bench.require(
      answer.status == CUE_OK, "It is opened.",
      "It was refused with \(Status.name(answer.status)): \(answer.sentence)")
  }

  private static let listing: [Check] = [
    Check(
      "device-lists", level: 2,
      "Users choose a device from the list and write its id into a command.",
      "Each device in the list plays or captures, and has a name and an id that is unique in its direction. Its rate and its number of channels are possible values, or 0. At most one in each direction is the default."
    ) { bench in
      let session = try bench.startPlugin()
      let answer = try session.ask(CUE_MSG_DEVICES, within: 30_000)
      bench.done = "The devices were listed."
      if answer.status == CUE_E_DEVICE { throw Verdict.skipped("there is no sound server") }
      try bench.require(
        answer.status == CUE_OK, "They are listed.",
        "It answered \(Status.name(answer.status)): \(answer.sentence)")
      let devices = try session.devices()
      for (index, device) in devices.enumerated() {
        let name = "“\(device.id)”"
        try bench.require(
          [CUE_DIRECTION_PLAYBACK, CUE_DIRECTION_CAPTURE].contains(device.direction),
          "Each plays or captures.", "\(name) has the direction \(device.direction).")
        try bench.require(
          !device.id.isEmpty && !device.name.isEmpty, "Each has an id and a name.",
          device.id.isEmpty ? "One has no id." : "\(name) has no name.")
        let earlier = devices[..<index].filter { $0.direction == device.direction }
        try bench.require(
          !earlier.contains { $0.id == device.id }, "Each id is unique in its direction.",
          "\(name) occurs twice.")
        try bench.require(
          device.flags & CUE_DEVICE_IS_DEFAULT == 0
            || !earlier.contains { $0.flags & CUE_DEVICE_IS_DEFAULT != 0 },
          "At most one in each direction is the default.", "\(name) is a second one.")
        try bench.require(
          device.flags & ~(CUE_DEVICE_IS_DEFAULT | CUE_DEVICE_IS_MONITOR) == 0,
          "All its flags are defined in the interface.", "The flags of \(name) are \(device.flags)."
        )
        try bench.require(
          device.rateHertz <= 768_000 && device.channels <= 64,
          "Its rate and its number of channels are possible values.",
          "\(name) has \(device.rateHertz) Hz and \(device.channels) channels.")
      }
    }
  ]

  private static let playing: [Check] = [
    Check(
      "device-plays", level: 3, isGate: true,
      "All sound that is played has to be heard.",
      "A tenth of a second is played and drained. The device takes all of it, and then all of it has been heard."
    ) { bench in
      let session = try bench.startPlugin()
      try open(bench, session, captures: false)
      let written = try session.writeSound(4800)
      bench.done = "4,800 frames were played."
      try bench.require(
        written.status == CUE_OK && written.frames == 4800, "All are taken.",
        "It took \(written.frames), with \(Status.name(written.status)).")
      let drained = try session.ask(CUE_MSG_DRAIN)
      bench.done = "4,800 frames were played and drained."
      try bench.require(
        drained.status == CUE_OK && drained.position == 4800, "All have been heard.",
        "\(drained.position) were heard, with \(Status.name(drained.status)).")
      let closed = try session.ask(CUE_MSG_CLOSE)
      let again = try session.ask(CUE_MSG_CLOSE)
      bench.done = "The stream was closed twice."
      try bench.require(
        closed.status == CUE_OK && again.status == CUE_OK, "The second close is not an error.",
        "It answered \(Status.name(again.status)).")
    },
    Check(
      "device-flush", level: 5,
      "An actor who interrupts a line must not hear the rest of it, but must hear the next line.",
      "Half a second is played and dropped; then a tenth is played and drained. The position never goes back, and is never beyond what was played."
    ) { bench in
      let session = try bench.startPlugin()
      try open(bench, session, captures: false)
      var last = try session.writeSound(24_000).position
      let dropped = try session.ask(CUE_MSG_DROP)
      bench.done = "Half a second was played and dropped."
      try bench.require(
        dropped.status == CUE_OK && (last...24_000).contains(dropped.position),
        "The position is \(last) to 24000.",
        "It is \(dropped.position), with \(Status.name(dropped.status)).")
      last = dropped.position
      let written = try session.writeSound(4800)
      let drained = try session.ask(CUE_MSG_DRAIN)
      bench.done = "4,800 frames were played and drained, after other sound had been dropped."
      try bench.require(
        written.status == CUE_OK && drained.status == CUE_OK, "They are played.",
        "It answered \(Status.name(drained.status)).")
      try bench.require(
        drained.position == last + 4800, "The position is \(last + 4800).",
        "It is \(drained.position).")
    },
  ]

  private static let capturing: [Check] = [
    Check(
      "device-captures", level: 3,
      "All captured sound must be delivered, and losses must be reported. Otherwise times are wrong.",
      "A fifth of a second is captured, at most 480 frames at a time. Each read gives 1 to 480 frames, or 0 at the end. The position is the number of frames that were read or lost. Neither the position nor the number of lost frames goes back."
    ) { bench in
      let session = try bench.startPlugin()
      try open(bench, session, captures: true)
      var read = 0
      var last = (position: 0, lost: 0, xruns: 0)
      bench.done = "Sound was captured, at most 480 frames at a time."
      while read < 9600 {
        let answer = try session.readSound(atMost: 480)
        let frames = answer.sound.count / 2
        try bench.require(
          answer.status == CUE_OK, "It is captured.",
          "It answered \(Status.name(answer.status)): \(answer.sentence)")
        if frames == 0 { break }
        try bench.require(
          frames <= 480 && answer.sound.count == 2 * frames, "At most 480 frames come.",
          "\(answer.sound.count) bytes came.")
        read += frames
        try bench.require(
          answer.lost >= last.lost && answer.xruns >= last.xruns,
          "The number of lost frames never falls.", "It did.")
        try bench.require(
          answer.position == read + answer.lost,
          "The position is \(read + answer.lost): \(read) frames were read and \(answer.lost) lost.",
          "It is \(answer.position).")
        last = (answer.position, answer.lost, answer.xruns)
      }
      try bench.require(read > 0, "There is sound.", "There was none.")
    },
    Check(
      "device-capture-drop", level: 5,
      "Sound that was captured while a partner spoke is dropped. Later sound has to be current.",
      "Sound is captured, dropped and captured again. The capture continues, the position does not go back, and dropped sound does not count as lost."
    ) { bench in
      let session = try bench.startPlugin()
      try open(bench, session, captures: true)
      let before = try session.readSound(atMost: 480)
      let dropped = try session.ask(CUE_MSG_DROP)
      let after = try session.readSound(atMost: 480)
      bench.done = "Sound was captured, dropped and captured again."
      try bench.require(
        dropped.status == CUE_OK && after.status == CUE_OK, "It goes on.",
        "It answered \(Status.name(dropped.status)) and \(Status.name(after.status)).")
      try bench.require(
        dropped.position >= before.position
          && after.position >= dropped.position + after.sound.count / 2,
        "The position goes on.",
        "It was \(before.position), \(dropped.position) and \(after.position).")
      let drained = try session.ask(CUE_MSG_DRAIN)
      bench.done = "A stream that captures was asked to drain."
      try bench.requireOK(
        drained.status, "It answers at once, because there is nothing to wait for.")
    },
    Check(
      "device-finite", level: 4,
      "One sample that is not a number (NaN) spoils all later sound.",
      "Half a second of float sound is captured. All samples are finite."
    ) { bench in
      let session = try bench.startPlugin()
      let format = DeviceFormat(sample: CUE_SAMPLE_F32)
      try open(bench, session, captures: true, format)
      var read = 0
      while read < 24_000 {
        let sound = try session.readSound(atMost: 4800).sound
        if sound.isEmpty { break }
        read += sound.count / 4
        bench.done = "\(read) frames of float sound were captured."
        try bench.require(
          Signals.floats(sound).allSatisfy(\.isFinite), "All are finite.", "One is not.")
      }
    },
  ]

  private static let oddities: [Check] = [
    Check(
      "device-formats", level: 3,
      "Sound comes in many rates and channels.",
      "Streams are opened to play and to capture in 16 bits and in float, at 8,000 to 192,000 Hz, with 1, 2 and 8 channels, and used. Each is opened in exactly that format, or refused with CUE_E_FORMAT or CUE_E_RATE."
    ) { bench in
      let session = try bench.startPlugin()
      for captures in [false, true] {
        for sample in [CUE_SAMPLE_S16, CUE_SAMPLE_F32] {
          for rate in [8000, 16_000, 44_100, 48_000, 192_000] {
            for channels in [1, 2, 8] {
              let format = DeviceFormat(sample: sample, rateHertz: rate, channels: channels)
              let opened = try session.openDevice(format, captures: captures)
              if [CUE_E_UNSUPPORTED, CUE_E_DEVICE].contains(opened.status) { continue }
              bench.done =
                "A stream of \(rate) Hz and \(channels) channels was opened to \(captures ? "capture" : "play")."
              try bench.require(
                [CUE_OK, CUE_E_FORMAT, CUE_E_RATE].contains(opened.status),
                "It is opened, or refused with CUE_E_FORMAT or CUE_E_RATE.",
                "It was refused with \(Status.name(opened.status)).")
              guard opened.status == CUE_OK else { continue }
              let used =
                captures
                ? try session.readSound(atMost: rate / 100)
                : try session.writeSound(rate / 100, format)
              try bench.require(
                used.status == CUE_OK && used.sound.count.isMultiple(of: format.frameByteCount),
                "It is used.", "It answered \(Status.name(used.status)).")
              try session.ask(CUE_MSG_CLOSE)
            }
          }
        }
      }
    },
    Check(
      "device-unknown", level: 4,
      "A setting may still name a microphone that was unplugged.",
      "Streams are opened to play and to capture, on a device that does not exist and on one whose id is not UTF-8. They are refused with a status of the interface."
    ) { bench in
      let session = try bench.startPlugin()
      let odd: [(String, [UInt8])] = [
        ("is not there", Array("/nowhere-at-all/no-such-device".utf8)),
        ("has an id that is not UTF-8", [0x67, 0xff, 0xc0]),
      ]
      for captures in [false, true] {
        for (what, id) in odd {
          bench.done =
            "A stream was opened to \(captures ? "capture" : "play") on a device that \(what)."
          let status = try session.openDevice(captures: captures, device: id).status
          try bench.require(
            status < 0 && Status.isKnown(status), "It is refused with a status of the interface.",
            "It answered \(Status.name(status)).")
        }
      }
    },
    Check(
      "device-order", level: 4,
      "A host with a mistake writes when it should read.",
      "A stream that plays is read, a stream that captures is written to, and both are used after they were closed. The answer is CUE_E_STATE each time, or CUE_E_UNSUPPORTED for a read from a device that does not capture."
    ) { bench in
      let session = try bench.startPlugin()
      for captures in [false, true] {
        let opened = try session.openDevice(captures: captures)
        guard opened.status == CUE_OK else { continue }
        let kind = captures ? "captures" : "plays"
        bench.done = "A stream that \(kind) was \(captures ? "written to" : "read from")."
        let wrong =
          captures
          ? try session.writeSound(480).status : try session.readSound(atMost: 480).status
        try bench.require(
          wrong == CUE_E_STATE || (!captures && wrong == CUE_E_UNSUPPORTED),
          "It is refused with CUE_E_STATE.", "It answered \(Status.name(wrong)).")
        try session.ask(CUE_MSG_CLOSE)
        bench.done = "A stream that \(kind) was used after it was closed."
        let late =
          captures
          ? try session.readSound(atMost: 480).status : try session.writeSound(480).status
        try bench.require(
          late == CUE_E_STATE, "It is refused with CUE_E_STATE.",
          "It answered \(Status.name(late)).")
      }
    },
    Check(
      "device-reopens", level: 5,
      "After a scene, the next one begins on the same device.",
      "A stream is opened while another one is open, in the same direction and in the other. The new one works, and its position begins at 0."
    ) { bench in
      let session = try bench.startPlugin()
      try open(bench, session, captures: false)
      for captures in [false, true, false] {
        try session.writeSound(480)
        let opened = try session.openDevice(captures: captures)
        if opened.status == CUE_E_UNSUPPORTED { continue }
        bench.done =
          "A stream was opened to \(captures ? "capture" : "play") while another was open."
        try bench.require(
          opened.status == CUE_OK && opened.position == 0, "It is opened, at position 0.",
          "It answered \(Status.name(opened.status)), at position \(opened.position).")
        let used =
          captures ? try session.readSound(atMost: 480) : try session.writeSound(480)
        try bench.requireOK(used.status, "It works.")
      }
    },
  ]
}
