/// Why a bundle is refused; nothing of it is kept.
public enum BundleFault: Error, Equatable, Sendable {
  /// libarchive is not installed.
  case noLibrary
  /// It is not an archive, or it is damaged, or it ends early.
  case noArchive
  /// It is a pipe or a device: a bundle is a file.
  case noFile
  /// It does not begin with what it says of itself, or that cannot be understood.
  case noStory
  /// It is of a newer version of bundles.
  case version(Int)
  /// It has a file of a name that no bundle has.
  case name(String)
  /// It has something that is not a plain file.
  case notAFile(String)
  /// It has a file twice.
  case twice(String)
  /// It has more bytes in a file than it says.
  case tooLarge(String)
  /// A file of it is not there.
  case missing(String)
  /// A file of it is not what was recorded.
  case changed(String)
  /// A take is invalid.
  case take(String, TakeFault)
  /// Two takes of it have one id.
  case twoOfOne(String)
  /// A take answers one that is neither in it nor here.
  case missingParent(String)
  /// A take answers, in the end, itself.
  case cycle(String)
  /// A take begins the story that has a beginning already.
  case secondBeginning(String)
  /// A take does not end after the one that it answers.
  case noTail(String)
  /// A take is here already, and is another one.
  case rewritten(String)
  /// The story is here already, with takes of another rate.
  case rate(Int, known: Int)
}
