import CSystem
import CueModel
import CuePlugins
import CueServer
import CueSystem

/// `host serve`: voices and recognizers for other programs, by HTTP.
struct ServeCommand {
  let options: ServeOptions
  let studio: Studio

  func run(_ cancellation: Cancellation) throws -> ExitStatus {
    if let why = HTTPServer.missingLibrary() { throw UserError(serverLibrary: why) }
    let addresses = options.addresses.isEmpty ? ["127.0.0.1", "::1"] : options.addresses
    let isLocal = addresses.allSatisfy(ServerGate.isLoopback)
    let keys = try keys()
    guard isLocal || keys != nil else { throw UserError.serverNeedsKey }
    let tls = try tls()
    let sockets = try listen(addresses, options.port)
    var settings = SpeechServer.Settings(
      studio.plugins, places: options.jobs ?? max(1, Int(cue_core_count())),
      folder: studio.environment.variable("TMPDIR") ?? "/tmp", explain: studio.explain)
    settings.voices = options.voices
    settings.recognizer = options.recognizers.first
    settings.programs = studio.environment.variable("PATH")
    settings.idleMilliseconds = Int64(options.idleMinutes) * 60_000
    // A client without a key may be any program of this machine: it must not spend the user's money.
    settings.offersNetwork = keys != nil && !studio.manner.isLocalOnly
    let doors = SpeechServer(settings)
    let manner = studio.manner
    let rules = HTTPServer.Rules(
      gate: ServerGate(
        addresses: addresses, names: options.hosts, port: sockets[0].port, origins: options.origins),
      keys: keys, folder: settings.folder
    ) { head, route, status, milliseconds in
      doors.note(route, status)
      ServeCommand.log(head, status, milliseconds, manner)
    }
    let server = HTTPServer(doors.routes, rules)
    for socket in sockets {
      do throws(HTTPServer.StartFailure) { try server.serve(socket.descriptor, tls: tls) } catch {
        throw UserError.serverNotStarted
      }
    }
    try Threads.start("cue-warm") {
      doors.warm()
      doors.tidy()
    }
    let wyoming = WyomingDoor(doors, version: ProductVersion.number)
    var wyomingPort: Int?
    if let port = options.wyomingPort {
      let sockets = try listen(addresses, port)
      wyomingPort = sockets[0].port
      for socket in sockets { try wyoming.serve(socket.descriptor) }
    }
    say(addresses, sockets[0].port, isTLS: tls != nil, wyomingPort)
    MonotonicClock().wait(milliseconds: .max, cancellation: cancellation)
    server.quiesce()
    wyoming.stop()
    server.stop()
    doors.stop()
    return .done
  }

  private func keys() throws -> ServerKeys? {
    guard let path = options.keyFile else { return nil }
    do throws(ServerKeys.Failure) { return try ServerKeys(path: path) } catch {
      throw UserError(error, path)
    }
  }

  private func tls() throws -> HTTPServer.TLS? {
    guard let certificate = options.certificate, let key = options.key else { return nil }
    return HTTPServer.TLS(
      certificate: try Texts.checked(Texts.contents(ofFile: certificate), certificate),
      key: try Texts.checked(Texts.contents(ofFile: key), key))
  }

  /// A socket at each address, all at the same port; one of two loopback addresses may be missing, as on a machine without IPv6.
  private func listen(_ addresses: [String], _ port: Int) throws -> [(descriptor: Int32, port: Int)]
  {
    var sockets: [(descriptor: Int32, port: Int)] = []
    var first: UserError?
    for address in addresses {
      do throws(SystemError) {
        sockets.append(try HTTPServer.listen(address, port: sockets.first?.port ?? port))
      } catch {
        let failure = UserError(listening: address, port, error)
        guard options.addresses.isEmpty, !sockets.isEmpty || address != addresses.last else {
          throw first ?? failure
        }
        first = first ?? failure
        if error.isAddressInUse { throw failure }
      }
    }
    return sockets
  }

  private func say(_ addresses: [String], _ port: Int, isTLS: Bool, _ wyomingPort: Int?) {
    let shown = addresses[0].contains(":") ? "[\(addresses[0])]" : addresses[0]
    let address = "\(isTLS ? "https" : "http")://\(shown):\(port)"
    if studio.manner.isJSON {
      var json = JSONObject(event: "listening")
      json["address"] = .string(address)
      json["port"] = .integer(port)
      json["wyoming"] = wyomingPort.map { .integer($0) }
      try? Console.result(json.line)
    } else if !studio.manner.isQuiet {
      Console.talk("Cue serves at \(address). Its speech API is \(address)/v1. Ctrl-C ends it.\n")
      if let wyomingPort {
        Console.talk("Home Assistant finds it at \(shown), port \(wyomingPort), by Wyoming.\n")
      }
    }
  }

  /// One line for a request; no text, no key.
  private static func log(
    _ head: RequestHead, _ status: Int, _ milliseconds: Int64, _ manner: OutputManner
  ) {
    if manner.isJSON {
      var json = JSONObject(event: "request")
      json["method"] = .string(head.method)
      json["path"] = .string(head.path)
      json["status"] = .integer(status)
      json["milliseconds"] = .integer(Int(milliseconds))
      json["client"] = .string(head.client)
      try? Console.result(json.line)
    } else if manner.isVerbose || status >= 500 {
      Console.talk(
        "\(head.client) \(head.method) \(TerminalText.plain(head.path)) \(status) \(milliseconds) ms\n"
      )
    }
  }
}
