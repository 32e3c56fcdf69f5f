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
