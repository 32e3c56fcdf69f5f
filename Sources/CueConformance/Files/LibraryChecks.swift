import CueABI
import CuePlugins
import CSystem
import CueSystem
import Glibc

/// Checks of the file, most of them without loading it.
enum LibraryChecks {
  static let all = file + [loads] + loaded

  private static let file: [Check] = [
    Check(
      "library-file", level: 1, isGate: true,
      "A plugin is a file that can be loaded or run.",
      "The file is a shared library for this machine, or an executable program."
    ) { bench in
      bench.done = "The file \(bench.setup.file.path) was examined."
      var status = stat()
      guard unsafe stat(bench.setup.file.path, &status) == 0 else {
        throw Verdict.failed(
          bench.finding("It is there.", SystemError.words(errno) + "."))
      }
      let kinds: [mode_t: String] = [
        S_IFDIR: "a folder", S_IFIFO: "a pipe", S_IFCHR: "a device", S_IFBLK: "a device",
        S_IFSOCK: "a socket",
      ]
      let kind = kinds[status.st_mode & S_IFMT]
      try bench.require(kind == nil, "It is a regular file.", "It is \(kind ?? "").")
      guard !bench.setup.file.isProgram else {
        return try bench.require(
          unsafe access(bench.setup.file.path, X_OK) == 0, "It may be executed.", "It may not.")
      }
      let elf = ELFFile(bench.setup.file.path)
      try bench.require(
        elf != nil, "It is a dynamic library: 64-bit ELF, little-endian.",
        status.st_size == 0 ? "It is empty." : "It is something else.")
      try bench.require(
        elf?.machine == ELFFile.machineHere, "It is made for this machine.",
        "It is made for machine \(elf?.machine ?? 0), and this is \(ELFFile.machineHere).")
    },
    elf(
      "library-one-export",
      "Two plugins in one process may use the same names, so a plugin exports only its entry function.",
      "The dynamic symbols are read: cue_plugin_entry is exported, and nothing else. Use the version script plugin-sdk/cue-plugin.map."
    ) { bench, elf in
      let others = elf.exported.filter { $0 != "cue_plugin_entry" }.sorted()
      try bench.require(
        elf.exported.contains("cue_plugin_entry"), "It exports cue_plugin_entry.", "It does not.")
      try bench.require(
        others.isEmpty, "It exports cue_plugin_entry and nothing else.",
        "It also exports \(others.prefix(3).joined(separator: ", "))"
          + (others.count > 3 ? " and \(others.count - 3) more." : "."))
    },
    elf(
      "library-no-text-relocations",
      "Hardened systems refuse code that has to be changed while it is loaded.",
      "The dynamic section has no DT_TEXTREL. Compile everything with -fPIC."
    ) { bench, elf in
      try bench.require(
        !elf.hasTextRelocations, "Its code needs no change while it is loaded.",
        "It has DT_TEXTREL.")
    },
    elf(
      "library-no-executable-stack",
      "If one library asks for an executable stack, the whole process gets one.",
      "The program headers contain PT_GNU_STACK, and it is not executable."
    ) { bench, elf in
      try bench.require(
        !elf.hasExecutableStack, "It asks for no executable stack.", "It asks for one.")
    },
    elf(
      "library-no-static-tls",
      "There is little room for static thread-local storage. When it is used up, a library that needs it cannot be loaded.",
      "The dynamic section has no DF_STATIC_TLS. Do not compile thread-local variables with -ftls-model=initial-exec."
    ) { bench, elf in
      try bench.require(!elf.hasStaticTLS, "It has no DF_STATIC_TLS.", "It has it.")
    },
    elf(
      "library-no-absolute-path",
      "An absolute search path exists only on the machine that built the plugin, and anybody who can write there can replace libraries.",
      "All entries of DT_RPATH and DT_RUNPATH in the dynamic section begin with $ORIGIN."
    ) { bench, elf in
      let absolute = elf.searchPaths.filter {
        !$0.hasPrefix("$ORIGIN") && !$0.hasPrefix("${ORIGIN}")
      }
      try bench.require(
        absolute.isEmpty, "It looks for libraries beside itself or in the system's folders.",
        "It looks in \(absolute.first ?? "").")
    },
    elf(
      "library-names-its-libraries",
      "A plugin that does not name its libraries works only in a process that has loaded them by chance.",
      "Every undefined symbol is defined in a library that DT_NEEDED names, or in one that those libraries name. Link with -z defs."
    ) { bench, elf in
      guard let missing = LibrarySearch.missingSymbols(of: elf, at: bench.setup.file.path) else {
        throw Verdict.skipped("one of its libraries is not in the usual folders")
      }
      try bench.require(
        missing.isEmpty, "All symbols that it uses are in the libraries that it names.",
        "\(missing.prefix(3).joined(separator: ", ")) is in none of them.")
    },
    elf(
      "library-stays-loaded",
      "If a program unloads the library while its threads run, the program crashes. Our own hosts never unload one.",
      "The dynamic section has DF_1_NODELETE. Link with -z nodelete. Its absence is a warning."
    ) { bench, elf in
      try bench.warn(unless: elf.staysLoaded, "It is marked -z nodelete.", "It is not.")
    },
    elf(
      "library-build-id",
      "A crash report can name the build only if the build has an id.",
      "The notes contain a GNU build id. Link with --build-id. Its absence is a warning."
    ) { bench, elf in
      try bench.warn(unless: elf.hasBuildID, "It has a build id.", "It has none.")
    },
  ]

