import CueCasting
import CueModel
import CuePlugins
import CueStore
import CueSystem
import Glibc

/// The date as the machine tells it.
struct SystemClock: WallClock {
  var millisecondsSince1970: Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// A time in words: in UTC for programs, else as the user's clock tells it.
  static func text(_ milliseconds: Int64, isUTC: Bool) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = unsafe tm()
    var text = [CChar](repeating: 0, count: 64)
    if isUTC {
      unsafe gmtime_r(&seconds, &parts)
    } else {
      unsafe localtime_r(&seconds, &parts)
    }
    let form = isUTC ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%d %H:%M"
    let count = unsafe strftime(&text, text.count, form, &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Finds and opens what the user keeps.
struct SpeechLibrary {
  /// All that this program keeps in a library.
  static let modules = [Speeches.module, Practices.module, Scripts.module, KeptVoices.module]

  let environment: UserEnvironment

  var path: String { environment.dataFolder + "/library.db" }

  /// The speeches; to look at them alone, nothing is made where nothing is.
  func open(toLook: Bool) throws(UserError) -> Speeches {
    Speeches(try database(toLook: toLook), clock: SystemClock())
  }

  /// Keeps the cast of the script in `file`.
  func castKeeper(of file: ScreenplayFile) throws(UserError) -> CastKeeper {
    CastKeeper(
      try database(toLook: false), clock: SystemClock(), path: file.absolutePath,
      name: file.fileName, digest: file.digest)
  }

  /// The library with all that this program keeps there.
  func database(toLook: Bool) throws(UserError) -> Database {
    let isNew = unsafe access(path, F_OK) != 0 && errno == ENOENT
    let place: Database.Place = toLook && isNew ? .memory : .file(path)
    if place != .memory { try makePlace() }
    do throws(StoreFailure) {
      return try Database(place, modules: SpeechLibrary.modules)
    } catch { throw SpeechLibrary.userError(error) }
  }

  /// The folder and an empty file that only the user can read.
  private func makePlace() throws(UserError) {
    let folder = environment.dataFolder
    do throws(WholeFile.FolderError) {
      try WholeFile.makeFolder(folder, permissions: 0o700)
    } catch {
      throw UserError("\(error.path) cannot be made: \(error.system.words).", .cannotCreate)
    }
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw UserError("\(path) cannot be used: \(Console.describe(errno: errno)).", .cannotCreate)
    }
    close(descriptor)
  }

  /// The speech with that number, else the one with that title.
  static func find(_ name: String, _ speeches: Speeches) throws(StoreFailure) -> StoredSpeech? {
    if let number = Int64(name), let speech = try speeches.speech(number) { return speech }
    return try speeches.speech(titled: Texts.trimmed(name))
  }

  static func userError(_ failure: StoreFailure) -> UserError {
    let status: ExitStatus =
      switch failure.kind {
      case .missingLibrary: .unavailable
      case .inaccessible: .cannotCreate
      case .damaged, .conflict: .badInput
      case .newer: .configuration
      case .busy: .temporary
      case .inputOutput: .inputOutput
      }
    return UserError(failure.sentence, hint: failure.hint, status)
  }
}
