import CSystem
import CueABI
import CuePlugins

/// Checks of a plugin, whatever its kind: which network it uses, and which files it leaves on the user's disk.
///
/// The supervisor of a watched worker sees each call that reaches a network or changes a file. So programs are checked as
/// libraries are, and what a linked library does is seen, too.
enum PluginPrivacyChecks {
  static let all: [Check] = [
    declaresNeeds,
    Check(
      "plugin-without-network", level: 5,
      "Theatres often have no network, and a text that is sent away is no longer private.",
      "The plugin is loaded, put to work and watched. It works, and makes no call that would reach a network. Loopback counts as a network. Plugins that declare a network are skipped."
    ) { bench in
      try bench.skip(declaresNetwork(bench), "it declares that it needs a network")
      let (session, watch) = try bench.startWatched()
      try session.create()
      let status = try session.work()
      bench.done = "It was put to work without a network."
      try requireNobodyAsked(bench, watch)
      try bench.requireOK(status, "It works.")
    },
    Check(
      "plugin-asks-nobody-later", level: 8, watches: true,
      "A library that reports to its maker often waits a while first, and then continues as long as the process runs.",
      "The plugin is loaded, put to work and then watched for 60 seconds (--watch). It makes no call that would reach a network. Plugins that declare a network are skipped."
    ) { bench in
      try bench.skip(declaresNetwork(bench), "it declares that it needs a network")
      let watch = try watched(bench)
      try requireNobodyAsked(bench, watch)
    },
    Check(
      "plugin-keeps-to-its-places", level: 8, watches: true,
      "Users do not know what a plugin leaves on the disk. It may show others who they are and what they do.",
      "The plugin is loaded, put to work and then watched for 60 seconds (--watch). It makes, writes, renames and removes files only in its own places. In the list of these, X is the plugin's id or the name of its file. They are: the folder for temporary files; `cue/plugins/X` and `cue/X` in the user's cache; `cue/plugins/X` in the user's data; `libX.so.…` and the folder `X` beside its file. Python's `__pycache__` and devices are allowed as well."
    ) { bench in
      let watch = try watched(bench)
      let places = OwnPlaces(bench.setup.file, id: bench.voice.id, .current())
      var elsewhere: [String] = []
      for case .file(let path) in watch.deeds() where !places.contain(path) {
        if !elsewhere.contains(path) { elsewhere.append(path) }
      }
      let more = elsewhere.count > 1 ? " and \(elsewhere.count - 1) more" : ""
      try bench.require(
        elsewhere.isEmpty, "It changes files only in its own places.",
        "It changed \(elsewhere.first ?? "")\(more).")
    },
  ]

  private static let declaresNeeds = Check(
    "plugin-declares-needs", level: 5,
    "Users decide about a plugin by the needs that it declares, so it must not try to get more.",
    "The plugin runs with exactly what it declares (plugin-sdk/NEEDS.md), is called in every way, and watched. It opens no file and no folder that is there and that it did not declare. What every plugin may read, and its own file, need no declaration. A file of settings of the system (/etc/….conf) shared memory (/dev/shm) and the id of the machine are a warning: libraries try them and work without."
  ) { bench in
    try bench.skip(bench.setup.worker.wall.isOff, "the wall is switched off")
    let (session, watch) = try bench.startWatched()
    try session.create()
    for call in try session.calls() { try call.make(session) }
    try session.work()
    bench.done = "It was called in every way, with what it declares and no more."
    try requireSeen(bench, watch)
    var seen: Set<String> = []
    var beyond: [String] = []
    for deed in watch.deeds() {
      guard case .read(let path) = deed, seen.insert(path).inserted else { continue }
      if bench.setup.worker.wall.keeps(
        bench.setup.file, from: path, handed: bench.setup.worker.handed)
      {
        beyond.append(path)
      }
    }
    // Libraries look for settings of the system, and work without them.
    let settings = beyond.filter {
      $0.hasPrefix("/etc/") && $0.contains(".conf") || ["/dev/shm", "/etc/machine-id"].contains($0)
        || $0.hasPrefix("/dev/shm/")
    }
    beyond.removeAll { settings.contains($0) }
    func words(_ paths: [String]) -> String {
      "It tried to open \(paths.first ?? "")"
        + (paths.count > 1 ? " and \(paths.count - 1) more." : ".")
    }
    try bench.require(beyond.isEmpty, "It opens nothing that it did not declare.", words(beyond))
    try bench.warn(
      unless: settings.isEmpty, "It opens nothing that it did not declare.", words(settings))
  }

  private static func declaresNetwork(_ bench: Bench) -> Bool {
    bench.voice.flags & CUE_FLAG_NEEDS_NETWORK != 0
  }

  /// Loads the plugin, lets it work, and keeps it running while it is watched.
  private static func watched(_ bench: Bench) throws -> WorkerWatch {
    let (session, watch) = try bench.startWatched()
    try session.create()
    _ = try session.work()
    let end = cue_now_milliseconds() + Int64(bench.watchMilliseconds)
    while case let left = end - cue_now_milliseconds(), left > 0 {
      _ = try session.worker.poll(within: Int(left))
    }
    bench.done =
      "It was put to work, then watched for \(bench.watchMilliseconds / 1000) seconds."
    try requireSeen(bench, watch)
    return watch
  }

  private static func requireSeen(_ bench: Bench, _ watch: WorkerWatch) throws {
    for case .unseen(let why) in watch.deeds() {
      try bench.skip(true, "this system does not show what it does: \(why)")
    }
  }

  private static func requireNobodyAsked(_ bench: Bench, _ watch: WorkerWatch) throws {
    try requireSeen(bench, watch)
    var asked: [String] = []
    for case .network(let address) in watch.deeds() where !asked.contains(address) {
      asked.append(address)
    }
    try bench.require(
      asked.isEmpty, "It uses no network.",
      "It tried to reach \(asked.prefix(3).joined(separator: ", "))"
        + (asked.count > 3 ? " and \(asked.count - 3) more." : "."))
  }
}

/// Where a plugin may change files.
struct OwnPlaces {
  private let folders: [String]
  private let beginnings: [String]

  /// The places of the plugin `id` in `file`, for the user of `environment`.
  init(_ file: PluginFile, id: String, _ environment: UserEnvironment) {
    var folders = ["/dev", "/proc", "/tmp", "/var/tmp"]
    if let temporary = environment.variable("TMPDIR") { folders.append(temporary) }
    let path = OwnPlaces.plain(file.path)
    let stem = PluginSearch.stem(of: path)
    let own = [
      environment.cacheFolder.map { $0 + "/plugins" }, environment.dataFolder + "/plugins",
    ]
    for place in own.compactMap(\.self) + [environment.cacheFolder].compactMap(\.self) {
      folders += ["\(place)/\(id)", "\(place)/\(stem)"]
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    folders.append("\(folder)/\(stem)")
    self.folders = folders.map(OwnPlaces.plain)
    beginnings = [path + "."]
  }

  /// Whether a file at `path` is at one of these places, or is a folder on the way to one.
  func contain(_ path: String) -> Bool {
    let path = OwnPlaces.plain(path)
    if beginnings.contains(where: path.hasPrefix) { return true }
    if path.split(separator: "/").contains("__pycache__") { return true }
    return folders.contains { folder in
      path == folder || path.hasPrefix(folder + "/") || folder.hasPrefix(path + "/")
    }
  }

  /// `path` without "." and "..", by its text alone.
  private static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
