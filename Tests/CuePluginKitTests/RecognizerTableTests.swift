import CueABI
import Testing

@testable import CuePluginKit

/// Hears a word in every sound, for every caller.
private final class Talker: RecognizerPlugin {
  static var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: "talker", name: "Talker", version: "1", licence: "MIT", summary: "Hears words.",
      concurrency: .perInstance, determinism: .always)
  }
  private var words: [HeardWord] = []
  init(host: PluginHost) {}
  func open(_ request: ListenRequest) -> [ListenShortfall] {
    words = []
    return []
  }
  func push(_ samples: [Float]) -> Transcript? {
    let start = UInt64(words.count)
    words.append(HeardWord(text: "word", start: start, end: start + 1, confidence: 1))
    return Transcript(words: words, stableWords: words.count)
  }
  func finish() -> Transcript { Transcript(words: words, stableWords: words.count) }
  func close() {}
}

/// What was reported to a host of the tests.
private final class Told {
  var partials: [UInt32] = []
  var finals: [UInt32] = []
}

private func told(_ data: UnsafeMutableRawPointer?) -> Told {
  unsafe Unmanaged<Told>.fromOpaque(data!).takeUnretainedValue()
}

@Suite(.serialized) struct `A recognizer made with the kit` {
  /// Lends the tables of an open library.
  private func withRecognizer(
    _ body: (cue_recognizer, UnsafeMutableRawPointer?) throws -> Void
  ) throws {
    var host = unsafe cue_host(
      struct_size: UInt32(MemoryLayout<cue_host>.size), magic: CUE_ABI_MAGIC,
      abi_major: CUE_ABI_MAJOR, abi_minor: CUE_ABI_MINOR, name: cue_text(), version: cue_text(),
      language: cue_text(), data: nil, log: { _, _, _ in }, progress: { _, _ in },
      monotonic_ns: { _ in 0 },
      get_extension: { _, _ in nil })
    unsafe try withUnsafePointer(to: &host) { host in
      let entry = unsafe try #require(
        PluginLibrary.enter(host, offering: [.recognizer(Talker.self)]))
      var error = cue_error()
      error.struct_size = UInt32(MemoryLayout<cue_error>.size)
      var instance: UnsafePointer<cue_instance>?
      unsafe "talker".withCString { id in
        var request = unsafe cue_create_request(
          struct_size: UInt32(MemoryLayout<cue_create_request>.size), reserved: 0, host: host,
          context: nil, id: id)
        unsafe #expect(entry.pointee.create(&request, &instance, &error) == CUE_OK)
      }
      let table = unsafe try #require(instance)
      let kind = unsafe try #require(
        table.pointee.get_extension(table.pointee.`self`, CUE_KIND_RECOGNIZER))
      unsafe #expect(table.pointee.activate(table.pointee.`self`, &error) == CUE_OK)
      unsafe try body(kind.load(as: cue_recognizer.self), table.pointee.`self`)
      unsafe table.pointee.destroy(table.pointee.`self`)
    }
  }

  /// The revisions of the results for three pieces of sound.
  private func listen(
    _ recognizer: cue_recognizer, _ plugin: UnsafeMutableRawPointer?, partials: UInt32
  ) -> Told {
    let heard = Told()
    var sink = unsafe cue_listen_sink(
      struct_size: UInt32(MemoryLayout<cue_listen_sink>.size), reserved: 0,
      data: Unmanaged.passUnretained(heard).toOpaque(),
      partial: { data, transcript in
        unsafe told(data).partials.append(transcript.pointee.revision)
        return CUE_CONTINUE
      },
      final: { data, transcript in
        unsafe told(data).finals.append(transcript.pointee.revision)
        return CUE_CONTINUE
      },
      endpoint: { _, _ in CUE_CONTINUE }, honoured: { _, _ in CUE_CONTINUE })
    let format = cue_audio_format(
      struct_size: UInt32(MemoryLayout<cue_audio_format>.size), sample: CUE_SAMPLE_S16, rate: 8000,
      channels: 1)
    var call = cue_call(struct_size: UInt32(MemoryLayout<cue_call>.size), reserved: 0, call: 0)
    var error = cue_error()
    error.struct_size = UInt32(MemoryLayout<cue_error>.size)
    let samples: [Int16] = [1, 2, 3]
    let lender = Lender()
    var request = unsafe cue_listen_request(
      struct_size: UInt32(MemoryLayout<cue_listen_request>.size), partials: partials, call: 0,
      format: lender.value(format), language: cue_text(), model: cue_text(), phrases: nil,
      phrase_count: 0, lexicon_count: 0, lexicon: nil)
    var sound = unsafe cue_push(
      struct_size: UInt32(MemoryLayout<cue_push>.size), frames: 3, call: 0,
      samples: lender.value((samples[0], samples[1], samples[2])))
    unsafe withUnsafePointer(to: &sink) { sink in
      unsafe #expect(recognizer.open(plugin, &request, sink, &error) == CUE_OK)
      unsafe #expect(recognizer.open(plugin, &request, sink, &error) == CUE_E_BUSY)
      for _ in 1...3 { unsafe #expect(recognizer.push(plugin, &sound, &error) == CUE_OK) }
      unsafe #expect(recognizer.finish(plugin, &call, &error) == CUE_OK)
      unsafe #expect(recognizer.finish(plugin, &call, &error) == CUE_E_STATE)
      unsafe recognizer.close(plugin)
      unsafe recognizer.close(plugin)
      unsafe #expect(recognizer.push(plugin, &sound, &error) == CUE_E_STATE)
      unsafe #expect(recognizer.finish(plugin, &call, &error) == CUE_E_STATE)
    }
    return heard
  }

  @Test func `a recognizer reports rising partial results on request, and one final result`() throws
  {
    unsafe try withRecognizer { recognizer, plugin in
      for _ in 1...2 {
        let all = unsafe listen(recognizer, plugin, partials: 1)
        #expect(all.partials == [1, 2, 3] && all.finals == [4])
        let last = unsafe listen(recognizer, plugin, partials: 0)
        #expect(last.partials == [] && last.finals.count == 1)
      }
    }
  }
}
