import CueModel

/// A plugin as a user names it: `flite`, `flite:slt`, `plugins/libflite.so:slt`.
public struct PluginReference: Equatable, Sendable {
  /// A path, if it has a slash, or an id.
  public let plugin: String
  /// A voice or device of the plugin; empty for its own choice.
  public let part: String

  /// A plugin and, after its first colon, a part of it.
  ///
  /// A path may have colons itself: it ends where a file is.
  public init(_ text: some StringProtocol) {
    let colons = text.indices.filter { text[$0] == ":" }
    var colon = colons.first
    if let first = colon, text[..<first].utf8.contains(UInt8(ascii: "/")),
      let end = (colons + [text.endIndex]).first(where: {
        FileStamp(path: String(text[..<$0]))?.isRegular == true
      })
    {
      colon = end == text.endIndex ? nil : end
    }
    plugin = String(text[..<(colon ?? text.endIndex)])
    part = colon.map { String(text[text.index(after: $0)...]) } ?? ""
  }

  /// The references of a comma list: a fallback chain.
  public static func list(_ text: String) -> [PluginReference] {
    text.split(separator: ",", omittingEmptySubsequences: true).map { PluginReference($0) }
  }

  /// Whether ``plugin`` is a path.
  public var isPath: Bool { plugin.utf8.contains(UInt8(ascii: "/")) }

  /// As the user wrote it.
  public var text: String { part.isEmpty ? plugin : "\(plugin):\(part)" }
}

/// A file that holds plugins.
public struct PluginFile: Equatable, Sendable {
  /// Where it is.
  public let path: String
  /// As the user named it.
  public let name: String
  /// Whether it is a program that speaks the worker protocol, not a library.
  public let isProgram: Bool
  /// The id that was asked for; empty if it was a path.
  public let id: String

  /// The file at `path`.
  public init(path: String, name: String, isProgram: Bool, id: String) {
    self.path = path
    self.name = name
    self.isProgram = isProgram
    self.id = id
  }
}

/// What a library says of one of its plugins.
public struct PluginDescription: Equatable, Sendable {
  /// What users type.
  public let id: String
  /// What it is for.
  public let kind: PluginKind
  /// The name for people.
  public let name: String
  /// The maker of the plugin.
  public let vendor: String
  /// Its own version.
  public let version: String
  /// An SPDX expression.
  public let licence: String
  /// Its web address.
  public let url: String
  /// One sentence.
  public let summary: String
  /// A process can have only one instance.
  public let isPerProcess: Bool
  /// Whether it gives the same bytes for the same request.
  public let determinism: Determinism
  /// Whether each request is served from a fork.
  public let isForked: Bool
  /// Whether it talks to a network.
  public let needsNetwork: Bool
  /// Whether it needs a network only with some of the user's settings.
  public let mayNeedNetwork: Bool
  /// Whether it links a library under the GPL.
  public let linksGPL: Bool
  /// The version of the interface it was built for.
  public let abi: String
  /// What it is good for, such as "reverb".
  public let features: [String]
  /// How long a line of it may take until its first sound, in milliseconds; nil if it does not say.
  public let firstSoundMilliseconds: Int?
}

extension PluginDescription {
  /// Whether the plugin of that id is for tests and trials: lists omit it, unless the user names it.
  public static func isForTests(_ id: String) -> Bool { id == "mock" || id.hasPrefix("mock-") }

  /// Whether it is the device that plays sound nowhere.
  public var playsNowhere: Bool { kind == .device && id == "null" }
}
