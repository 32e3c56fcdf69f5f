import CJansson
import Glibc

/// A JSON value.
package enum Json: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case list([Json])
  /// Members in the order they were written.
  case object([Member])

  /// A name and its value.
  package struct Member: Equatable {
    package var name: String
    package var value: Json

    /// A member of an object.
    package init(name: String, value: Json) {
      self.name = name
      self.value = value
    }
  }

  /// The member `name` of an object.
  package subscript(name: String) -> Json? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The items, if it is a list.
  package var list: [Json]? { if case .list(let items) = self { items } else { nil } }

  /// The truth, if it is one.
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The number, if it is one.
  package var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }
}

extension Json {
  /// What is nested deeper counts as `null`: no service nests that deep, and a stack is finite.
  private static let deepest = 32

  /// Reads one value, or nil if the bytes are not JSON.
  package init?(parsing bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    let flags = Int(JSON_DECODE_ANY | JSON_ALLOW_NUL)
    var error = json_error_t()
    let parsed = unsafe bytes.withUnsafeBytes { buffer in
      unsafe json_loadb(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, flags, &error)
    }
    guard let parsed = unsafe parsed else { return nil }
    defer { unsafe json_decref(parsed) }
    self = unsafe Json(copying: parsed, depth: 0)
  }

  private init(copying value: UnsafeMutablePointer<json_t>, depth: Int) {
    switch unsafe value.pointee.type {
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    case JSON_INTEGER: self = .integer(unsafe Int64(json_integer_value(value)))
    case JSON_REAL: self = .real(unsafe json_real_value(value))
    case JSON_STRING:
      self = .text(unsafe Json.string(json_string_value(value), json_string_length(value)))
    case JSON_ARRAY where depth < Json.deepest:
      var items: [Json] = []
      for index in unsafe 0..<json_array_size(value) {
        guard let item = unsafe json_array_get(value, index) else { break }
        items.append(unsafe Json(copying: item, depth: depth + 1))
      }
      self = .list(items)
    case JSON_OBJECT where depth < Json.deepest:
      var members: [Member] = []
      var place = unsafe json_object_iter(value)
      while let here = unsafe place {
        if let item = unsafe json_object_iter_value(here) {
          members.append(
            Member(
              name: unsafe Json.string(json_object_iter_key(here), json_object_iter_key_len(here)),
              value: unsafe Json(copying: item, depth: depth + 1)))
        }
        unsafe place = unsafe json_object_iter_next(value, here)
      }
      self = .object(members)
    default: self = .null
    }
  }

  private static func string(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let bytes = unsafe bytes else { return "" }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

extension Json {
  /// The value as one line, members in their order, numbers with up to nine digits.
  package var written: [UInt8] {
    guard let value = unsafe made() else { return [] }
    defer { unsafe json_decref(value) }
    // JSON_REAL_PRECISION(9): 0.28 stays 0.28.
    let flags = Int(JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENCODE_ANY) | (9 & 0x1F) << 11
    guard let line = unsafe json_dumps(value, flags) else { return [] }
    defer { unsafe free(line) }
    return unsafe Array(UnsafeRawBufferPointer(start: line, count: strlen(line)))
  }

  private func made() -> UnsafeMutablePointer<json_t>? {
    switch self {
    case .null: return unsafe json_null()
    case .bool(let bool): return unsafe bool ? json_true() : json_false()
    case .integer(let integer): return unsafe json_integer(json_int_t(integer))
    case .real(let real): return unsafe json_real(real)
    case .text(let text):
      let bytes = Array(text.utf8)
      return unsafe bytes.withUnsafeBytes { buffer in
        // An empty text still wants an address.
        guard let base = buffer.baseAddress else { return unsafe json_string("") }
        return unsafe json_stringn(base.assumingMemoryBound(to: CChar.self), buffer.count)
      }
    case .list(let items):
      let list = unsafe json_array()
      for item in items { _ = unsafe json_array_append_new(list, item.made()) }
      return unsafe list
    case .object(let members):
      let object = unsafe json_object()
      for member in members {
        _ = unsafe json_object_set_new(object, member.name, member.value.made())
      }
      return unsafe object
    }
  }
}
