#if canImport(Glibc)
  import Glibc
#endif

/// What a worker gets of the host's environment: enough to find files, a language, sound and a network, and no secrets.
enum WorkerEnvironment {
  static let allowed: Set<String> = [
    "PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_DATA_HOME",
    "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "CUE_HOME",
    "LD_LIBRARY_PATH", "ESPEAK_DATA_PATH", "LADSPA_PATH", "LV2_PATH", "PULSE_SERVER",
    "PULSE_RUNTIME_PATH", "PULSE_COOKIE", "PULSE_SINK", "PULSE_CONFIG_PATH", "PIPEWIRE_REMOTE",
    "DBUS_SESSION_BUS_ADDRESS", "SSL_CERT_FILE", "SSL_CERT_DIR", "http_proxy", "https_proxy",
    "no_proxy", "ALL_PROXY", "ASAN_OPTIONS", "TSAN_OPTIONS", "RTSAN_OPTIONS", "UBSAN_OPTIONS",
    "LSAN_OPTIONS", "PYTHONPATH", "CUE_DUMPABLE", "CUE_WALL_VERSION",
  ]

  /// Variables for how many threads a plugin should compute with; libraries read one of the other names.
  static let threadNames = ["CUE_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"]

  /// The environment of a worker.
  ///
  /// - Parameters:
  ///   - threads: how many it should compute with; nil for any number
  ///   - isOffline: whether it has no network
  /// - Returns: entries as `NAME=VALUE`
  static func entries(threads: Int? = nil, isOffline: Bool) -> [String] {
    var entries = ["SWIFT_BACKTRACE=enable=no"] + TelemetrySwitches.entries(isOffline: isOffline)
    if let threads { entries += threadNames.map { "\($0)=\(threads)" } }
    var at = unsafe environ
    while let entry = unsafe at.pointee {
      let text = unsafe String(cString: entry)
      let name = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "=") }))
      // By the XDG specification, a relative folder is ignored.
      let isRelative =
        name.hasPrefix("XDG_") && name.hasSuffix("_HOME") && !text.hasPrefix("\(name)=/")
      if allowed.contains(name) && !isRelative || name.hasPrefix("LC_") { entries.append(text) }
      unsafe at += 1
    }
    return entries
  }
}
