import CueOptions
import CuePlugins

/// The options of `serve`.
struct ServeOptions: Equatable {
  /// Addresses in numbers; empty: those of this machine alone.
  var addresses: [String] = []
  /// 0 for any free one.
  var port = 8410
  /// Names by which other machines call the server.
  var hosts: [String] = []
  var origins: [String] = []
  /// The files of a certificate and its key.
  var certificate: String?
  var key: String?
  /// The file of the keys that clients show.
  var keyFile: String?
  /// The voices that are offered; empty: the usual ones.
  var voices: [PluginChoice] = []
  var recognizers: [PluginChoice] = []
  /// How many requests work at a time; nil: one for each core.
  var jobs: Int?
  var idleMinutes = 10
  /// The port of Wyoming; nil: closed.
  var wyomingPort: Int?
}

extension CommandTable {
  static var mcp: CommandDefinition<ListValues> {
    CommandDefinition(
      .init("mcp", words: .nothing), ListValues(), [OptionGroup([.showsHelp])]
    ) { (_) throws(UserError) in .mcp }
  }

  static var serve: CommandDefinition<ServeOptions> {
    CommandDefinition(
      .init("serve", words: .nothing), ServeOptions(),
      [
        OptionGroup([
          .value("--listen ADDRESS", isRepeatable: true) { $0.addresses.append($1) },
          .number("--port N", in: 0...65535) { $0.port = Int($1) },
          .value("--allow-host NAME", isRepeatable: true) { $0.hosts.append($1) },
          .value("--allow-origin ORIGIN", isRepeatable: true) { $0.origins.append($1) },
          .value("--key-file FILE", completion: .file) { $0.keyFile = $1 },
          .number("--wyoming PORT", in: 0...65535) { $0.wyomingPort = Int($1) },
          .value("--certificate FILE", completion: .file) { $0.certificate = $1 },
          .value("--certificate-key FILE", completion: .file) { $0.key = $1 },
        ]),
        OptionGroup(
          "What is offered",
          [
            .voices({ $1(&$0.voices) }), .recognizers({ $1(&$0.recognizers) }), .settings,
            .number("--jobs N", in: 1...256) { $0.jobs = Int($1) },
            .number("--idle MINUTES", in: 1...1440) { $0.idleMinutes = Int($1) },
          ]), OptionGroup(CommandOption.running),
      ]
    ) { given throws(UserError) in
      let options = given.values
      guard (options.certificate == nil) == (options.key == nil) else {
        throw .usage("--certificate and --certificate-key belong together.", "serve")
      }
      return .serve(options)
    }
  }
}
