/// All checks, and how to choose among them.
public enum Suite {
  /// The level up to which a plugin must pass to be called compatible.
  public static let compatible = 5

  /// A level of the suite.
  public struct Level: Sendable {
    /// 1 … 10.
    public let number: Int
    /// Its name: one or two words.
    public let name: String
    /// What holds of a plugin that passes it: one sentence.
    public let promise: String
  }

  /// What each level is called, and what it promises of a plugin that passes it and those below.
  public static let levels: [Level] = [
    Level(number: 1, name: "loads", promise: "It can be loaded anywhere, and says what it is."),
    Level(
      number: 2, name: "describes itself", promise: "Instances, lists and parameters are in order."),
    Level(
      number: 3, name: "works",
      promise: "It does the work of its kind: it speaks, recognizes, processes or plays."),
    Level(
      number: 4, name: "keeps its word",
      promise: "It does what it claims, for odd input too, and its memory is in order."),
    Level(
      number: 5, name: "is compatible",
      promise:
        "It stops when it should, is the same after every call, and leaves the process as it was."),
    Level(
      number: 6, name: "survives chance",
      promise: "Random settings, requests and mistakes of a host do not crash it."),
    Level(
      number: 7, name: "works in parallel",
      promise: "Several instances and threads do not disturb each other."),
    Level(
      number: 8, name: "endures",
      promise: "It can be used for a long evening, and keeps to its places."),
    Level(
      number: 9, name: "is in time", promise: "It is fast enough for dialogue on an idle machine."),
    Level(number: 10, name: "grows old", promise: "It works with older and newer hosts."),
  ]

  /// The page of one check.
  public static func explanation(of check: Check) -> String {
    let level = levels[check.level - 1]
    let about: [Subject: String] = [
      .library: "files", .plugin: "plugins of every kind", .voice: "voices",
      .recognizer: "recognizers", .effect: "effects", .device: "sound devices",
    ]
    let kinds =
      check.needsWorker
      ? "libraries only" : check.needsProgram ? "programs only" : "libraries and programs"
    return """
      \(check.id)

      Level \(check.level) (\(level.name)), of \(about[check.subject] ?? "plugins"), for \(kinds)\(check.isGate ? "; if it fails, the later checks are skipped" : "").

      Why:  \(check.purpose)
      How:  \(check.method)

      """
  }

  /// Every check, by subject and level.
  public static let checks: [Check] = {
    let all =
      LibraryChecks.all + PluginChecks.all + VoiceChecks.all
      + RecognizerChecks.all + EffectChecks.all + DeviceChecks.all
    precondition(Set(all.map(\.id)).count == all.count, "two checks have one id")
    let order = Dictionary(
      uniqueKeysWithValues: Subject.allCases.enumerated().map { ($1, $0) })
    return all.enumerated().sorted { one, other in
      (order[one.element.subject] ?? 0, one.element.level, one.offset)
        < (order[other.element.subject] ?? 0, other.element.level, other.offset)
    }.map(\.element)
  }()

  /// The checks up to `level` that match any of `only` (all, if that is empty) and none of `skip`.
  ///
  /// A check that is named by its whole id is included whatever its level.
  public static func chosen(level: Int, only: [String], skip: [String]) -> [Check] {
    checks.filter { check in
      let isNamed = only.contains(check.id)
      return (isNamed || check.level <= level)
        && (only.isEmpty || only.contains { check.matches($0) })
        && !skip.contains { check.matches($0) }
    }
  }

  /// The checks as a page: `Documentation/Conformance.md`.
  public static var page: String {
    var page = """
      # Conformance

      `host conform PLUGIN` tests a plugin, which is a library or a program. Level 5 is the default: a plugin that
      passes it is called compatible. `host conform --list --markdown` writes this page.

      \(levelTable)

      A check passes, fails, warns, is skipped with a reason, or ends with a crash: the plugin's process ended, or did
      not finish its work. Each check has a worker of its own. A finding says what was done, what was expected, what
      happened, and how to repeat it. Checks marked *library* need the instruments of `cue-worker`, so programs skip
      them. Libraries skip those marked *program*: the worker keeps that part of the protocol for them. Checks marked *gate* run first: if one fails, the later ones are skipped.

      Up to level 5, no result depends on the speed of the machine. Level 9 tests how long a plugin takes, and
      `--patience` makes those limits longer. Everything random (text, markup, settings, sound, the lengths of blocks,
      the moments of a cancel) depends on `--seed` alone, so a finding can be repeated. A recognizer is tested with
      words only if `--voice PLUGIN[:VOICE]` names a voice that speaks to it, because some recognizers hear other
      things, such as the keys of a telephone.

      """
    for subject in Subject.allCases {
      let checks = Suite.checks.filter { $0.subject == subject }
      guard !checks.isEmpty else { continue }
      page += "\n## \(title(subject))\n"
      for check in checks {
        let marks = [
          "level \(check.level)", check.isGate ? "gate" : "",
          check.needsWorker && subject != .library ? "library" : "",
          check.needsProgram ? "program" : "",
        ].filter { !$0.isEmpty }
        page +=
          "\n### \(check.id)\n\n*\(marks.joined(separator: ", "))*\n\n\(check.purpose)\n\n\(check.method)\n"
      }
    }
    return page + notAsked
  }

  private static let levelTable =
    (["| level | name | a plugin that passes it |", "|---|---|---|"]
    + levels.map { "| \($0.number) | \($0.name) | \($0.promise) |" }).joined(separator: "\n")

  /// What validators of other interfaces check, and this one does not.
  private static let notAsked = """

    ## What is not tested

    - State and presets, editors, ports, notes and transport: the interface has none. Users set parameters, and these are
      tested.
    - Sound in 64 bits, and processing in place: all sound of effects is 32-bit float, and goes from one buffer to
      another.
    - Blocks that are longer than an effect was prepared for, and gaps in the sound of a recognizer: the worker lets none
      through.
    - Damaged model files, declared memory, and a declared time to the first sound: the interface has no fields for them.
      Level 9 compares the first sound of a voice, and the time of a recognizer and an effect, with Cue's own limits.
    - Two sample rates of one voice, and a speed in words per minute: a voice has one rate, and speeds are factors.
    - Missing extensions of the host: the worker offers none at all.
    - Memory that an effect allocates while it processes, locks, data races and memory errors: `make conform-rtsan`,
      `conform-tsan` and `conform-asan` run levels 1 to 9 on plugins that are built with a sanitizer. Each first shows, with
      an effect of `Tests/Fixtures/mutants/sanitized.c`, that it finds such a fault. `Tests/Sanitizers` lists the exceptions.

    """

  private static func title(_ subject: Subject) -> String {
    switch subject {
    case .library: "Every file"
    case .plugin: "Every plugin"
    case .voice: "Voices"
    case .recognizer: "Recognizers"
    case .effect: "Effects"
    case .device: "Sound devices"
    }
  }
}
