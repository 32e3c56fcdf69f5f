import CHTTP
import CueSystem
import Glibc

/// The body of a request while it comes: a small one in memory, a form in a file without a name.
final class RequestBody {
  private let most: Int
  private var bytes: [UInt8] = []
  private var count = 0
  private var form: FormReader?
  private var failure: ServerError?

  /// The body of a request with `head`.
  ///
  /// - Throws: why it is not taken at all
  init(
    _ rule: HTTPServer.BodyRule, _ head: RequestHead, _ handle: OpaquePointer, folder: String
  ) throws(ServerError) {
    switch rule {
    case .none: most = 0
    case .json(let mostBytes):
      most = mostBytes
      guard head.bodyType == "application/json" else {
        throw ServerError(
          415, "unsupported_media_type",
          "\(head.path) takes application/json, not “\(head.bodyType.prefix(60))”.")
      }
    case .form(let mostBytes):
      most = mostBytes
      guard head.bodyType == "multipart/form-data" else {
        throw ServerError(
          415, "unsupported_media_type",
          "\(head.path) takes multipart/form-data, not “\(head.bodyType.prefix(60))”.")
      }
      guard let reader = unsafe FormReader(handle, folder: folder) else {
        throw ServerError(
          400, "bad_form", "The form has no boundary, or there is no memory for it.")
      }
      form = reader
    }
    if let length = head.bodyByteCount, length > most { throw tooLarge }
  }

  private var tooLarge: ServerError {
    most == 0
      ? ServerError(413, "too_large", "The request has a body, and none is taken here.")
      : ServerError(413, "too_large", "The request is longer than \(most) bytes.")
  }

  /// Takes the next bytes; false ends the connection.
  func take(_ some: UnsafeBufferPointer<UInt8>) -> Bool {
    count += some.count
    // A client that does not say the length beforehand gets no answer: it would go on sending.
    guard count <= most else { return false }
    guard failure == nil else { return true }
    if let form {
      if let error = unsafe form.take(some) { failure = error }
    } else {
      unsafe bytes += some
    }
    return true
  }

  func finish() throws(ServerError) -> (bytes: [UInt8], form: FormReader?) {
    if let failure { throw failure }
    if let error = form?.finish() { throw error }
    return (bytes, form)
  }
}

/// The parts of a form: texts, and one file, which is kept on disk.
@safe package final class FormReader {
  private var reader: OpaquePointer?
  private let folder: String
  private var failure: ServerError?
  /// The texts by name, in order; a list has its name several times, with "[]".
  package private(set) var texts: [RequestHead.Field] = []
  /// The file: its name at the client's, and its bytes.
  package private(set) var file: (name: String, descriptor: Int32)?
  private var textBytes = 0

  /// The most bytes of all texts together.
  private static let mostTextBytes = 1_000_000

  fileprivate init?(_ handle: OpaquePointer, folder: String) {
    self.folder = folder
    let opened = unsafe cue_http_form_open(
      handle,
      { data, name, fileName, bytes, offset, count in
        let form = unsafe Unmanaged<FormReader>.fromOpaque(data!).takeUnretainedValue()
        return unsafe form.part(
          String(cString: name!), fileName.map { unsafe String(cString: $0) },
          UnsafeRawBufferPointer(start: bytes, count: count), isFirst: offset == 0) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    guard let opened = unsafe opened else { return nil }
    unsafe reader = opened
  }

  deinit {
    if let reader = unsafe reader { unsafe cue_http_form_close(reader) }
    if let file { close(file.descriptor) }
  }

  /// The value of the text of that name; nil if there is none.
  package subscript(name: String) -> String? { texts.last { $0.name == name }?.value }

  /// All values of a list: `name` or `name[]`.
  package func list(_ name: String) -> [String] {
    texts.filter { $0.name == name || $0.name == name + "[]" }.map(\.value)
  }

  fileprivate func take(_ bytes: UnsafeBufferPointer<UInt8>) -> ServerError? {
    guard let reader = unsafe reader else { return nil }
    if unsafe cue_http_form_take(reader, bytes.baseAddress, bytes.count) == 0, failure == nil {
      failure = ServerError(400, "bad_form", "The form is damaged.")
    }
    return failure
  }

  fileprivate func finish() -> ServerError? {
    guard let whole = unsafe reader else { return failure }
    unsafe reader = nil
    if unsafe cue_http_form_close(whole) == 0, failure == nil {
      failure = ServerError(400, "bad_form", "The form ends too early.")
    }
    if let file { lseek(file.descriptor, 0, SEEK_SET) }
    return failure
  }

  private func part(
    _ name: String, _ fileName: String?, _ bytes: UnsafeRawBufferPointer, isFirst: Bool
  ) -> Bool {
    guard failure == nil else { return false }
    if let fileName { return unsafe keep(bytes, of: fileName, isFirst: isFirst) }
    textBytes += bytes.count
    guard textBytes <= Self.mostTextBytes else {
      failure = ServerError(413, "too_large", "The texts of the form are longer than 1 MB.")
      return false
    }
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    if !isFirst, let last = texts.indices.last, texts[last].name == name {
      texts[last].value += text
    } else {
      texts.append(.init(name, text))
    }
    return true
  }

  private func keep(_ bytes: UnsafeRawBufferPointer, of name: String, isFirst: Bool) -> Bool {
    if isFirst, file != nil {
      failure = ServerError(400, "bad_form", "The form has two files.")
      return false
    }
    if file == nil {
      do throws(SystemError) { file = (name, try UnnamedFile.open(in: folder)) } catch {
        failure = ServerError(
          507, "no_room", "The file cannot be kept: \(SystemError.words(error.errno)).")
        return false
      }
    }
    guard let file else { return false }
    var at = 0
    while at < bytes.count {
      let written = unsafe write(file.descriptor, bytes.baseAddress! + at, bytes.count - at)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        failure = ServerError(
          507, "no_room", "The file cannot be kept: \(SystemError.words(errno)).")
        return false
      }
      at += written
    }
    return true
  }
}
