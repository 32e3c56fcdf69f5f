import CueABI
import CuePlugins

/// Checks of a plugin's settings by the messages of the protocol, so for programs, too.
enum PluginSettingChecks {
  static let all: [Check] = [
    Check(
      "plugin-settings", level: 3,
      "Users set a value by its name, and expect that it counts until they set another one.",
      "Each parameter is set by its name to both ends of its range, and GET then gives that value, also after some work and after a reset. A value beyond the range is refused with CUE_E_INVALID and changes nothing. A name that does not exist is refused with CUE_E_NOT_FOUND. What GET does not support is not read."
    ) { bench in
      let session = try bench.startPlugin()
      let unknown = try session.set("no-such-parameter", "1")
      let hasNone = try session.parameters().isEmpty
      bench.done = "A parameter that does not exist was set."
      try bench.require(
        unknown == CUE_E_NOT_FOUND || (unknown == CUE_E_UNSUPPORTED && hasNone),
        "It answers CUE_E_NOT_FOUND.", "It answered \(Status.name(unknown)).")
      let parameters = try session.settable()
      try bench.skip(parameters.isEmpty, "it has no parameters with a range")
      for parameter in parameters {
        for value in parameter.bounds.map(parameter.soon) {
          try bench.requireOK(
            try session.setting(parameter, value), "It is accepted: it lies in the range.")
          try session.requireValue(parameter, value, "was set to \(parameter.text(value))")
        }
        guard parameter.isNumber, !parameter.isOpenEnded else { continue }
        let before = try session.current(parameter)
        for value in [parameter.minimum - 1000, parameter.maximum + 1000] {
          let status = try session.set(parameter.name, parameter.text(value))
          bench.done = "The parameter “\(parameter.name)” was set to \(value), out of its range."
          try bench.require(
            status == CUE_E_INVALID, "It answers CUE_E_INVALID.",
            "It answered \(Status.name(status)).")
          if let before {
            try session.requireValue(parameter, before, "was set to \(value), out of its range")
          }
        }
        _ = try session.set(parameter, parameter.initial)
      }
    },
    Check(
      "plugin-settings-stay", level: 4,
      "A setting that is lost is noticed in the middle of a show.",
      "An instance is made with each parameter set, as the option --set does it: GET gives that value. It is still the same after the work, after a reset and after a refused request."
    ) { bench in
      let parameters = try bench.startPlugin().settable(beforeActivate: true)
      try bench.skip(parameters.isEmpty, "it has no parameters with a range")
      for parameter in parameters {
        guard
          let value = parameter.bounds.map(parameter.soon).first(where: { $0 != parameter.initial })
        else { continue }
        bench.done =
          "An instance was made with “\(parameter.name)” set to \(parameter.text(value))."
        let session = try bench.start()
        // With some settings it needs what is not there, such as a network.
        guard try session.tryCreate(setting: [(parameter.name, parameter.text(value))]).status >= 0
        else { continue }
        try session.requireValue(parameter, value, "was set before the instance was activated")
        try session.work()
        try session.requireValue(parameter, value, "was set before some work")
        try session.ask(CUE_MSG_RESET)
        try session.requireValue(parameter, value, "was set before a reset")
        try refuse(session)
        try session.requireValue(parameter, value, "was set before a refused request")
      }
      bench.done = "An instance was made with a parameter that does not exist."
      let session = try bench.start()
      let answer = try session.tryCreate(setting: [("no-such-parameter", "1")])
      try bench.require(
        answer.status == CUE_E_NOT_FOUND, "It answers CUE_E_NOT_FOUND.",
        "It answered \(Status.name(answer.status)).")
    },
    Check(
      "plugin-settings-own", level: 4,
      "Two actors may have different settings of one plugin.",
      "Two instances exist in one process, and each parameter of the first is set to another value. The second still has its default. CUE_PER_PROCESS plugins are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.concurrency == CUE_PER_PROCESS || bench.voice.isForked,
        "it allows one instance for each process")
      let session = try bench.startPlugin()
      try session.create(instance: 2)
      let parameters = try session.settable()
      try bench.skip(parameters.isEmpty, "it has no parameters with a range")
      let set = Set(bench.setup.parameters.map(\.name))
      for parameter in parameters where !set.contains(parameter.name) {
        guard
          let value = parameter.bounds.map(parameter.soon).first(where: { $0 != parameter.initial })
        else { continue }
        guard try session.set(parameter, value) >= 0 else { continue }
        guard let other = try session.current(parameter, instance: 2) else { continue }
        bench.done =
          "“\(parameter.name)” of one instance was set to \(parameter.text(value)), and read from another one."
        try bench.require(
          parameter.isSame(other, parameter.initial), "It still is \(parameter.initial).",
          "It is \(other).")
      }
    },
    Check(
      "plugin-settings-work", level: 4,
      "A setting without an effect is a broken promise.",
      "A voice or an effect that is deterministic gets each parameter that changes its sound (CUE_PARAM_SOUND, or CUE_PARAM_LIVE) set to values of its range, alone and together with random values of the others. At least once, the sound is different. Otherwise it fails, or, if there are more than three parameters, warns. Keys, texts and meters are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.determinism != CUE_DETERMINISM_ALWAYS
          && !(bench.voice.determinism == CUE_DETERMINISM_FRESH_STATE && bench.voice.isForked),
        "it is not deterministic always")
      try bench.skip(
        bench.voice.subject != .voice && bench.voice.subject != .effect, "it makes no sound")
      let session = try bench.startPlugin()
      let parameters = try session.settable()
      let heard = parameters.filter { $0.flags & (CUE_PARAM_SOUND | CUE_PARAM_LIVE) != 0 }
      try bench.skip(heard.isEmpty, "no parameter changes its sound")
      var deaf: [ParameterInfo] = []
      let own = try session.sample()
      for parameter in heard {
        if try !session.hears(parameter, than: own) { deaf.append(parameter) }
      }
      // What has no effect alone may have one together with others.
      for _ in 1...12 where !deaf.isEmpty {
        for other in parameters {
          _ = try session.set(other, other.soon(other.chosen(by: &bench.chance)))
        }
        let sound = try session.sample()
        deaf = try deaf.filter { try !session.hears($0, than: sound) }
      }
      bench.done = "“\(deaf.first?.name ?? "")” was set to many values."
      // Some settings count only together with several others, which chance may not find.
      try bench.warn(
        unless: deaf.isEmpty || parameters.count <= 3, "The sound changes.",
        "It was always the same.")
      try bench.require(deaf.isEmpty, "The sound changes.", "It was always the same.")
    },
  ]

  /// A request that the plugin refuses.
  private static func refuse(_ session: Session) throws {
    switch session.bench.voice.subject {
    case .voice:
      var request = SpokenRequest("Good evening.")
      request.voice = "no-such-voice-3f9a"
      _ = try session.speak(request)
    case .recognizer: _ = try session.listen([], HearingRequest(rateHertz: 7))
    case .effect: _ = try session.configure(rateHertz: 1, channels: 64, mostFrames: 64)
    default: return
    }
  }
}

