import CueABI
import CuePlugins

/// Checks of a plugin, whatever its kind.
enum PluginChecks {
  static let all =
    description + lifecycle + parameters + manners + PluginHarshChecks.all
    + PluginPrivacyChecks.all + PluginLifeChecks.all + PluginSettingChecks.all
    + PluginProtocolChecks.all + ReferenceChecks.all + endurance

  private static let description: [Check] = [
    Check(
      "plugin-descriptor", level: 1,
      "Users choose a plugin by its description.",
      "The descriptor has an id of lower-case letters, digits, '.' and '-', a name and a version. Its kind, concurrency, determinism and flags are defined in the interface."
    ) { bench in
      let plugin = bench.voice
      bench.done = "The descriptor of “\(plugin.id)” was read."
      let letters = "abcdefghijklmnopqrstuvwxyz0123456789.-"
      try bench.require(
        !plugin.id.isEmpty && plugin.id.utf8.count <= 128
          && plugin.id.allSatisfy { letters.contains($0) },
        "Its id has only lower-case letters, digits, '.' and '-'.", "It is “\(plugin.id)”.")
      let parts = plugin.kind.split(separator: "/", omittingEmptySubsequences: false)
      try bench.require(
        parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { letters.contains($0) }
          && Int(parts[1]) ?? 0 > 0,
        "Its kind is a name and a revision, such as \(CUE_KIND_VOICE).", "It is “\(plugin.kind)”.")
      try bench.require(
        !plugin.name.isEmpty && !plugin.version.isEmpty, "It has a name and a version.",
        plugin.name.isEmpty ? "It has no name." : "It has no version.")
      try bench.require(
        (CUE_PER_PROCESS...CUE_FREE).contains(plugin.concurrency),
        "Its concurrency is one of CUE_PER_PROCESS, CUE_PER_INSTANCE and CUE_FREE.",
        "It is \(plugin.concurrency).")
      try bench.require(
        plugin.determinism <= CUE_DETERMINISM_ALWAYS,
        "Its determinism is defined in the interface.",
        "It is \(plugin.determinism).")
      try bench.require(
        plugin.flags
          & ~(CUE_FLAG_FORK_SAFE | CUE_FLAG_NEEDS_NETWORK | CUE_FLAG_LINKS_GPL
          | CUE_FLAG_MEMORY_ONLY | CUE_FLAG_MAY_NEED_NETWORK | CUE_FLAG_NOT_REALTIME) == 0,
        "All its flags are defined in the interface.", "Its flags are \(plugin.flags).")
    }
  ]

