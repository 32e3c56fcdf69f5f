import CSystem
import CueABI
import CuePlugins

/// Checks of a plugin, whatever its kind: what does not happen in normal use.
enum PluginHarshChecks {
  static let all: [Check] = [
    Check(
      "plugin-not-activated", level: 6, needsWorker: true,
      "A host with a mistake calls functions in the wrong order.",
      "An instance is made and put to work without activate. It works, or refuses with a status of the interface, but it does not crash."
    ) { bench in
      let session = try bench.start()
      bench.done = "An instance was put to work without activate."
      let tried = try session.attempt(CUE_TRY_EARLY, instance: nil) {
        $0.text(CUE_TAG_ID, bench.voice.id)
      }
      try bench.requireKnown(tried.status, "It works, or refuses with a status of the interface.")
    },
    Check(
      "plugin-any-thread", level: 7, needsWorker: true,
      "Functions that any thread may call are called while another thread works.",
      "Two threads call get_extension without a pause while the plugin works, then cancel too, for a call that there is not. Afterwards the plugin works as before. If a plugin is CUE_FREE, the threads also get and set a parameter. A voice that is served from forks has one thread and is skipped."
    ) { bench in
      try bench.skip(bench.voice.isForked, "it is served from forks")
      let session = try bench.startPlugin()
      let isFree = bench.voice.concurrency == CUE_FREE
      let always = CUE_CALL_EXTENSION | (isFree ? CUE_CALL_PARAMS : 0)
      for (calls, what) in [
        (always, isFree ? "get_extension, params.get and params.set" : "get_extension"),
        (always | CUE_CALL_CANCEL, "cancel for another call, too"),
      ] {
        bench.done = "Two threads called \(what) while it worked."
        _ = try session.attempt(CUE_TRY_CALLERS) { $0.u32(CUE_TAG_OFFSET, calls) }
        // On a busy machine, the two threads may have to wait for their turn.
        let enough = cue_now_milliseconds() + 100
        var count = 0
        while count < 5 || cue_now_milliseconds() < enough {
          count += 1
          let status = try session.work()
          try bench.require(
            status == CUE_OK, "The work is done.", "It answered \(Status.name(status)).")
        }
        _ = try session.attempt(CUE_TRY_CALLERS) { $0.u32(CUE_TAG_OFFSET, 0) }
      }
      let status = try session.work()
      bench.done = "It was put to work after the other threads had stopped calling it."
      try bench.requireOK(status, "The work is done.")
    },
  ]

  // Hosts of other versions.

  /// The checks by a worker that plays a newer host, and an older one.
  ///
  /// - Parameters:
  ///   - kind: the prefix of the checks' ids
  ///   - newer: what is done as a newer host, as a sentence for people
  ///   - older: the same as an older host
  ///   - body: does it
  /// - Returns: two checks of level 10
  static func hosts(
    _ kind: String, newer: String, older: String,
    _ body: @escaping @Sendable (Bench, Session) throws -> Void
  ) -> [Check] {
    [
      host(
        kind + "-newer-host", .newer,
        "A newer host passes longer structs, with fields that this version does not know.", newer,
        body),
      host(
        kind + "-older-host", .older,
        "An older host passes shorter structs. The memory after them does not belong to the plugin.",
        older, body),
    ]
  }

  /// A check by a worker that plays a host of another version.
  private static func host(
    _ id: String, _ instruments: Instruments, _ purpose: String, _ method: String,
    _ body: @escaping @Sendable (Bench, Session) throws -> Void
  ) -> Check {
    Check(id, level: 10, needsWorker: true, purpose, method) { bench in
      let session = try bench.startPlugin(instruments)
      bench.done = "A host of another version listed the parameters."
      _ = try session.parameters()
      try body(bench, session)
      let overruns = try session.inspect().overruns
      bench.done = "All structs of a host of another version were examined."
      try bench.require(
        overruns == 0, "Nothing is written after the fields that this version knows.",
        "Something was written there in \(overruns) structs.")
    }
  }
}