extension Session {
  /// The parameters that have values which can be tried; those that count before activate alone are left out, unless they are wanted.
  func settable(beforeActivate: Bool = false) throws -> [ParameterInfo] {
    try parameters().filter {
      !$0.isSecret && !$0.bounds.isEmpty
        && (beforeActivate || $0.flags & CUE_PARAM_NEEDS_RESTART == 0)
    }
  }

  func set(_ name: String, _ text: String, instance: UInt32 = 1) throws -> Int32 {
    try ask(CUE_MSG_SET, instance: instance) {
      $0.text(CUE_TAG_NAME, name)
      $0.text(CUE_TAG_TEXT, text)
    }.status
  }

  /// Sets a parameter, and says so.
  fileprivate func setting(_ parameter: ParameterInfo, _ value: Double) throws -> Int32 {
    bench.done = "The parameter “\(parameter.name)” was set to \(parameter.text(value))."
    return try set(parameter, value)
  }

  /// The value that a parameter has now; nil if the plugin does not say.
  func current(_ parameter: ParameterInfo, instance: UInt32 = 1) throws -> Double? {
    let answer = try ask(CUE_MSG_GET, instance: instance) {
      $0.u32(CUE_TAG_FIELD, parameter.number)
    }
    return answer.status == CUE_OK ? try answer.done.f64(CUE_TAG_VALUE) ?? 0 : nil
  }

  fileprivate func requireValue(_ parameter: ParameterInfo, _ value: Double, _ what: String) throws
  {
    guard let now = try current(parameter) else { return }
    bench.done = "The parameter “\(parameter.name)” \(what)."
    try bench.require(parameter.isSame(now, value), "It is \(value).", "It is \(now).")
  }

  /// Some sound of the plugin.
  fileprivate func sample() throws -> [UInt8] {
    guard bench.voice.subject == .effect else {
      return try speak(SpokenRequest("Good evening, all.")).bytes
    }
    try ask(CUE_MSG_RESET)
    let sound =
      Signals.noise(frames: 6000, level: 0.9, seed: 21)
      + Signals.tone(frames: 6000, hertz: 440, rateHertz: 48_000, level: 0.9)
      + Signals.noise(frames: 6000, level: 0.01, seed: 22) + Signals.silence(frames: 6000)
      + Signals.tone(frames: 6000, hertz: 1000, rateHertz: 48_000, level: 0.4)
    // How a change sounds may be a setting, too.
    let live = try parameters().filter { $0.flags & CUE_PARAM_LIVE != 0 && $0.isNumber }
    let before = try live.map { try current($0) ?? $0.initial }
    let answer = try configure(rateHertz: 48_000, channels: 1, mostFrames: 1024)
    try bench.skip(answer.status < 0, "it does not take one channel at 48,000 Hz")
    let output = try send(
      sound, channels: 1,
      changes: live.map { (20_000, $0.number, ($0.minimum + $0.maximum) / 2) })
    for (parameter, value) in zip(live, before) { _ = try set(parameter, value) }
    return Signals.floatBytes(output)
  }

  /// Whether another value of a parameter changes the sound.
  fileprivate func hears(_ parameter: ParameterInfo, than sound: [UInt8]) throws -> Bool {
    let before = try current(parameter) ?? parameter.initial
    defer { _ = try? set(parameter, before) }
    let middle = (parameter.minimum + parameter.maximum) / 2
    let values =
      parameter.type == CUE_PARAM_CHOICE
      ? parameter.choices.map { Double($0.id) }
      : parameter.bounds + (parameter.isNumber ? [middle] : [])
    for value in values where value != before {
      guard try set(parameter, parameter.soon(value)) >= 0 else { return true }
      if try sample() != sound { return true }
    }
    return false
  }
}

extension ParameterInfo {
  /// Whether two values are the same as far as text and 32-bit float can tell.
  func isSame(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= max(1e-6, abs(other) * 1e-6)
  }
}