  private static let lifecycle: [Check] = [
    Check(
      "plugin-creates", level: 2, isGate: true,
      "A host has to be able to make an instance.",
      "An instance is made, activated and destroyed. It describes itself as the file does."
    ) { bench in
      let session = try bench.start()
      bench.done = "An instance of \(bench.voice.id) was made."
      let answer = try session.tryCreate()
      try bench.require(
        answer.status == CUE_OK, "It is made.",
        "It was refused with \(Status.name(answer.status)): \(answer.sentence)")
      let again = try answer.messages.first { $0.type == CUE_MSG_PLUGIN }.map { try Offered($0) }
      try bench.require(
        again == bench.plugin, "The instance has the same description as in the library.",
        "Its description is different.")
      try session.destroy()
    },
    Check(
      "plugin-creates-again", level: 2,
      "A session makes and destroys many instances in one process.",
      "An instance is made, put to work and destroyed, five times in one process."
    ) { bench in
      let session = try bench.start()
      for round in 1...5 {
        bench.done = "An instance was made for the \(round). time in the same process."
        let answer = try session.tryCreate()
        try bench.require(
          answer.status == CUE_OK, "It is made.",
          "It was refused with \(Status.name(answer.status)): \(answer.sentence)")
        try session.destroy()
      }
    },
    Check(
      "plugin-two-instances", level: 2,
      "Hosts make several instances of a CUE_PER_INSTANCE or CUE_FREE plugin in one process.",
      "Two instances exist at the same time. The first is destroyed, and the second still works. CUE_PER_PROCESS plugins are skipped."
    ) { bench in
      try bench.skip(
        bench.voice.concurrency == CUE_PER_PROCESS, "it allows one instance for each process")
      try bench.skip(bench.voice.isForked, "it is served from forks")
      let session = try bench.startPlugin()
      bench.done = "A second instance was made beside the first."
      let second = try session.tryCreate(instance: 2)
      try bench.require(
        second.status == CUE_OK, "It is made.",
        "It was refused with \(Status.name(second.status)): \(second.sentence)")
      try session.destroy(instance: 1)
      bench.done = "The first of two instances was destroyed, and the second put to work."
      let status = try session.work(instance: 2)
      try bench.requireOK(status, "The second works.")
    },
    Check(
      "plugin-unknown-extension", level: 2, needsWorker: true,
      "A newer host asks an instance for extensions that it does not know. It must not get a different one.",
      "get_extension of an instance is asked for random ids, for an empty id, and for a known id with extra characters at its end. It answers NULL."
    ) { bench in
      let session = try bench.startPlugin()
      for id in LibraryChecks.unknownExtensions(bench) {
        bench.done = "The instance was asked for the extension “\(id)”."
        let given = try session.attempt(CUE_TRY_INSTANCE_EXTENSION) { $0.text(CUE_TAG_ID, id) }
          .isGiven
        try bench.require(!given, "It answers NULL.", "It answered with a table.")
      }
    },
    Check(
      "plugin-reset", level: 2,
      "Between two scenes, a host resets its plugins.",
      "RESET is sent before any work and after some. It answers CUE_OK."
    ) { bench in
      let session = try bench.startPlugin()
      for when in ["before any work", "after some work"] {
        bench.done = "The instance was reset \(when)."
        let status = try session.ask(CUE_MSG_RESET).status
        try bench.require(
          status == CUE_OK || (bench.setup.file.isProgram && status == CUE_E_UNSUPPORTED),
          "It answers CUE_OK.", "It answered \(Status.name(status)).")
        if when == "before any work" { try session.work() }
      }
    },
  ]

