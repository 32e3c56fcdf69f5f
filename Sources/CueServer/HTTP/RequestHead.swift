/// What a request says before its body.
package struct RequestHead: Sendable, Equatable {
  /// A name and its value.
  package struct Field: Sendable, Equatable {
    /// As it was sent.
    package var name: String
    /// Without blanks at its ends.
    package var value: String

    /// A field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In capitals.
  package var method: String
  /// Without the query; percent signs are decoded.
  package var path: String
  /// In the order in which they came.
  package var headers: [Field]
  /// The address of the client, in numbers.
  package var client: String

  /// A head.
  package init(_ method: String, _ path: String, headers: [Field] = [], client: String = "") {
    self.method = method
    self.path = path
    self.headers = headers
    self.client = client
  }

  /// The values of all headers of that name, in small or capital letters.
  package func all(_ name: String) -> [String] {
    let name = name.lowercased()
    return headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The value of the first header of that name.
  package subscript(name: String) -> String? { all(name).first }

  /// The type of the body, without its parameters, in small letters.
  var bodyType: String {
    let type = self["Content-Type"] ?? ""
    return type.prefix { $0 != ";" }.split(separator: " ").joined().lowercased()
  }

  /// The length of the body, if the client says it.
  var bodyByteCount: Int? { self["Content-Length"].flatMap { Int($0) } }

  /// The key that the client gives: `Authorization: Bearer KEY`.
  var key: String? {
    guard let value = self["Authorization"], value.lowercased().hasPrefix("bearer ") else {
      return nil
    }
    return String(value.dropFirst(7))
  }
}