  private static func elf(
    _ id: String, _ purpose: String, _ method: String,
    _ body: @escaping @Sendable (Bench, ELFFile) throws -> Void
  ) -> Check {
    Check(id, level: 1, needsWorker: true, purpose, method) { bench in
      bench.done = "The headers of \(bench.setup.file.path) were read."
      guard let elf = ELFFile(bench.setup.file.path) else {
        throw Verdict.skipped("it is no library")
      }
      try body(bench, elf)
    }
  }

  private static let loads = Check(
    "library-loads", level: 1, isGate: true,
    "A plugin has to be loadable.",
    "It is loaded, and all symbols are resolved. It greets and describes what it offers: at least one plugin, within ten seconds."
  ) { bench in
    let offered = try bench.start().describe()
    bench.done = "It was loaded and asked what it offers."
    try bench.require(!offered.isEmpty, "It offers a plugin.", "It offers none.")
  }

  private static let loaded: [Check] = [
    Check(
      "library-loads-light", level: 1, needsWorker: true,
      "Hosts ask every plugin for its description, so the answer has to be cheap.",
      "After it has described what it offers, its process has grown by at most 32 MB. So it loads no model for that."
    ) { bench in
      let session = try bench.start()
      _ = try session.describe()
      let now = try session.inspect()
      let grown = (now.residentBytes - (try now.before().residentBytes)) / 1_000_000
      bench.done = "It was loaded and asked what it offers."
      try bench.require(
        grown <= 32, "The process grows by at most 32 MB.", "It grew by \(grown) MB.")
    },
    Check(
      "library-loads-bare", level: 1, needsWorker: true,
      "A system service has no home folder, no search path, and no writable folder.",
      "It is loaded with an empty environment, in a folder without write permission. It offers the same plugins as elsewhere."
    ) { bench in
      let bare = try bench.start(.bare).describe()
      bench.done = "It was loaded without an environment, in a folder without write permission."
      try bench.require(
        bare == bench.all, "It offers the \(bench.all.count) plugins that it offers elsewhere.",
        "It offered \(bare.count).")
    },
    Check(
      "library-loads-soon", level: 9, needsWorker: true,
      "A host that lists a hundred plugins waits for each of them.",
      "It is loaded and asked what it offers, up to five times. The fastest run takes at most two seconds; more than 100 ms is a warning."
    ) { bench in
      var best = Int.max
      for _ in 1...5 where best > 100 * bench.patience && best < 4000 || best == .max {
        let start = cue_now_milliseconds()
        _ = try bench.start().describe()
        best = min(best, Int(cue_now_milliseconds() - start))
      }
      bench.done = "It was loaded and asked what it offers."
      try bench.require(
        best <= 2000 * bench.patience, "It is done within two seconds.", "It took \(best) ms.")
      try bench.warn(
        unless: best <= 100 * bench.patience, "It is done within 100 ms.", "It took \(best) ms.")
    },
    loadedCheck(
      "library-starts-no-thread",
      "The process may fork next, or end at once. A thread disturbs both.",
      "After the plugin was loaded and described, the process has one thread."
    ) { bench, before, now in
      try bench.require(
        now.threads == before.threads, "Loading it starts no thread.",
        "It started \(now.threads - before.threads).")
    },
    loadedCheck(
      "library-opens-nothing",
      "A descriptor that is left open is never closed, and all child processes inherit it.",
      "After the plugin was loaded and described, the same descriptors are open as before."
    ) { bench, before, now in
      let more = now.descriptors.filter { !before.descriptors.contains($0) }
      try bench.require(
        more.isEmpty && now.descriptors.count == before.descriptors.count,
        "Loading it opens and closes no descriptor.",
        more.first.map { "It left \($0) open." } ?? "It closed one.")
    },
    Check(
      "library-ids-differ", level: 1,
      "Hosts ask for a plugin by its id, so the ids in one file have to differ.",
      "No two plugins in the file have the same id."
    ) { bench in
      let ids = try bench.start().describe().map(\.id)
      bench.done = "It was asked what it offers."
      let twice = ids.first { id in ids.count { $0 == id } > 1 }
      try bench.require(twice == nil, "Each id occurs once.", "\(twice ?? "") occurs twice.")
    },
    Check(
      "library-list-ends", level: 1, needsWorker: true,
      "A host with a counting mistake asks for a plugin after the last one.",
      "entry.descriptor is called with the number of plugins, and with the largest number. It answers NULL both times."
    ) { bench in
      let session = try bench.start()
      let count = UInt32(try session.describe().count)
      for index in [count, UInt32.max] {
        bench.done = "It was asked for its plugin number \(index) of \(count)."
        let given = try session.attempt(CUE_TRY_DESCRIPTOR, instance: nil) {
          $0.u32(CUE_TAG_OFFSET, index)
        }.isGiven
        try bench.require(!given, "It answers NULL.", "It answered with a descriptor.")
      }
    },
    Check(
      "library-unknown-extension", level: 1, needsWorker: true,
      "A newer host asks for extensions that this plugin does not know. It must not get a different one.",
      "entry.get_extension is asked for random ids, for an empty id, and for a known id with extra characters at its end. It answers NULL."
    ) { bench in
      let session = try bench.start()
      for id in unknownExtensions(bench) {
        bench.done = "The library was asked for the extension “\(id)”."
        let given = try session.attempt(CUE_TRY_EXTENSION, instance: nil) {
          $0.text(CUE_TAG_ID, id)
        }.isGiven
        try bench.require(!given, "It answers NULL.", "It answered with a table.")
      }
    },
    Check(
      "library-exact-id", level: 1, needsWorker: true,
      "A plugin that accepts an id similar to its own can be used in place of another plugin.",
      "entry.create is called with a known id with extra characters at its end, without its last letter and in capitals, with an empty id, and with one of 100,000 bytes. It answers CUE_E_NOT_FOUND each time."
    ) { bench in
      let session = try bench.start()
      guard let known = bench.all.first?.id else { return }
      let ids = [
        known + "x", String(known.dropLast()), known.uppercased(), "",
        String(repeating: "a", count: 100_000),
      ]
      for id in ids where !bench.all.contains(where: { $0.id == id }) {
        bench.done = "It was asked for the plugin “\(id.prefix(60))”, which it does not offer."
        let made = try session.attempt(CUE_TRY_CREATE, instance: nil) { $0.text(CUE_TAG_ID, id) }
        try bench.require(
          !made.isGiven && made.status == CUE_E_NOT_FOUND, "It answers CUE_E_NOT_FOUND.",
          "It answered \(Status.name(made.status))"
            + (made.isGiven ? " and gave an instance." : "."))
      }
    },
  ]

  /// Ids of extensions that no plugin can know.
  static func unknownExtensions(_ bench: Bench) -> [String] {
    let letters = Array("abcdefghijklmnopqrstuvwxyz./-0123456789")
    let chosen = (0..<10).map { _ in
      "x"
        + String(
          (0..<12).map { _ in letters[Int.random(in: 0..<letters.count, using: &bench.chance)] })
    }
    return chosen + ["", "\(CUE_KIND_VOICE)0", "cue.params", "CUE.VOICE/1"]
  }

  private static func loadedCheck(
    _ id: String, _ purpose: String, _ method: String,
    _ body: @escaping @Sendable (Bench, Inspection, Inspection) throws -> Void
  ) -> Check {
    Check(id, level: 1, needsWorker: true, purpose, method) { bench in
      let session = try bench.start()
      _ = try session.describe()
      let now = try session.inspect()
      bench.done = "It was loaded and asked what it offers."
      try body(bench, now.before(), now)
    }
  }
}
