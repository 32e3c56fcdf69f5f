/// A dynamic library as the loader sees it: its exports, its dependencies and its requests.
///
/// After the System V ABI, chapters 4 and 5, and its supplement for Linux. 64-bit, little-endian.
struct ELFFile {
  struct Symbol {
    let name: String
    let isDefined: Bool
    let isWeak: Bool
    let isThreadLocal: Bool
  }

  let machine: UInt16
  private(set) var needed: [String] = []
  private(set) var searchPaths: [String] = []
  private(set) var symbols: [Symbol] = []
  private(set) var hasTextRelocations = false
  private(set) var hasStaticTLS = false
  private(set) var staysLoaded = false
  private(set) var hasExecutableStack: Bool
  private(set) var hasBuildID = false

  /// The machine that this code runs on.
  static var machineHere: UInt16 {
    #if arch(x86_64)
      62
    #elseif arch(arm64)
      183
    #else
      243
    #endif
  }

  /// Nil if it is not such a library.
  init?(_ path: String) {
    guard let file = FileBytes(path), file.u32(0) == 0x464c_457f, file.u8(4) == 2, file.u8(5) == 1,
      file.u16(16) == 3, let machine = file.u16(18),
      let programHeaders = file.u64(32), let programHeaderCount = file.u16(56),
      let programHeaderSize = file.u16(54)
    else { return nil }
    self.machine = machine
    // Without the header, the stack is executable.
    hasExecutableStack = true
    var segments: [(address: UInt64, size: UInt64, offset: UInt64)] = []
    var dynamic: (offset: UInt64, size: UInt64)?
    for index in 0..<UInt64(programHeaderCount) {
      let at = programHeaders &+ index &* UInt64(programHeaderSize)
      guard let type = file.u32(at), let flags = file.u32(at &+ 4), let offset = file.u64(at &+ 8),
        let address = file.u64(at &+ 16), let size = file.u64(at &+ 32)
      else { return nil }
      switch type {
      case 1: segments.append((address, size, offset))
      case 2: dynamic = (offset, size)
      case 4: hasBuildID = hasBuildID || ELFFile.holdsBuildID(file, offset, size)
      case 0x6474_e551: hasExecutableStack = flags & 1 != 0
      default: break
      }
    }
    guard let dynamic else { return nil }
    func place(_ address: UInt64) -> UInt64? {
      segments.first { address >= $0.address && address - $0.address < $0.size }
        .map { address - $0.address + $0.offset }
    }
    var neededAt: [UInt64] = []
    var pathsAt: [UInt64] = []
    var strings: UInt64?
    for at in stride(from: dynamic.offset, to: dynamic.offset &+ dynamic.size, by: 16) {
      guard let tag = file.u64(at), let value = file.u64(at &+ 8), tag != 0 else { break }
      switch tag {
      case 1: neededAt.append(value)
      case 5: strings = place(value)
      case 15, 29: pathsAt.append(value)
      case 22: hasTextRelocations = true
      case 30:
        hasTextRelocations = hasTextRelocations || value & 4 != 0
        hasStaticTLS = value & 16 != 0
      case 0x6fff_fffb: staysLoaded = value & 8 != 0
      default: break
      }
    }
    guard let strings else { return nil }
    needed = neededAt.compactMap { file.string(strings &+ $0) }
    searchPaths = pathsAt.compactMap { file.string(strings &+ $0) }
      .flatMap { $0.split(separator: ":").map(String.init) }
    readSymbols(file, strings)
  }

  private static func holdsBuildID(_ file: FileBytes, _ offset: UInt64, _ size: UInt64) -> Bool {
    var at = offset
    while at &+ 12 <= offset &+ size {
      guard let name = file.u32(at), let description = file.u32(at &+ 4),
        let type = file.u32(at &+ 8)
      else { return false }
      if type == 3, file.string(at &+ 12) == "GNU" { return true }
      at &+= 12 &+ (UInt64(name) + 3) & ~3 &+ (UInt64(description) + 3) & ~3
    }
    return false
  }

  /// The dynamic symbols; only their section gives their number.
  private mutating func readSymbols(_ file: FileBytes, _ strings: UInt64) {
    guard let headers = file.u64(40), let size = file.u16(58), let count = file.u16(60) else {
      return
    }
    for index in 0..<UInt64(count) {
      let header = headers &+ index &* UInt64(size)
      guard file.u32(header &+ 4) == 11, let table = file.u64(header &+ 24),
        let bytes = file.u64(header &+ 32)
      else { continue }
      // The first one is empty.
      for at in stride(from: table &+ 24, to: table &+ bytes, by: 24) {
        guard let nameAt = file.u32(at), let info = file.u8(at &+ 4),
          let section = file.u16(at &+ 6)
        else { break }
        guard let name = file.string(strings &+ UInt64(nameAt)), !name.isEmpty else { continue }
        let visibility = (file.u8(at &+ 5) ?? 0) & 3
        let binding = info >> 4
        guard binding != 0, section == 0 || visibility == 0 || visibility == 3 else { continue }
        symbols.append(
          Symbol(
            name: name, isDefined: section != 0, isWeak: binding == 2,
            isThreadLocal: info & 15 == 6))
      }
    }
  }

  /// Symbols that others can call or read.
  var exported: [String] { symbols.filter(\.isDefined).map(\.name) }

  /// Symbols that must come from other libraries.
  var undefined: [String] { symbols.filter { !$0.isDefined && !$0.isWeak }.map(\.name) }
}

/// Finds the libraries that another one needs, as the loader does.
struct LibrarySearch {
  private static let folders = [
    "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib",
  ]

  /// The undefined symbols of `file` that neither the libraries it names nor their dependencies have; nil if one of these
  /// cannot be found, because the loader then reports that itself.
  static func missingSymbols(of file: ELFFile, at path: String) -> [String]? {
    var missing = Set(file.undefined)
    var waiting = file.needed.map { ($0, file.searchPaths, path) }
    var seen: Set<String> = []
    while let (name, paths, from) = waiting.popLast(), !missing.isEmpty {
      guard seen.insert(name).inserted else { continue }
      guard let (library, place) = find(name, paths, from: from) else { return nil }
      missing.subtract(library.exported)
      waiting += library.needed.map { ($0, library.searchPaths, place) }
    }
    return missing.sorted()
  }

  private static func find(
    _ name: String, _ paths: [String], from: String
  ) -> (ELFFile, String)? {
    let origin = from.lastIndex(of: "/").map { String(from[..<$0]) } ?? "."
    let own = paths.map { path in
      for word in ["$ORIGIN", "${ORIGIN}"] where path.hasPrefix(word) {
        return origin + path.dropFirst(word.count)
      }
      return path
    }
    let candidates =
      name.utf8.contains(UInt8(ascii: "/")) ? [name] : (own + folders).map { $0 + "/" + name }
    for candidate in candidates {
      if let file = ELFFile(candidate) { return (file, candidate) }
    }
    return nil
  }
}
