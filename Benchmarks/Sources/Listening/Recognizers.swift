import CueModel
import CuePlugins
import Glibc

/// All recognizers that are installed, without an expectation: lines said by flite and recordings of people, clean and in noise.
///
/// Accuracy is the share of words that are right; the cost is processor time for a second of sound, one thread.
struct Recognizers {
  let tree: Tree
  /// How many lines flite says.
  let lineCount: Int

  /// A recognizer and the model that it is to use.
  private struct Subject {
    let name: String
    let file: PluginFile
    let model: String
  }

  private static let rooms: [(name: String, decibels: Double?)] = [
    ("clean", nil), ("20 dB", 20), ("10 dB", 10),
  ]

  func measure(into table: inout Table) throws {
    let spoken = try said()
    let recorded = try HumanRecording.installed().map { (text: $0.text, utterance: $0.utterance) }
    if recorded.isEmpty {
      table.note(
        "Left out: recordings of people: install Debian's pocketsphinx-testdata; 'make recordings'."
      )
    } else if recorded.count < 13 {
      table.note(
        "Only \(recorded.count) of 13 recordings of people are there: see Benchmarks/README.md.")
    }
    for subject in subjects(noting: &table) {
      var setup = PluginSetup(file: subject.file, worker: WorkerSettings(workerPath: tree.worker))
      if !subject.model.isEmpty { setup.parameters = [("model", subject.model)] }
      let ear = RecognizerClient(setup)
      defer { ear.quit() }
      do {
        for (group, takes) in [("flite", spoken), ("people", recorded)] where !takes.isEmpty {
          for (room, decibels) in Self.rooms {
            try measure(subject.name, ear, "\(group), \(room)", takes, decibels, into: &table)
          }
        }
      } catch let failure as PluginFailure {
        table.note("Left out: \(subject.name): \(failure.reason)")
      }
    }
  }

  private func measure(
    _ name: String, _ ear: RecognizerClient, _ what: String,
    _ takes: [(text: String, utterance: Utterance)], _ decibels: Double?, into table: inout Table
  ) throws {
    var random = RepeatableGenerator(seed: 14)
    let noise = Noise()
    // The start of the process and of its model is not counted.
    _ = try hear(takes[0].utterance, ear)
    var (wrong, all, seconds) = (0, 0, 0.0)
    let before = ProcessorTime.ofChildren
    for (text, utterance) in takes {
      let noisy = noise.added(to: utterance, decibels: decibels, using: &random)
      let words = EnglishWords(text)
      wrong += words.edits(from: EnglishWords(try hear(noisy, ear)))
      all += words.words.count
      seconds += noisy.seconds
    }
    let cost = ProcessorTime.ofChildren - before
    table.add(
      Measure(
        name: "\(name): words right, \(what) (\(takes.count) takes)",
        ours: 100 * (1 - Double(wrong) / Double(max(1, all))), unit: .percent, limit: .none))
    table.add(
      Measure(
        name: "\(name): processor time for a second of it", ours: cost / seconds * 1000,
        unit: .milliseconds, limit: .none))
  }

  private func hear(_ utterance: Utterance, _ ear: RecognizerClient) throws -> String {
    let format = AudioFormat(sample: .int16, rateHertz: utterance.rateHertz)
    _ = try ear.open(ListenRequest(format: format), cancellation: Cancellation())
    for at in stride(from: 0, to: utterance.samples.count, by: utterance.rateHertz / 10) {
      let end = min(at + utterance.rateHertz / 10, utterance.samples.count)
      let piece = AudioBuffer(
        int16: Array(utterance.samples[at..<end]), rateHertz: utterance.rateHertz)
      _ = try ear.push(piece, cancellation: Cancellation())
    }
    return try ear.finish(cancellation: Cancellation()).text
  }

  /// Lines in turn by a woman's and a man's voice.
  private func said() throws -> [(text: String, utterance: Utterance)] {
    let speakers = ["slt", "rms"].map { Speaker(tree, $0) }
    return try Texts.lines(lineCount).enumerated().map { index, line in
      (line, try speakers[index % 2].say([Part(text: line)], speed: 1))
    }
  }

  /// What is installed; what is not has a line that says so.
  private func subjects(noting table: inout Table) -> [Subject] {
    var subjects: [Subject] = []
    func add(_ name: String, _ path: String, isProgram: Bool, model: String = "", hint: String) {
      guard unsafe access(path, R_OK) == 0 else {
        return table.note("Left out: \(name): there is no \(path); \(hint).")
      }
      let file = PluginFile(path: path, name: path, isProgram: isProgram, id: "")
      subjects.append(Subject(name: name, file: file, model: model))
    }
    add("pocketsphinx", tree.plugin("pocketsphinx"), isProgram: false, hint: "'make' builds it")
    add(
      "whisper tiny.en", "\(tree.folder)/plugins/whisper", isProgram: true,
      hint: "'make neural NEURAL=whisper' makes it")
    let models = heardModels()
    for model in models {
      add(
        "sherpa \(model)", tree.plugin("sherpa"), isProgram: false, model: model,
        hint: "'make neural NEURAL=sherpa' makes it")
    }
    if models.isEmpty {
      table.note(
        "Left out: sherpa: no model that recognizes speech is installed; 'cue models add whisper-tiny.en' "
          + "or 'zipformer-en-20M' adds one.")
    }
    return subjects
  }

  /// Models of the user and of the tree that no voice or tool is.
  private func heardModels() -> [String] {
    let home = unsafe getenv("CUE_HOME").map { unsafe String(cString: $0) }
    let folders =
      [
        home.map { $0 + "/models" }, "\(tree.folder)/share/cue/models",
      ].compactMap { $0 }
    let others = ["piper", "vits", "matcha", "kokoro", "kitten", "supertonic", "vad", "denoise"]
    var found: [String] = []
    for folder in folders {
      guard let directory = unsafe opendir(folder) else { continue }
      defer { unsafe closedir(directory) }
      while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
          unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let description = String(
          decoding: contents(ofFile: "\(folder)/\(name)/model.json"), as: UTF8.self)
        guard !description.isEmpty else { continue }
        let isOther = others.contains { description.contains("\"type\": \"\($0)") }
        if !isOther { found.append(name) }
      }
    }
    return found.sorted()
  }
}
