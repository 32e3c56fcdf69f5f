import CLibrary
import CueSystem
import Testing

/// A library as a shim declares it, with one function.
@safe private final class Declared: @unchecked Sendable {  // the loader's lock guards it
  private let function = UnsafeMutablePointer<cue_library_function>.allocate(capacity: 1)
  private let place = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
  private let library = UnsafeMutablePointer<cue_library>.allocate(capacity: 1)

  init(_ file: StaticString, _ name: StaticString) {
    unsafe place.initialize(to: nil)
    unsafe function.initialize(
      to: cue_library_function(name: Declared.text(name), place: place))
    unsafe library.initialize(to: cue_library())
    unsafe library.pointee.file = Declared.text(file)
    unsafe library.pointee.functions = UnsafePointer(function)
    unsafe library.pointee.count = 1
  }

  private static func text(_ string: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Nil if it is there, else the reason.
  var refusal: String? {
    var why = [CChar](repeating: 1, count: 300)
    let isThere = unsafe cue_library_is_there(library, &why, why.count) == 1
    let text = String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isLoaded = unsafe cue_library_load(library) == 1
    #expect(isThere == text.isEmpty && isLoaded == isThere)
    return isThere ? nil : text
  }

  var isFound: Bool { unsafe place.pointee != nil }
}

@Suite struct `A shared library` {
  @Test func `A shared library is loaded with its functions`() {
    let library = Declared("libm.so.6", "cos")
    #expect(!library.isFound && library.refusal == nil && library.isFound)
  }

  @Test func `that is not installed is refused in the loader's words, again and again`() {
    let library = Declared("libcue-is-not-there.so.1", "cos")
    for _ in 0..<2 {
      #expect(
        library.refusal
          == "libcue-is-not-there.so.1: cannot open shared object file: No such file or directory")
    }
  }

  @Test func `without one of its functions is refused, and the function is named`() {
    let library = Declared("libm.so.6", "cue_is_not_there")
    #expect(library.refusal == "libm.so.6 has no cue_is_not_there" && !library.isFound)
  }

  @Test func `may be asked for by many threads at once`() {
    let library = Declared("libm.so.6", "sin")
    let answers = ParallelMap.values(8, threads: 8) { _ in library.refusal == nil && library.isFound
    }
    #expect(answers == Array(repeating: true, count: 8))
  }
}
