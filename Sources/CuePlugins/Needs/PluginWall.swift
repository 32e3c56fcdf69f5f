import CueModel
import CueSystem

/// Why a plugin cannot be confined as it needs to be.
public enum WallFault: Error, Equatable, Sendable {
  /// Its needs cannot be read.
  case declaration(DeclarationError)
  /// A need cannot be granted.
  case grant(GrantError)
  /// The user's answers cannot be read or kept.
  case consent(ConsentError)
  /// cue.conf cannot be read.
  case configuration(ConfigurationError)
}

/// Decides what each plugin may do: the wall that its worker puts around it before any of its code runs.
///
/// A plugin gets what every program needs and the places that it declares. What it declares beyond these is asked about once, and
/// what the user gives it, by an option or in cue.conf, is added. What comes with Cue is not asked about.
public struct PluginWall: Sendable {
  /// Whether there is no wall: a plugin has all rights of its user.
  public var isOff = false
  /// What the user gives plugins for this run.
  public var allowed: [AllowedNeed] = []
  private let environment: UserEnvironment?
  private let say: @Sendable (WallFault) -> String

  /// The walls of the plugins of a user.
  ///
  /// - Parameters:
  ///   - environment: the user's folders and answers; nil for plugins that get their file and nothing else
  ///   - say: the words for a fault
  public init(
    _ environment: UserEnvironment? = nil,
    say: @escaping @Sendable (WallFault) -> String = { "\($0)" }
  ) {
    self.environment = environment
    self.say = say
  }

  /// What a plugin needs and gets.
  public struct Plan: Sendable {
    /// Its file, and what it declares.
    public let declaration: PluginDeclaration
    /// What its needs come to on this machine.
    public let grants: Grants
    /// What the user must be asked; nil if nothing, or if it comes with Cue.
    public let request: ConsentRequest?
    /// The user's answer; nil if there is none.
    public internal(set) var answer: ConsentAnswer?

    /// What it gets.
    public var granted: Grants {
      request == nil || answer == .allowed ? grants : grants.withoutAsked
    }

    /// What it declares and does not get.
    public var withheld: [PluginNeed] {
      request == nil || answer == .allowed ? [] : request?.questions.compactMap(\.need) ?? []
    }
  }

  /// The plan for the plugin in `file`.
  ///
  /// - Throws: ``WallFault``
  public func plan(for file: PluginFile) throws(WallFault) -> Plan {
    let declaration = try declaration(of: file)
    let id = file.id.isEmpty ? PluginSearch.stem(of: file.path) : file.id
    let grants = try grants(of: declaration, id, file)
    guard let environment, !environment.shippedPlugins.contains(declaration.file) else {
      return Plan(declaration: declaration, grants: grants, request: nil)
    }
    let request: ConsentRequest?
    do throws(DeclarationError) {
      request = try ConsentRequest(plugin: id, declaration, grants, digest: declaration.digest)
    } catch { throw .declaration(error) }
    var plan = Plan(declaration: declaration, grants: grants, request: request)
    if let request {
      do throws(ConsentError) { plan.answer = try environment.consents.answer(to: request) } catch {
        throw .consent(error)
      }
    }
    return plan
  }

  private func declaration(of file: PluginFile) throws(WallFault) -> PluginDeclaration {
    do throws(DeclarationError) {
      return try PluginDeclaration(path: file.path, isProgram: file.isProgram)
    } catch { throw .declaration(error) }
  }

  private func grants(
    of declaration: PluginDeclaration, _ id: String, _ file: PluginFile
  ) throws(WallFault) -> Grants {
    // A library of many plugins has one cache and one folder, and is allowed things as a whole.
    let stem = PluginSearch.stem(of: file.path)
    let ids = Set([id, stem]).filter { environment?.owns($0, file.path) ?? true }
    var given = PluginNeeds.none
    do throws(ConfigurationError) {
      if let environment {
        for id in ids { given = given.joined(try environment.allowedNeeds(ofPlugin: id)) }
      }
    } catch { throw .configuration(error) }
    // A path that is written as the plugin's was, or that leads to it.
    let paths = [file.name, file.path].filter { $0.utf8.contains(UInt8(ascii: "/")) }
    let meant = allowed.filter { allowed in
      ids.contains(allowed.plugin) || paths.contains(allowed.plugin)
        || SystemPath.absolute(allowed.plugin) == declaration.file.text
    }
    given = given.joined(PluginNeeds(meant.map(\.need)))
    do throws(GrantError) {
      return try Grants(declaration, allowed: given, in: places(of: declaration))
    } catch { throw .grant(error) }
  }

