/// All checks, and how to choose among them.
public enum Suite {
  /// The level up to which a plugin must pass to be called compatible.
  public static let compatible = 5

  /// Every check, by subject and level.
  public static let checks: [Check] = {
    let all =
      LibraryChecks.all + PluginChecks.all + VoiceChecks.all
      + RecognizerChecks.all + EffectChecks.all
    precondition(Set(all.map(\.id)).count == all.count, "two checks have one id")
    let order = Dictionary(
      uniqueKeysWithValues: Subject.allCases.enumerated().map { ($1, $0) })
    return all.enumerated().sorted { one, other in
      (order[one.element.subject] ?? 0, one.element.level, one.offset)
        < (order[other.element.subject] ?? 0, other.element.level, other.offset)
    }.map(\.element)
  }()

  /// The checks up to `level` that are meant by any of `only` (all, where that is empty) and none of `skip`.
  ///
  /// A check that is named by its whole id is meant whatever its level.
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

      `host conform PLUGIN` judges a plugin, be it a library or a program. Level 5 is the default; a plugin that
      passes it is called compatible. This page is written by `host conform --list --markdown` and not by hand.

      | level | what it is about |
      |---|---|
      | 1 | the file, loading and describing |
      | 2 | instances, lists, parameters |
      | 3 | what it is there for |
      | 4 | odd input |
      | 5 | cancel, events, and leaving the process as it was |
      | 6 | settings and requests made up by chance |
      | 7 | several at once |
      | 8 | endurance |
      | 9 | latency |
      | 10 | hosts of other versions |

      A check passes, fails, warns, is skipped with a reason, or ends with a crash: the plugin's process ended, or
      did not end what it was doing. Each has a worker of its own. A finding says what was done, what was
      expected, what happened, and how to see it again. What is marked *library* needs the instruments of
      `cue-worker`, so programs are not asked. A check marked *gate* is asked first: where it fails, the
      later ones are skipped.

      Up to level 5 nothing depends on how fast the machine is: what a plugin takes time for is asked at level 9, and
      `--patience` makes those limits longer. What is made up by chance (text, markup, settings, sound, the lengths of
      blocks, the moments of a cancel) comes from `--seed` alone, so a finding can be seen again. A recognizer is asked
      for words only where `--voice PLUGIN[:VOICE]` names who speaks to it: one that hears the keys of a telephone is a
      recognizer too.

      """
    for subject in Subject.allCases {
      let checks = Suite.checks.filter { $0.subject == subject }
      guard !checks.isEmpty else { continue }
      page += "\n## \(title(subject))\n"
      for check in checks {
        let marks = [
          "level \(check.level)", check.isGate ? "gate" : "",
          check.needsWorker && subject != .library ? "library" : "",
        ].filter { !$0.isEmpty }
        page +=
          "\n### \(check.id)\n\n*\(marks.joined(separator: ", "))*\n\n\(check.purpose)\n\n\(check.method)\n"
      }
    }
    return page + notAsked
  }

  /// What validators of other interfaces ask, and this one does not.
  private static let notAsked = """

    ## What is not asked

    - State and presets, editors, ports, notes and transport: the interface has none. What a user sets are parameters, and
      those are asked about.
    - Sound in 64 bits, and sound that is worked on in place: all sound of effects is 32-bit float, from one buffer to
      another.
    - Blocks longer than an effect was prepared for, and times that jump or leave gaps in what a recognizer hears: the
      worker lets none through.
    - Damaged model files, declared memory and declared times to the first sound: the interface tells of none. A voice's
      first sound, and a recognizer's and an effect's time, are held against limits of our own, at level 9.
    - A sample rate at which the same voice could be heard twice, and a speed in words a minute: a voice has one rate, and
      speeds are factors.
    - Whether a host's extensions may be absent: the worker offers none at all.
    - Allocation and locks in the calls of an effect, data races and memory errors: `make conform-rtsan`, `conform-tsan` and
      `conform-asan` run levels 1 to 9 on plugins that are built with a sanitizer. Each first proves, with an effect of
      `Tests/Fixtures/mutants/sanitized.c`, that it finds what it is there for; what is let pass stands in `Tests/Sanitizers`.

    """

  private static func title(_ subject: Subject) -> String {
    switch subject {
    case .library: "Every file"
    case .plugin: "Every plugin"
    case .voice: "Voices"
    case .recognizer: "Recognizers"
    case .effect: "Effects"
    }
  }
}
