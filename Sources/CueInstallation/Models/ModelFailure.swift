import CueSystem

/// Why a model was not added, found or removed.
package enum ModelFailure: Error, Equatable, Sendable {
  /// A file could not be downloaded; `address` has nothing secret.
  case download(DownloadFailure, address: String)
  /// An archive could not be unpacked.
  case archive(ArchiveFailure, name: String)
  /// There is no catalogue.
  case catalogue(ModelCatalogue.Fault)
  /// It is not a file, an address or a name in the catalogue; `known` are those names, empty if it cannot be a name.
  case unknownSource(String, known: [String])
  /// It cannot be the name of a model.
  case badID(String)
  /// This model exists already.
  case exists(id: String, folder: String)
  /// It would have to be downloaded, and nothing may use a network.
  case offline(String)
  /// Nothing here is a model that is known; the files that were found.
  case unrecognized(names: [String])
  /// There is more than one model in it.
  case several(names: [String])
  /// A file is missing; it would have one of those names.
  case lacks(type: String, file: String)
  /// A voice of that type needs a language.
  case lacksLanguage(type: String)
  /// There is no such type.
  case unknownType(String)
  /// A file is not a model, whatever its name.
  case damaged(name: String, OnnxFile.Fault)
  /// The file with the model is missing beside its description.
  case noModelBeside(path: String, missing: String)
  /// Two files would have one name.
  case twice(name: String)
  /// There is no room on the disk of `folder`, in bytes.
  case noRoom(folder: String, needed: Int, free: Int)
  /// The file system refused.
  case unreadable(path: String, SystemError)
  /// The file system refused.
  case unwritable(path: String, SystemError)
  /// There is no model of that name.
  case notInstalled(String)
  /// It is not one of the user's models, and others may use it.
  case notYours(id: String, folder: String)
  /// Another program is adding it.
  case busy(id: String)
  /// The user stopped it; what was downloaded is kept.
  case cancelled
}

/// What happens while a model is added.
package enum ModelEvent: Equatable, Sendable {
  /// Another program adds a model of the same name; this waits for its end.
  case waiting(id: String)
  /// A file is downloaded; its address has nothing secret.
  case download(DownloadEvent, address: String)
  /// An archive is unpacked.
  case unpacking(name: String)
}