  private static let parameters: [Check] = [
    Check(
      "plugin-parameters", level: 2,
      "Command lines and web pages show parameters from their descriptions.",
      "Each parameter has a unique number and a unique name, a type of the interface, and a default within its range. A choice has names for its values."
    ) { bench in
      let parameters = try bench.startPlugin().parameters()
      bench.done = "The parameters of \(bench.voice.id) were listed."
      try bench.skip(parameters.isEmpty, "it has no parameters")
      let letters = "abcdefghijklmnopqrstuvwxyz0123456789-"
      for (index, parameter) in parameters.enumerated() {
        let name = "“\(parameter.name)”"
        let earlier = parameters[..<index]
        try bench.require(
          !parameter.name.isEmpty && parameter.name.allSatisfy { letters.contains($0) },
          "Names have only lower-case letters, digits and '-'.", "One is \(name).")
        try bench.require(
          !earlier.contains { $0.number == parameter.number }, "Each number is unique.",
          "\(name) has the number \(parameter.number), as another parameter does.")
        try bench.require(
          !earlier.contains { $0.name == parameter.name }, "Each name is unique.",
          "\(name) occurs twice.")
        try bench.require(
          (CUE_PARAM_NUMBER...CUE_PARAM_TEXT).contains(parameter.type),
          "Its type is defined in the interface.", "That of \(name) is \(parameter.type).")
        if parameter.isNumber {
          try bench.require(
            parameter.minimum <= parameter.initial && parameter.initial <= parameter.maximum,
            "The default lies within the range.",
            "\(name) goes from \(parameter.minimum) to \(parameter.maximum) and is \(parameter.initial)."
          )
        }
        if parameter.type == CUE_PARAM_CHOICE {
          try bench.require(
            Set(parameter.choices.map(\.name)).count == parameter.choices.count
              && Set(parameter.choices.map(\.id)).count == parameter.choices.count
              && parameter.choices.contains { Double($0.id) == parameter.initial },
            "A choice has different numbers and names for its values, and its default is one of the numbers.",
            "\(name) has \(parameter.choices.count) names, and its default is \(parameter.initial)."
          )
        }
      }
    },
    Check(
      "plugin-parameter-defaults", level: 2, needsWorker: true,
      "The default that users see has to be the value that a fresh instance uses.",
      "params.get of a fresh instance gives the default from params.info. Keys and parameters that the user has set are skipped."
    ) { bench in
      let session = try bench.startPlugin()
      let set = Set(bench.setup.parameters.map(\.name))
      let parameters = try session.parameters().filter {
        !$0.isSecret && !$0.isOutput && !set.contains($0.name)
      }
      try bench.skip(parameters.isEmpty, "it has no parameters")
      for parameter in parameters {
        bench.done = "A fresh instance was asked for its parameter “\(parameter.name)”."
        let value = try session.value(of: parameter.number)
        let isRight =
          parameter.type == CUE_PARAM_TEXT
          ? value.text == parameter.initialText : value.number == parameter.initial
        try bench.require(
          value.status == CUE_OK && isRight,
          "It has its default, \(parameter.type == CUE_PARAM_TEXT ? "“\(parameter.initialText)”" : "\(parameter.initial)").",
          value.status == CUE_OK
            ? "It has \(parameter.type == CUE_PARAM_TEXT ? "“\(value.text)”" : "\(value.number)")."
            : "It answered \(Status.name(value.status)).")
      }
    },
    Check(
      "plugin-parameter-set", level: 3, needsWorker: true,
      "A setting that the plugin accepts has to have an effect.",
      "params.set sets each parameter to both ends of its range, and params.get then gives that value. Parameters that only have an effect before activate are set, but not read."
    ) { bench in
      let session = try bench.startPlugin()
      let parameters = try session.parameters().filter { !$0.bounds.isEmpty }
      try bench.skip(parameters.isEmpty, "it has no parameters with a range")
      for parameter in parameters {
        for value in parameter.bounds {
          bench.done = "The parameter “\(parameter.name)” was set to \(value)."
          let status = try session.trySet(parameter.number, value)
          if parameter.flags & CUE_PARAM_NEEDS_RESTART != 0 { continue }
          try bench.requireOK(status, "It is accepted, because it is an end of the range.")
          let now = try session.value(of: parameter.number).number
          try bench.require(now == value, "It has that value now.", "It has \(now).")
        }
      }
    },
    Check(
      "plugin-parameter-range", level: 3, needsWorker: true,
      "A value out of range has to be refused, without changing the current value.",
      "params.set is called with values beyond both ends, with NaN and with infinity. It answers CUE_E_INVALID, and params.get gives the same value as before."
    ) { bench in
      let session = try bench.startPlugin()
      let parameters = try session.parameters().filter { !$0.forbidden.isEmpty }
      try bench.skip(parameters.isEmpty, "it has no parameters with a range")
      for parameter in parameters {
        let before = try session.value(of: parameter.number).number
        for value in parameter.forbidden {
          bench.done =
            "The parameter “\(parameter.name)” was set to \(value), which is not allowed."
          let status = try session.trySet(parameter.number, value)
          try bench.require(
            status < 0, "It is refused with CUE_E_INVALID.", "It answered \(Status.name(status)).")
          let now = try session.value(of: parameter.number).number
          try bench.require(now == before, "Its value is still \(before).", "It has \(now).")
        }
      }
    },
    Check(
      "plugin-parameter-unknown", level: 3, needsWorker: true,
      "A host with an older or newer list asks for parameters that do not exist.",
      "params.get and params.set are called with a number that no parameter has, and params.info with a number after the last one. They answer CUE_E_NOT_FOUND."
    ) { bench in
      let session = try bench.startPlugin()
      let parameters = try session.parameters()
      try bench.skip(parameters.isEmpty, "it has no parameters")
      let number = (parameters.map(\.number).max() ?? 0) &+ 1000
      for (function, name) in [(CUE_TRY_GET, "params.get"), (CUE_TRY_SET, "params.set")] {
        bench.done = "\(name) was called with the number \(number), which no parameter has."
        let status = try session.attempt(UInt32(function)) { $0.u32(CUE_TAG_FIELD, number) }.status
        try bench.require(
          status < 0, "It answers CUE_E_NOT_FOUND.", "It answered \(Status.name(status)).")
      }
      bench.done = "params.info was called with \(parameters.count), of \(parameters.count)."
      let status = try session.attempt(CUE_TRY_PARAM_INFO) {
        $0.u32(CUE_TAG_OFFSET, UInt32(parameters.count))
      }.status
      try bench.require(
        status < 0, "It answers CUE_E_NOT_FOUND.", "It answered \(Status.name(status)).")
    },
    Check(
      "plugin-parameter-secret", level: 3, needsWorker: true,
      "If a key can be read back, some program will show it.",
      "Each secret parameter is set, and params.get then answers with empty text."
    ) { bench in
      let session = try bench.startPlugin()
      let secrets = try session.parameters().filter(\.isSecret)
      try bench.skip(secrets.isEmpty, "it has no keys")
      for secret in secrets {
        try session.ask(CUE_MSG_SET) {
          $0.text(CUE_TAG_NAME, secret.name)
          $0.text(CUE_TAG_TEXT, "swordfish")
        }
        bench.done = "The secret “\(secret.name)” was set and asked for."
        let value = try session.value(of: secret.number)
        try bench.require(value.text.isEmpty, "It answers with empty text.", "It gave the secret.")
      }
    },
    Check(
      "plugin-parameter-bounds", level: 6,
      "Every allowed setting has to work.",
      "Each parameter alone is set to each end of its range, and the plugin is put to work. It may refuse the work with a status of the interface, but it does not crash. A time (a parameter in s, ms, us or min) is set to at most half a second, because the plugin may wait that long."
    ) { bench in
      let session = try bench.startPlugin()
      let parameters = try session.parameters().filter { !$0.bounds.isEmpty }
      try bench.skip(parameters.isEmpty, "it has no parameters with a range")
      for parameter in parameters {
        for value in parameter.bounds.map(parameter.soon) {
          bench.done =
            "\(parameter.name) was set to \(parameter.text(value)), and the plugin put to work."
          guard try session.set(parameter, value) >= 0 else { continue }
          let status = try session.work()
          try bench.requireKnown(status, "It works, or refuses with a status of the interface.")
        }
        _ = try session.set(parameter, parameter.initial)
      }
    },
    Check(
      "plugin-parameter-fuzz", level: 6,
      "There are too many combinations of settings to test by hand.",
      "All parameters are set to random values thirty times, times to at most half a second, and the plugin is put to work."
    ) { bench in
      let session = try bench.startPlugin()
      let parameters = try session.parameters().filter { !$0.bounds.isEmpty }
      try bench.skip(parameters.isEmpty, "it has no parameters with a range")
      for _ in 1...30 {
        var words: [String] = []
        for parameter in parameters {
          let value = parameter.soon(parameter.chosen(by: &bench.chance))
          words.append("\(parameter.name)=\(parameter.text(value))")
          bench.done = "It was set to \(words.joined(separator: " ")) and put to work."
          _ = try session.set(parameter, value)
        }
        let status = try session.work()
        try bench.requireKnown(status, "It works, or refuses with a status of the interface.")
      }
    },
  ]

