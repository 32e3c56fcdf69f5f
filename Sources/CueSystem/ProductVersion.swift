import CVersion

/// The version of Cue.
package enum ProductVersion {
  /// As in "0.1.0" (Semantic Versioning), from `cue_version.h`.
  package static let number = CUE_VERSION
}
