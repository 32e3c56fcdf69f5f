import CueSystem

/// Why something could not be downloaded.
package enum DownloadFailure: Error, Equatable, Sendable {
  /// libcurl is not installed, or is too old; the loader's words.
  case noLibrary(String)
  /// The text is not an address.
  case notAnAddress
  /// The address has another scheme than http and https.
  case otherScheme(String)
  /// Nothing answers there; libcurl's words.
  case noConnection(host: String, why: String)
  /// The server cannot prove who it is; libcurl's words.
  case noTrust(host: String, why: String)
  /// Too little has come for `seconds`.
  case stalled(host: String, seconds: Double, received: Int)
  /// The connection ended too soon.
  case broken(host: String, received: Int, total: Int?)
  /// What answers does not speak HTTP.
  case notHTTP(host: String)
  /// Something else went wrong; libcurl's words.
  case other(host: String, why: String)
  /// The server refused, by an HTTP status; `retryAfterSeconds` is how long it wants to be left alone.
  case status(Int, host: String, retryAfterSeconds: Int?)
  /// The server redirects from https to http.
  case insecureRedirect(host: String)
  /// A server of the internet redirects to this machine or to its local network.
  case nearRedirect(host: String, to: String)
  /// The server redirects too often.
  case tooManyRedirects(host: String, most: Int)
  /// The server compresses what it sends, so that no length and no part of it can be relied on.
  case compressed(host: String, encoding: String)
  /// The server sends a page to look at, as where one has to log in.
  case webPage(host: String)
  /// The server has a file of another length than expected, in bytes.
  case otherSize(expected: Int, found: Int)
  /// The file has another SHA-256 than expected.
  case otherChecksum(expected: String, found: String)
  /// The file is longer than anything we download, in bytes.
  case tooLong(most: Int)
  /// The server does not say how long the file is, and it is longer than such files may be, in bytes.
  case endless(host: String, most: Int)
  /// There is no room on the disk of `folder`, in bytes.
  case noRoom(folder: String, needed: Int, free: Int)
  /// The file system refused.
  case unwritable(path: String, SystemError)
  /// The user stopped it; what has come is kept.
  case cancelled

  /// Whether another attempt may go better.
  var mayPass: Bool {
    switch self {
    case .noConnection, .stalled, .broken: true
    case .status(let status, _, _): status >= 500 || status == 429 || status == 408
    default: false
    }
  }
}

/// What happens during a download.
package enum DownloadEvent: Equatable, Sendable {
  /// Bytes that are there, and of how many; the total is nil if the server does not say. Said at each percent, or MiB.
  case received(Int, total: Int?)
  /// It goes on with what an earlier attempt left: this many bytes.
  case resumed(at: Int)
  /// The piece on disk is no part of the file that the server has now, and is dropped.
  case startedOver
  /// An attempt failed, and there is another one after `pauseMilliseconds`.
  case retrying(DownloadFailure, pauseMilliseconds: Int)
}
