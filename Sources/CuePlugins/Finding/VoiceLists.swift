import CueABI
import CueModel
import CueSystem
import Glibc

/// A cache of the lists of voices that plugins gave: a list is valid until the plugin's file, models or settings change.
///
/// Some plugins read hundreds of files for their list, and others ask a network. A list that is damaged, of another version or
/// outdated is ignored. Failures to read or write the cache are ignored, too.
public struct VoiceLists: Sendable {
  /// Their folder, without a slash at its end.
  let folder: String
  /// Folders whose models decide which voices plugins have.
  let modelFolders: [String]
  /// The current time, in seconds since 1970.
  let now: @Sendable () -> Int64

  /// How long the list of a service is valid, in seconds: nothing here shows when its voices change.
  static let mostSecondsOfService: Int64 = 86_400

  /// The lists in `folder`, which need not exist yet.
  ///
  /// - Parameters:
  ///   - folder: the folder of the lists
  ///   - modelFolders: folders of models; a change in one of them invalidates all lists
  ///   - now: the current time, in seconds since 1970
  public init(
    folder: String, modelFolders: [String] = [],
    now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
  ) {
    self.folder = folder
    self.modelFolders = modelFolders
    self.now = now
  }

  /// The kept list of a plugin; nil if there is none, or its state no longer matches `key`.
  func voices(_ key: VoiceListKey) -> [VoiceDescription]? {
    guard let bytes = VoiceLists.contents(path(key)), bytes.starts(with: VoiceLists.title) else {
      return nil
    }
    let start = VoiceLists.title.count + ContentDigest.byteCount
    guard bytes.count >= start,
      bytes[VoiceLists.title.count..<start].elementsEqual(ContentDigest.bytes(of: bytes[start...]))
    else { return nil }
    return try? read(bytes[start...], key)
  }

  private func read(
    _ bytes: ArraySlice<UInt8>, _ key: VoiceListKey
  ) throws(Misbehaviour) -> [VoiceDescription]? {
    var voices: [VoiceDescription] = []
    var at = bytes.startIndex
    var isHead = true
    while at < bytes.endIndex {
      guard bytes.endIndex - at >= WorkerMessage.Header.byteCount else { return nil }
      let header = try WorkerMessage.Header(bytes[at...])
      at += WorkerMessage.Header.byteCount
      guard bytes.endIndex - at >= header.length else { return nil }
      let message = try WorkerMessage(header, body: bytes[at..<at + header.length])
      at += header.length
      if isHead {
        isHead = false
        let age = now() - Int64(clamping: try message.u64(VoiceLists.timeTag) ?? 0)
        guard try message.text(VoiceLists.stateTag) == state(key),
          !key.needsNetwork || (0...VoiceLists.mostSecondsOfService).contains(age)
        else { return nil }
      } else {
        voices.append(try VoiceDescription(message))
      }
    }
    return isHead ? nil : voices
  }

  /// Keeps the list that a plugin gave in the state of `key`, and replaces an earlier one.
  func keep(_ voices: [VoiceDescription], _ key: VoiceListKey) {
    guard voices.allSatisfy({ $0.summary.utf8.count < VoiceLists.longestSummary }) else { return }
    var writer = MessageWriter()
    writer.begin(0, request: 0)
    writer.text(VoiceLists.stateTag, state(key))
    writer.u64(VoiceLists.timeTag, UInt64(clamping: now()))
    writer.end()
    for voice in voices {
      writer.begin(CUE_MSG_VOICE, request: 0)
      voice.write(&writer)
      writer.end()
    }
    let bytes = VoiceLists.title + ContentDigest.bytes(of: writer.bytes[...]) + writer.bytes
    try? WholeFile.makeFolder(folder, permissions: 0o700)
    try? WholeFile.write(bytes, to: path(key), permissions: 0o600)
  }

  // How a plugin and its state are identified.

  private func path(_ key: VoiceListKey) -> String {
    folder + "/" + VoiceLists.digest("\(key.file)\u{0}\(key.plugin)").prefix(32)
  }