  // What a plugin must not change.

  private static let manners: [Check] = [
    kept(
      "plugin-keeps-locale",
      "A changed locale changes how all other code in the process reads and writes numbers."
    ) { bench, before, now in
      // espeak's characters: this does not change decimal points.
      let changed = Inspection.categories(changedFrom: before.locale, to: now.locale)
      try bench.warn(
        unless: changed != ["LC_CTYPE"], "The locale is \(before.locale).", "LC_CTYPE was changed.")
      try bench.require(
        changed.isEmpty, "The locale is \(before.locale).", "It is \(now.locale).")
    },
    kept(
      "plugin-keeps-folder",
      "If the working folder changes, relative paths of other code in the process name other files."
    ) { bench, before, now in
      try bench.require(
        now.folder == before.folder, "The working directory is as before.", "It is \(now.folder).")
    },
    kept(
      "plugin-keeps-mask",
      "A changed umask changes the permissions of files that other code in the process makes."
    ) {
      bench, before, now in
      try bench.require(
        now.mask == before.mask, "The umask is \(before.mask).", "It is \(now.mask).")
    },
    kept(
      "plugin-keeps-environment",
      "Another thread may be reading the environment while it is changed, and child processes inherit the change."
    ) { bench, before, now in
      let more = now.environment.filter { !before.environment.contains($0) }
      let less = before.environment.filter { !now.environment.contains($0) }
      try bench.require(
        more.isEmpty && less.isEmpty, "The environment is as before.",
        "\((more.first ?? less.first ?? "").prefix { $0 != "=" }) was changed.")
    },
    kept(
      "plugin-keeps-signal-handlers",
      "Other code in the process installed its signal handlers. Without them, a crash is reported wrongly."
    ) { bench, before, now in
      let changed = now.changedSignal(from: before)
      try bench.require(
        changed == nil, "Every signal has the same handler as before.",
        "Signal \(changed ?? 0) has a different one.")
    },
    kept(
      "plugin-keeps-float-mode",
      "A changed floating-point mode changes the results of all other code on that thread."
    ) { bench, before, now in
      try bench.require(
        now.floatMode == before.floatMode, "The floating-point mode is as before.",
        "It is \(String(now.floatMode, radix: 16)), and was \(String(before.floatMode, radix: 16))."
      )
    },
    kept(
      "plugin-prints-nothing", "Standard output belongs to the user, or to another program."
    ) { bench, before, now in
      try bench.require(
        now.printedBytes == before.printedBytes, "Nothing is written to standard output.",
        "\(now.printedBytes - before.printedBytes) bytes were.")
    },
    Check(
      "plugin-leaves-no-descriptor", level: 5, needsWorker: true,
      "If descriptors are never closed, the process runs out of them.",
      "An instance is made, used and destroyed four times. Then as many descriptors are open as after the second time."
    ) { bench in
      let (one, two) = try lives(bench) { $1.descriptors.count <= $0.descriptors.count }
      let more = two.descriptors.filter { !one.descriptors.contains($0) }
      try bench.require(
        two.descriptors.count <= one.descriptors.count, "No more descriptors are open.",
        "\(more.first ?? "One") is open too.")
    },
    Check(
      "plugin-leaves-no-thread", level: 5, needsWorker: true,
      "If threads are never ended, the process runs out of them.",
      "An instance is made, used and destroyed four times. Then, or within five seconds, as many threads run as after the second time."
    ) { bench in
      let (one, two) = try lives(bench) { one, two in two.threads <= one.threads }
      try bench.require(
        two.threads <= one.threads, "No more threads run.",
        "\(two.threads - one.threads) more did.")
    },
    Check(
      "plugin-changes-memory-only", level: 5, needsWorker: true,
      "Between two lines, only the memory of the child process is restored. Any other change would affect the next line.",
      "A plugin that sets CUE_FLAG_MEMORY_ONLY is served without forks. Before and after three requests, the working directory, the locale, the umask and the signal handlers are the same, and so are the open descriptors and the threads."
    ) { bench in
      try bench.skip(
        bench.voice.flags & CUE_FLAG_MEMORY_ONLY == 0, "it does not set CUE_FLAG_MEMORY_ONLY")
      let session = try bench.startPlugin(.unforked)
      let before = try session.inspect(instance: 1)
      for _ in 1...3 { try session.work() }
      let now = try session.inspect(instance: 1)
      bench.done = "It was put to work three times in one process."
      try bench.require(
        now.folder == before.folder, "The working directory is as before.", "It is \(now.folder).")
      try bench.require(
        now.locale == before.locale, "The locale is \(before.locale).", "It is \(now.locale).")
      try bench.require(
        now.mask == before.mask, "The umask is \(before.mask).", "It is \(now.mask).")
      let signal = now.changedSignal(from: before)
      try bench.require(
        signal == nil, "Every signal has the same handler as before.",
        "Signal \(signal ?? 0) has a different one.")
      let opened = now.descriptors.filter { !before.descriptors.contains($0) }
      let closed = before.descriptors.filter { !now.descriptors.contains($0) }
      try bench.require(
        opened.isEmpty && closed.isEmpty, "The same descriptors are open.",
        opened.first.map { "\($0) is open, too." } ?? "\(closed.first ?? "One") is closed.")
      try bench.require(
        now.threads == before.threads, "\(before.threads) threads run.", "\(now.threads) do.")
    },
    Check(
      "plugin-cancel-idle", level: 5, needsWorker: true,
      "A cancel may arrive after its request has ended.",
      "cancel is called twice while the plugin does nothing, before any work and after some. The next work is not cancelled."
    ) { bench in
      let session = try bench.startPlugin()
      for when in ["before any work", "after some work"] {
        bench.done =
          "cancel was called twice \(when), while the plugin did nothing, and then the plugin was put to work."
        _ = try session.attempt(CUE_TRY_CANCEL)
        let status = try session.work()
        try bench.requireOK(status, "The work is done.")
      }
    },
  ]

