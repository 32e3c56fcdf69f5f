import Glibc

/// Lends an array of C strings that ends with a null.
package func withCStrings<Value>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  var pointers = unsafe strings.map { unsafe UnsafePointer(strdup($0)) }
  defer {
    unsafe pointers.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
  }
  unsafe pointers.append(nil)
  return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
}

/// The text in a buffer that C has filled: up to its first NUL.
package func textOfC(_ buffer: [CChar]) -> String {
  String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