  private func state(_ key: VoiceListKey) -> String {
    let folders = modelFolders + key.settings.map(\.value).filter { $0.hasPrefix("/") }
    let state =
      [VoiceLists.stamp(key.file), key.version, key.engine, key.secret]
      + key.settings.map { "\($0.name)=\($0.value)" } + folders.map(VoiceLists.stampOfAll)
    return VoiceLists.digest(state.joined(separator: "\u{0}"))
  }

  private static func digest(_ text: String) -> String {
    ContentDigest.hexadecimal(ContentDigest.bytes(of: Array(text.utf8)[...]))
  }

  private static func stamp(_ path: String) -> String {
    guard let stamp = FileStamp(path: path) else { return "" }
    return "\(stamp.device) \(stamp.inode) \(stamp.byteCount) \(stamp.modified) \(stamp.changed)"
  }

  /// The stamp of a file, or of a folder and each entry in it.
  private static func stampOfAll(_ path: String) -> String {
    let names = Folder.visibleNames(in: path)
    return ([stamp(path)] + names.map { $0 + " " + stamp(path + "/" + $0) }).joined(separator: "\n")
  }

  private static let title: [UInt8] = Array(
    "cue voices 1 \(CUE_ABI_MAJOR).\(CUE_ABI_MINOR)\n".utf8)
  private static let stateTag: UInt32 = 1000
  private static let timeTag: UInt32 = 1001
  /// A list with a longer description of a voice, in bytes, is not kept.
  private static let longestSummary = 16_384
  /// A longer file, in bytes, was not written by Cue.
  private static let mostBytes = 16 << 20

  private static func contents(_ path: String) -> [UInt8]? {
    guard let descriptor = try? UserFile.open(path) else { return nil }
    defer { _ = close(descriptor) }
    return try? WholeFile.read(descriptor, limit: mostBytes)
  }
}

/// A plugin and the state that decides which voices it has.
struct VoiceListKey {
  /// The plugin's file.
  var file: String
  /// Its id.
  var plugin: String
  /// Its version.
  var version: String
  /// Its fingerprint of engine and data.
  var engine: String
  /// Its settings without secrets.
  var settings: [(name: String, value: String)]
  /// A digest of its secrets, because another account may have other voices.
  var secret: String
  /// Whether it asks a network, so that its list expires.
  var needsNetwork: Bool
}

extension VoiceDescription {
  /// Writes what ``init(_:)`` reads.
  func write(_ writer: inout MessageWriter) {
    writer.text(CUE_TAG_ID, id)
    writer.text(CUE_TAG_NAME, name)
    for language in languages { writer.text(CUE_TAG_LANGUAGE, language) }
    switch gender {
    case .male: writer.u32(CUE_TAG_GENDER, CUE_GENDER_MALE)
    case .female: writer.u32(CUE_TAG_GENDER, CUE_GENDER_FEMALE)
    case .neutral: writer.u32(CUE_TAG_GENDER, CUE_GENDER_NEUTRAL)
    case nil: break
    }
    writer.u32(CUE_TAG_AGE, UInt32(clamping: age))
    writer.u32(CUE_TAG_RATE, UInt32(clamping: rateHertz))
    writer.text(CUE_TAG_LICENCE, licence)
    writer.text(CUE_TAG_DESCRIPTION, summary)
    writer.u32(
      CUE_TAG_FLAGS,
      (isDefault ? CUE_VOICE_IS_DEFAULT : 0) | (isVariant ? CUE_VOICE_IS_VARIANT : 0)
        | (keepsPitch ? CUE_VOICE_KEEPS_PITCH : 0) | (isNovelty ? CUE_VOICE_IS_NOVELTY : 0)
        | (isSlow ? CUE_VOICE_IS_SLOW : 0))
    writer.u32(CUE_TAG_QUALITY, UInt32(clamping: quality))
    writer.u32(CUE_TAG_DETERMINISM, determinism.rawValue)
  }
}