  private static func kept(
    _ id: String, _ purpose: String,
    _ body: @escaping @Sendable (Bench, Inspection, Inspection) throws -> Void
  ) -> Check {
    Check(
      id, level: 5, needsWorker: true, purpose,
      "The process is inspected before the plugin is loaded. After an instance has done some work, the thread that serves it inspects the process again."
    ) { bench in
      let session = try bench.startPlugin()
      try session.work()
      let now = try session.inspect(instance: 1)
      bench.done = "The plugin was loaded and put to work."
      try body(bench, now.before(), now)
    }
  }

  /// The process after two lifetimes of an instance and after four.
  private static func lives(
    _ bench: Bench, until isDone: (Inspection, Inspection) -> Bool = { _, _ in true }
  ) throws -> (Inspection, Inspection) {
    let session = try bench.start()
    func live() throws -> Inspection {
      try session.create()
      try session.work()
      try session.destroy()
      return try session.inspect()
    }
    _ = try live()
    let one = try live()
    _ = try live()
    var two = try live()
    bench.done = "An instance was made, put to work and destroyed, four times."
    // A thread of its own may take time to end.
    for _ in 1...250 where !isDone(one, two) {
      _ = try session.worker.poll(within: 20)
      two = try session.inspect()
    }
    return (one, two)
  }

  private static let endurance: [Check] = [
    Check(
      "plugin-leaks-no-instance", level: 8, needsWorker: true,
      "A long session makes thousands of instances.",
      "200 instances are made, put to work and destroyed, or as many as half of the check's time allows. After the first quarter, each one leaves at most 2 kB in the heap, and no thread or descriptor."
    ) { bench in
      let session = try bench.start()
      var seen: [Inspection] = []
      let half = bench.left(.max) / 2
      while seen.count < 200, seen.count < 8 || bench.left(.max) > half {
        try session.create()
        try session.work()
        try session.destroy()
        seen.append(try session.inspect())
      }
      let before = seen[seen.count / 4]
      var now = seen[seen.count - 1]
      // A thread of its own may take time to end.
      for _ in 1...100
      where now.threads > before.threads || now.descriptors.count > before.descriptors.count {
        _ = try session.worker.poll(within: 20)
        now = try session.inspect()
      }
      bench.done = "\(seen.count) instances were made, put to work and destroyed."
      try bench.requireNothingLeft(
        of: seen.count - seen.count / 4, from: before, to: now, mostBytesEach: 2000)
    }
  ]
}