  /// Whether the plugin in `file` has a network by what the user allows it.
  func grantsNetwork(to file: PluginFile) -> Bool {
    !isOff && (try? plan(for: file))?.granted.hasNetwork == true
  }

  /// The options of the wall for the worker of the plugin in `file`.
  ///
  /// Folders that belong to the plugin alone are made.
  ///
  /// - Parameters:
  ///   - file: the plugin
  ///   - isOffline: whether it gets no network, whatever it needs
  ///   - handed: files and folders that the user has named in the plugin's settings
  ///   - foldersToMake: folders that the plugin writes to, and that are made here
  /// - Returns: the options of `cue-worker`
  /// - Throws: a failure to start the plugin, because of a ``WallFault``
  func arguments(
    for file: PluginFile, isOffline: Bool, handed: [Grant], foldersToMake: [String] = []
  ) throws(PluginFailure) -> [String] {
    guard !isOff else { return ["--no-wall"] }
    do throws(WallFault) {
      let declaration = try declaration(of: file)
      do throws(GrantError) {
        try places(of: declaration).makeFolders(for: declaration.needs)
      } catch { throw .grant(error) }
      for folder in foldersToMake { try? WholeFile.makeFolder(folder, permissions: 0o700) }
      let made = foldersToMake.compactMap { try? RealPath.resolved(ExactPath($0)) }
        .map { Grant.write($0) }
      let plan = try plan(for: file)
      let grants = isOffline ? plan.granted.withoutNetwork : plan.granted
      // Of several sockets, the first that answers is used.
      let beside = folderOfLink(to: plan.declaration, file).map(\.argument)
      return ["--wall"] + (handed + made).map(\.argument) + grants.arguments + beside
    } catch {
      throw PluginFailure(
        plugin: file.name, activity: .starting, kind: .unusable, reason: .said(say(error)))
    }
  }

  /// What every plugin may read, as `cue-worker` allows it.
  private static let common = [
    "/usr", "/lib", "/lib64", "/lib32", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime",
    "/etc/timezone", "/etc/alternatives", "/etc/fonts", "/etc/ssl/openssl.cnf", "/proc",
    "/sys/devices/system/cpu", "/sys/devices/system/node", "/dev/null", "/dev/zero", "/dev/full",
    "/dev/random", "/dev/urandom",
  ]
  /// What a plugin with a network may read beyond that.
  private static let forNetwork = [
    "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols",
    "/etc/host.conf", "/etc/resolv.conf", "/etc/ssl", "/etc/pki", "/etc/ca-certificates",
    "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager/resolv.conf",
  ]

  /// Whether the plugin in `file` reaches beyond what it declares if it opens `path`: something is there, and the wall keeps the
  /// plugin from it.
  package func keeps(_ file: PluginFile, from path: String, handed: [Grant]) -> Bool {
    guard !isOff, let real = try? RealPath.resolved(ExactPath(path)),
      let plan = try? plan(for: file)
    else { return false }
    let declaration = plan.declaration.file
    var open = (PluginWall.common + [declaration.text]).map { ExactPath($0) }
    let grants = plan.grants.all
    if grants.contains(.network) || grants.contains(.localNetwork) {
      open += PluginWall.forNetwork.map { ExactPath($0) }
    }
    open += (grants + handed).compactMap(\.path)
    open += folderOfLink(to: plan.declaration, file).compactMap(\.path)
    return !open.contains { real == $0 || real.isInside(RealPath.resolvedOrSame($0)) }
  }

  /// The folder of a link that leads to the plugin, if the plugin has its own folder: what belongs to it may lie there.
  private func folderOfLink(to declaration: PluginDeclaration, _ file: PluginFile) -> [Grant] {
    guard declaration.isProgram || declaration.needs.all.contains(.place(.plugin)),
      let folder = try? RealPath.resolved(ExactPath(file.path).folderOrWorking),
      folder != declaration.file.folder
    else { return [] }
    return places(of: declaration).pluginFolder(of: folder.appending("x")).map {
      [declaration.isProgram ? .execute($0) : .read($0)]
    } ?? []
  }

  /// The places of the plugins in a file; the worker names the same ones to them (`cue.places/1`).
  private func places(of declaration: PluginDeclaration) -> NeedsPlaces {
    let file = declaration.file.text
    return environment?.needsPlaces(ofPlugin: PluginSearch.stem(of: file), in: file)
      ?? NeedsPlaces()
  }

  /// Keeps the user's answer to `request`.
  ///
  /// - Throws: ``WallFault``
  public func record(_ answer: ConsentAnswer, to request: ConsentRequest) throws(WallFault) {
    guard let environment else { return }
    do throws(ConsentError) { try environment.consents.record(answer, to: request) } catch {
      throw .consent(error)
    }
  }
}
