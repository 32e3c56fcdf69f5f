import CueABI
import CueModel

/// Text that may go to a terminal: control characters become spaces.
func printable(_ text: String) -> String {
  if text.utf8.allSatisfy({ 0x20...0x7e ~= $0 }) { return text }
  return String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}

extension PluginKind {
  /// The kind that the interface calls `name`; in the registry, unknown kinds keep their names.
  init(interface name: String) {
    switch name {
    case CUE_KIND_VOICE: self = .voice
    case CUE_KIND_RECOGNIZER: self = .recognizer
    case CUE_KIND_DSP: self = .effect
    case CUE_KIND_DEVICE: self = .device
    default: self = PluginKind(name: printable(name))
    }
  }

  /// Its name in the interface.
  var interface: String {
    switch self {
    case .voice: CUE_KIND_VOICE
    case .recognizer: CUE_KIND_RECOGNIZER
    case .effect: CUE_KIND_DSP
    case .device: CUE_KIND_DEVICE
    case .other(let name): name
    }
  }
}

extension PluginDescription {
  init(_ message: WorkerMessage) throws(Misbehaviour) {
    let flags = try message.u32(CUE_TAG_FLAGS) ?? 0
    let kind = try message.text(CUE_TAG_KIND)
    id = printable(try message.text(CUE_TAG_ID))
    self.kind = PluginKind(interface: kind)
    name = printable(try message.text(CUE_TAG_NAME))
    vendor = printable(try message.text(CUE_TAG_VENDOR))
    version = printable(try message.text(CUE_TAG_VERSION))
    licence = printable(try message.text(CUE_TAG_LICENCE))
    url = printable(try message.text(CUE_TAG_URL))
    summary = printable(try message.text(CUE_TAG_DESCRIPTION))
    isPerProcess = (try message.u32(CUE_TAG_CONCURRENCY) ?? 1) == CUE_PER_PROCESS
    determinism = Determinism(rawValue: try message.u32(CUE_TAG_DETERMINISM) ?? 0) ?? .none
    isForked =
      determinism == .freshState && flags & CUE_FLAG_FORK_SAFE != 0
    needsNetwork = flags & CUE_FLAG_NEEDS_NETWORK != 0
    mayNeedNetwork = !needsNetwork && flags & CUE_FLAG_MAY_NEED_NETWORK != 0
    linksGPL = flags & CUE_FLAG_LINKS_GPL != 0
    abi = "\(try message.u32(CUE_TAG_MAJOR) ?? 0).\(try message.u32(CUE_TAG_MINOR) ?? 0)"
    features = try message.texts(CUE_TAG_FEATURE).prefix(32).map { printable($0) }
    let firstSound = try message.u32(CUE_TAG_FIRST_SOUND) ?? 0
    firstSoundMilliseconds = firstSound > 0 ? Int(firstSound) : nil
    guard !id.isEmpty, !kind.isEmpty else { throw Misbehaviour(.noIDOrKind) }
  }
}
