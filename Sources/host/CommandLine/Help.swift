/// The version.
enum Help {
  static let versionNumber = "0.1.0-dev"
  static let version = "cue \(versionNumber), plugin interface 1.0-draft"
}
