import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Why the needs of a plugin cannot be read.
public enum DeclarationError: Error, Equatable, Sendable {
  /// A file cannot be read; an `errno` value.
  case unreadable(ExactPath, errno: Int32)
  /// The needs in a file are wrong; those of a note are in the plugin's file itself.
  case needs(ExactPath, NeedsError)
  /// The plugin's file is no whole ELF file.
  case damaged(ExactPath, ElfFault)
  /// The plugin declares its needs in two of these files, differently.
  case contradiction(ExactPath, ExactPath)
  /// The file was changed while it was read.
  case changed(ExactPath)
}

/// A plugin's file and what it declares, read without running it.
///
/// Needs are in an ELF note of the file (owner "CUE", type 1), or in a text file of the same name with `.needs` at its end: beside
/// the file, or beside the link that leads to it. If there are several, they must be equal.
public struct PluginDeclaration: Equatable, Sendable {
  /// The plugin's file, without links.
  public let file: ExactPath
  /// Whether it is a program, and no library.
  public let isProgram: Bool
  /// What it needs.
  public let needs: PluginNeeds
  /// Whether it declares anything; if not, it has no needs.
  public let isDeclared: Bool

  /// The declaration of a plugin, for the host and for tests.
  init(file: ExactPath, isProgram: Bool, needs: PluginNeeds, isDeclared: Bool = true) {
    self.file = file
    self.isProgram = isProgram
    self.needs = needs
    self.isDeclared = isDeclared
  }

  /// Reads what the plugin at `path` declares.
  ///
  /// - Throws: ``DeclarationError``
  public init(path: String, isProgram: Bool) throws(DeclarationError) {
    let path = ExactPath(path)
    let file: ExactPath
    do throws(SystemError) { file = try RealPath.resolved(path) } catch {
      throw .unreadable(path, errno: error.errno)
    }
    var found: [(source: ExactPath, needs: PluginNeeds)] = []
    if let needs = try PluginDeclaration.note(in: file) { found.append((file, needs)) }
    // The link's folder may be relative; the same file is not read twice.
    let beside = RealPath.resolvedOrSame(path.folderOrWorking).appending(path.name)
    for place in [file] + (beside == file ? [] : [beside]) {
      let source = ExactPath(place.text + ".needs")
      if let needs = try PluginDeclaration.text(in: source) { found.append((source, needs)) }
    }
    if let first = found.first, let other = found.first(where: { $0.needs != first.needs }) {
      throw .contradiction(first.source, other.source)
    }
    self.init(
      file: file, isProgram: isProgram, needs: found.first?.needs ?? .none,
      isDeclared: !found.isEmpty)
  }

  /// The SHA-256 of the file, in hexadecimal.
  ///
  /// - Throws: ``DeclarationError``, also if the file is changed meanwhile
  public func digest() throws(DeclarationError) -> String {
    let descriptor = try PluginDeclaration.open(file)
    defer { _ = close(descriptor) }
    let before = FileStamp(descriptor: descriptor)
    guard let digest = ContentDigest.ofFile(descriptor) else {
      throw .unreadable(file, errno: errno)
    }
    guard let before, FileStamp(descriptor: descriptor) == before else { throw .changed(file) }
    return digest
  }

  private static func open(_ path: ExactPath) throws(DeclarationError) -> Int32 {
    do throws(SystemError) { return try UserFile.open(path.text) } catch {
      throw .unreadable(path, errno: error.errno)
    }
  }

  private static func note(in file: ExactPath) throws(DeclarationError) -> PluginNeeds? {
    let descriptor = try open(file)
    defer { _ = close(descriptor) }
    guard let stamp = FileStamp(descriptor: descriptor) else {
      throw .unreadable(file, errno: errno)
    }
    let source = ElfNotes.Source(byteCount: stamp.byteCount) { (offset, count) throws(ElfFault) in
      var bytes = [UInt8](repeating: 0, count: count)
      var filled = 0
      while filled < count {
        let more = unsafe bytes.withUnsafeMutableBytes { all in
          unsafe pread(
            descriptor, all.baseAddress! + filled, count - filled,
            off_t(clamping: offset) + off_t(filled))
        }
        if more < 0, errno == EINTR { continue }
        guard more >= 0 else { throw .unreadable(errno: errno) }
        guard more > 0 else { throw .truncated }
        filled += more
      }
      return bytes
    }
    let text: [UInt8]?
    do throws(ElfFault) { text = try ElfNotes.text(in: source) } catch {
      throw .damaged(file, error)
    }
    return try text.map { text throws(DeclarationError) in try needs(text, file) }
  }

  private static func text(in file: ExactPath) throws(DeclarationError) -> PluginNeeds? {
    guard RealPath.kind(file, followsLink: false) != nil else { return nil }
    let descriptor = try open(file)
    defer { _ = close(descriptor) }
    let bytes: [UInt8]
    do throws(WholeFile.ReadError) {
      bytes = try WholeFile.read(descriptor, limit: PluginNeeds.mostBytes)
    } catch {
      switch error {
      case .system(let error): throw .unreadable(file, errno: error.errno)
      case .tooLong: throw .needs(file, NeedsError(line: 0, .tooLong))
      }
    }
    return try needs(bytes, file)
  }

  private static func needs(
    _ text: [UInt8], _ file: ExactPath
  ) throws(DeclarationError) -> PluginNeeds {
    do throws(NeedsError) { return try PluginNeeds(parsing: text) } catch {
      throw .needs(file, error)
    }
  }
}

extension ExactPath {
  /// The folder that it is in; the working folder for a name alone.
  var folderOrWorking: ExactPath {
    text.utf8.contains(UInt8(ascii: "/")) ? folder : ExactPath(".")
  }
}
