// SPDX-License-Identifier: MIT

import CueABI

/// Text and arrays lent to C for as long as the process or an instance lives.
///
/// Keeps what it has lent; freeing everything is its end.
@safe final class Lender {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  func cString(_ string: String) -> UnsafePointer<CChar> {
    let bytes = Array(string.utf8) + [0]
    let block = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe block.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe blocks.append(block)
    return unsafe UnsafePointer(block.assumingMemoryBound(to: CChar.self))
  }

  func text(_ string: String) -> cue_text {
    guard !string.isEmpty else { return unsafe cue_text(bytes: nil, length: 0, reserved: 0) }
    return unsafe cue_text(
      bytes: cString(string), length: UInt32(string.utf8.count), reserved: 0)
  }

  /// An array of pointers to values, as C has lists; nothing where there are none.
  func pointers<Value>(_ values: [Value]) -> UnsafePointer<UnsafePointer<Value>>? {
    guard !values.isEmpty else { return nil }
    let block = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: values.count * MemoryLayout<UnsafePointer<Value>>.stride,
      alignment: MemoryLayout<UnsafePointer<Value>>.alignment)
    let pointers = unsafe block.bindMemory(to: UnsafePointer<Value>.self, capacity: values.count)
    for (index, each) in values.enumerated() {
      unsafe (pointers + index).initialize(to: value(each))
    }
    unsafe blocks.append(block)
    return unsafe UnsafePointer(pointers)
  }

  func languages(_ tags: [String]) -> UnsafePointer<UnsafePointer<cue_language>>? {
    unsafe pointers(
      tags.map {
        unsafe cue_language(
          struct_size: UInt32(MemoryLayout<cue_language>.size), reserved: 0, tag: text($0))
      })
  }

  func choices(_ names: [String], _ id: (Int) -> UInt32) -> UnsafePointer<
    UnsafePointer<cue_choice>
  >? {
    unsafe pointers(
      names.enumerated().map { index, name in
        unsafe cue_choice(
          struct_size: UInt32(MemoryLayout<cue_choice>.size), id: id(index), name: text(name))
      })
  }

  func cStrings(_ strings: [String]) -> UnsafePointer<UnsafePointer<CChar>>? {
    guard !strings.isEmpty else { return nil }
    let block = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: strings.count * MemoryLayout<UnsafePointer<CChar>>.stride,
      alignment: MemoryLayout<UnsafePointer<CChar>>.alignment)
    let pointers = unsafe block.bindMemory(
      to: UnsafePointer<CChar>.self, capacity: strings.count)
    for (index, each) in strings.enumerated() {
      unsafe (pointers + index).initialize(to: cString(each))
    }
    unsafe blocks.append(block)
    return unsafe UnsafePointer(pointers)
  }

  /// Bytes; nothing where there are none.
  func bytes(_ bytes: [UInt8]) -> UnsafeRawPointer? {
    guard !bytes.isEmpty else { return nil }
    let block = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe block.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe blocks.append(block)
    return UnsafeRawPointer(block)
  }

  func value<Value>(_ value: Value) -> UnsafePointer<Value> {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment)
    let pointer = unsafe block.bindMemory(to: Value.self, capacity: 1)
    unsafe pointer.initialize(to: value)
    unsafe blocks.append(block)
    return unsafe UnsafePointer(pointer)
  }

  /// Frees all that was lent.
  func takeBack() {
    unsafe blocks.forEach { unsafe $0.deallocate() }
    unsafe blocks.removeAll()
  }

  deinit { takeBack() }
}

/// A struct of the host's as this version knows it: what an older host does not say is 0.
func known<Value>(_ given: UnsafePointer<Value>) -> Value {
  let size = unsafe Int(UnsafeRawPointer(given).load(as: UInt32.self))
  return unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { room in
    let bytes = UnsafeMutableRawBufferPointer(room)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe bytes.copyMemory(
      from: UnsafeRawBufferPointer(start: given, count: min(size, bytes.count)))
    return unsafe room[0]
  }
}

/// The bytes of borrowed text, or a failure where they are no UTF-8.
func validated(_ text: cue_text, _ what: String) throws(PluginFailure) -> String {
  guard let bytes = unsafe text.bytes, unsafe text.length > 0 else { return "" }
  let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(text.length))
  guard let string = unsafe String(validating: buffer, as: UTF8.self) else {
    throw PluginFailure(CUE_E_TEXT_ENCODING, "The \(what) is not UTF-8.")
  }
  return string
}

/// Writes a failure where the caller wants it, never more than the caller has room for.
func report(_ failure: PluginFailure, in error: UnsafeMutablePointer<cue_error>) -> Int32 {
  let status = failure.status < 0 ? failure.status : CUE_E_INTERNAL
  guard unsafe Int(error.pointee.struct_size) >= MemoryLayout<cue_error>.size else { return status }
  unsafe error.pointee.status = status
  unsafe error.pointee.detail = failure.detail
  unsafe error.pointee.retry_after_ms = failure.retryAfterMilliseconds
  var bytes = Array(failure.sentence.utf8.prefix(Int(CUE_ERROR_SENTENCE_BYTES)))
  while !bytes.isEmpty, String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
  unsafe error.pointee.sentence_length = UInt32(bytes.count)
  unsafe withUnsafeMutableBytes(of: &error.pointee.sentence) { target in
    unsafe target.copyBytes(from: bytes)
  }
  return status
}
