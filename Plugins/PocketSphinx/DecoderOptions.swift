import CPocketSphinx

#if canImport(Glibc)
  import Glibc
#endif

/// How decoders are set up.
///
/// What the numbers do was measured: Documentation/Decisions/0007-hearing-the-expected-line.md.
enum DecoderOptions {
  /// How much what is likely counts beside what is heard.
  static let languageWeight = 6.5

  /// The means of the model's thirteen features for a speaker not yet heard.
  static let mean: [Float] = [
    49.8, -1.2, 3.2, 11.1, -0.9, -1.6, 0.7, -4.4, -2.1, -1.5, 2.7, 1.3, 0.6,
  ]

  /// A decoder for grammars, whose dictionary is empty and whose fillers are the phones: any sound outside the grammar.
  static func forGrammars(_ model: ModelFolder, outsideCost: Double) -> Decoder? {
    var fillers = "<s> SIL\n</s> SIL\n<sil> SIL\n[NOISE] +NSN+\n"
    for phone in Phones.all { fillers += "+\(phone)+ \(phone)\n" }
    guard let fillerFile = TextFile(fillers), let wordFile = TextFile("uh AH\num AH M\n") else {
      return nil
    }
    return Decoder([
      ("-hmm", model.acoustic), ("-dict", wordFile.path), ("-fdict", fillerFile.path),
      ("-lw", "\(languageWeight)"), ("-fillprob", "\(exp(-outsideCost / languageWeight))"),
      // A file that is shorter than it says is found when it is read, not when it is mapped.
      ("-mmap", "no"),
      // The grammar has all pronunciations.
      ("-fsgusealtpron", "no"),
      ("-beam", "1e-80"), ("-pbeam", "1e-80"), ("-wbeam", "1e-50"), ("-bestpath", "no"),
      // Silence is heard, so that times are true; noise is not taken for speech.
      ("-remove_silence", "no"), ("-remove_noise", "yes"),
    ])
  }

  /// A decoder for small languages, whose dictionary is empty.
  static func forSmallLanguages(_ model: ModelFolder) -> Decoder? {
    guard let wordFile = TextFile("uh AH\num AH M\n") else { return nil }
    return Decoder([
      ("-hmm", model.acoustic), ("-dict", wordFile.path), ("-lw", "\(languageWeight)"),
      ("-mmap", "no"), ("-beam", "1e-48"), ("-pbeam", "1e-48"), ("-wbeam", "7e-29"),
      ("-bestpath", "no"), ("-fwdflat", "no"), ("-remove_silence", "no"), ("-remove_noise", "yes"),
    ])
  }

  /// A decoder for anything that the model's dictionary and language hold.
  ///
  /// Fewer paths and densities than usual, and a look at the next phones, halve its time; as many words are right.
  static func forAnything(_ model: ModelFolder) -> Decoder? {
    guard let language = model.language else { return nil }
    return Decoder([
      ("-hmm", model.acoustic), ("-dict", model.dictionary), ("-lm", language),
      ("-remove_silence", "no"), ("-remove_noise", "yes"), ("-fwdflat", "no"),
      ("-mmap", "no"), ("-maxhmmpf", "3000"), ("-pl_window", "5"), ("-topn", "2"),
    ])
  }
}

/// Text that a library reads as a file; gone with this.
@safe final class TextFile {
  private let descriptor: Int32

  init?(_ text: String) {
    var text = text
    descriptor = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        guard let start = $0.baseAddress else { return unsafe cps_text_file("", 0) }
        return unsafe cps_text_file(start, UInt32($0.count))
      }
    }
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  var path: String { "/proc/self/fd/\(descriptor)" }
}
