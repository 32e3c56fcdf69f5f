// SPDX-License-Identifier: MIT

import CueABI

extension InstanceBox {
  fileprivate var recognizer: any RecognizerPlugin {
    guard let it = plugin as? any RecognizerPlugin else { preconditionFailure("no recognizer") }
    return it
  }

  fileprivate var effect: any EffectPlugin {
    guard let it = effectPlugin else { preconditionFailure("no effect") }
    return it
  }

  fileprivate var device: any DevicePlugin {
    guard let it = plugin as? any DevicePlugin else { preconditionFailure("no device") }
    return it
  }
}

var recognizerTable: cue_recognizer {
  unsafe cue_recognizer(
    struct_size: UInt32(MemoryLayout<cue_recognizer>.size), reserved: 0,
    open: { self_, request, sink, error in
      let box = unsafe instanceBox(self_)
      let asked = unsafe known(request)
      guard box.begins(unsafe asked.call) else { return CUE_CANCELLED }
      return unsafe attempt(error) { () throws(PluginFailure) in
        guard unsafe box.listenSink == nil else {
          throw PluginFailure(CUE_E_BUSY, "A stream is open already.")
        }
        try box.requireActive()
        let wanted = try unsafe listenRequest(asked)
        let shortfalls = try box.recognizer.open(wanted)
        unsafe box.listenSink = unsafe sink
        for shortfall in shortfalls { unsafe report(shortfall, sink) }
        box.listenFormat = wanted.format
        box.wantsPartials = wanted.wantsPartials
        box.hasFinal = false
        box.listenRevision = 0
        box.heardFrames = 0
      }
    },
    push: { self_, next, error in
      let box = unsafe instanceBox(self_)
      guard let sink = unsafe box.listenSink, !box.hasFinal else { return unsafe noStream(error) }
      let (next, frames) = unsafe (known(next), known(next).frames)
      guard box.begins(unsafe next.call) else { return CUE_CANCELLED }
      var stopped = false
      let status = unsafe attempt(error) { () throws(PluginFailure) in
        let sound = unsafe floats(next.samples, Int(frames), box.listenFormat)
        box.heardFrames += UInt64(frames)
        guard let heard = try box.recognizer.push(sound), box.wantsPartials else { return }
        box.listenRevision += 1
        stopped = unsafe deliver(heard, box, sink, sink.pointee.partial)
      }
      return status == CUE_OK && (stopped || box.cancelFlag.isSet) ? CUE_CANCELLED : status
    },
    finish: { self_, call, error in
      let box = unsafe instanceBox(self_)
      guard let sink = unsafe box.listenSink, !box.hasFinal else { return unsafe noStream(error) }
      guard box.begins(unsafe known(call).call) else { return CUE_CANCELLED }
      return unsafe attempt(error) { () throws(PluginFailure) in
        box.hasFinal = true
        let heard = try box.recognizer.finish()
        box.listenRevision += 1
        _ = unsafe deliver(heard, box, sink, sink.pointee.final)
      }
    },
    close: { self_ in
      let box = unsafe instanceBox(self_)
      if unsafe box.listenSink != nil { box.recognizer.close() }
      unsafe box.listenSink = nil
    })
}

private func noStream(_ error: UnsafeMutablePointer<cue_error>) -> Int32 {
  unsafe report(PluginFailure(CUE_E_STATE, "No stream is open."), in: error)
}

private func listenRequest(_ request: cue_listen_request) throws(PluginFailure) -> ListenRequest {
  let format = unsafe soundFormat(request.format)
  guard format.rateHertz > 0, format.channels > 0 else {
    throw PluginFailure(CUE_E_FORMAT, "The sound needs a rate and at least one channel.")
  }
  var phrases: [Phrase] = []
  if let first = unsafe request.phrases {
    for index in unsafe 0..<Int(request.phrase_count) {
      let phrase = unsafe known(first[index])
      let text = try unsafe validated(phrase.text, "phrase")
      let written = try unsafe validated(phrase.written, "phrase")
      phrases.append(
        Phrase(role: unsafe phrase.role, text: text, written: written.isEmpty ? text : written))
    }
  }
  let lexicon = try unsafe lexicon(request.lexicon, count: request.lexicon_count)
  return ListenRequest(
    format: format, wantsPartials: unsafe request.partials != 0,
    language: try unsafe validated(request.language, "language"),
    model: try unsafe validated(request.model, "model"), phrases: phrases, lexicon: lexicon)
}

private func soundFormat(_ format: UnsafePointer<cue_audio_format>) -> SoundFormat {
  let said = unsafe known(format)
  return SoundFormat(
    isFloat: said.sample == CUE_SAMPLE_F32, rateHertz: said.rate, channels: said.channels)
}

private func floats(
  _ samples: UnsafeRawPointer?, _ frames: Int, _ format: SoundFormat
) -> [Float] {
  guard let samples = unsafe samples, frames > 0 else { return [] }
  let count = frames * Int(format.channels)
  if format.isFloat {
    return (0..<count).map { unsafe samples.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
  }
  return (0..<count).map {
    unsafe Float(samples.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) / 32768
  }
}

/// Gives `heard` to the host; true where it wants no more.
private func deliver(
  _ heard: Transcript, _ box: InstanceBox, _ sink: UnsafePointer<cue_listen_sink>,
  _ function: (UnsafeMutableRawPointer?, UnsafePointer<cue_transcript>) -> Int32
) -> Bool {
  let lender = Lender()
  let words = unsafe heard.words.map {
    unsafe cue_word(
      struct_size: UInt32(MemoryLayout<cue_word>.size),
      flags: ($0.isOutside ? CUE_WORD_OUTSIDE : 0) | ($0.isFiller ? CUE_WORD_FILLER : 0)
        | ($0.isGuessed ? CUE_WORD_GUESSED : 0),
      text: lender.text($0.text), start: $0.start, end: $0.end,
      confidence: likelihood($0.confidence), phrase: $0.phrase.map { UInt32($0 + 1) } ?? 0,
      reserved: 0)
  }
  var transcript = unsafe cue_transcript(
    struct_size: UInt32(MemoryLayout<cue_transcript>.size), revision: box.listenRevision,
    text: lender.text(heard.text), stable_bytes: UInt32(heard.stableBytes),
    word_count: UInt32(words.count), words: lender.pointers(words), start: 0, end: box.heardFrames,
    confidence: likelihood(heard.confidence), no_speech: likelihood(heard.noSpeech),
    language: lender.text(""))
  return unsafe function(sink.pointee.data, &transcript) != CUE_CONTINUE
}

/// 0…1, below 0 not known, as C has it: 0 is not known there.
private func likelihood(_ value: Double) -> Double {
  value < 0 ? 0 : max(value, 1e-9)
}

private func report(_ shortfall: ListenShortfall, _ sink: UnsafePointer<cue_listen_sink>) {
  let (field, outcome, value, text) =
    switch shortfall {
    case .languageReplaced(let language):
      (CUE_FIELD_LANGUAGE, CUE_HONOURED_REPLACED, 0.0, language)
    case .modelReplaced(let model): (CUE_FIELD_MODEL, CUE_HONOURED_REPLACED, 0, model)
    case .phraseIgnored(let index, let reason):
      (CUE_FIELD_PHRASE, CUE_HONOURED_IGNORED, Double(index + 1), reason)
    case .pronunciationGuessed(let word, let pronunciation):
      (CUE_FIELD_PRONUNCIATION, CUE_HONOURED_GUESSED, 0, "\(word): \(pronunciation)")
    }
  // An older host's sink may end before that function.
  let size = unsafe Int(UnsafeRawPointer(sink).load(as: UInt32.self))
  guard unsafe size >= MemoryLayout<cue_listen_sink>.size else { return }
  let lender = Lender()
  var honoured = unsafe cue_honoured(
    struct_size: UInt32(MemoryLayout<cue_honoured>.size), field: field, outcome: outcome,
    reserved: 0, value: value, text: lender.text(text))
  _ = unsafe sink.pointee.honoured(sink.pointee.data, &honoured)
}

var effectTable: cue_dsp {
  unsafe cue_dsp(
    struct_size: UInt32(MemoryLayout<cue_dsp>.size), reserved: 0,
    configure: { self_, wanted, error in
      let box = unsafe instanceBox(self_)
      let wanted = unsafe known(wanted)
      box.effectSetup = nil
      return unsafe attempt(error) { () throws(PluginFailure) in
        try box.requireActive()
        let setup = EffectSetup(
          rateHertz: Int(wanted.rate), maximumFrames: Int(wanted.max_frames),
          inputChannels: Int(wanted.input_channels),
          outputChannels: Int(
            wanted.output_channels == 0 ? wanted.input_channels : wanted.output_channels),
          sideChannels: Int(wanted.side_channels),
          isOffline: wanted.flags & CUE_CONFIGURE_OFFLINE != 0)
        guard (1...64).contains(setup.inputChannels), (1...64).contains(setup.outputChannels),
          setup.sideChannels <= 64, (1...1_048_576).contains(setup.maximumFrames)
        else {
          throw PluginFailure(
            CUE_E_FORMAT, "Sound has 1 to 64 channels here, and blocks 1 to 1,048,576 frames.")
        }
        guard (1...768_000).contains(setup.rateHertz) else {
          throw PluginFailure(CUE_E_RATE, "Sound has 1 to 768,000 frames a second here.")
        }
        box.effectChanges.reserveCapacity(box.mostChanges)
        try box.effect.configure(setup)
        box.effectSetup = setup
      }
    },
    process: { self_, block in
      let box = unsafe instanceBox(self_)
      guard let setup = box.effectSetup else { return CUE_E_STATE }
      let given = unsafe known(block)
      guard let frames = unsafe box.takeChanges(of: given, within: given.input_frames) else {
        return CUE_E_INVALID
      }
      let side = unsafe given.side == nil ? 0 : frames * setup.sideChannels
      let (used, produced) = unsafe box.effect.process(
        UnsafeBufferPointer(start: given.input, count: frames * setup.inputChannels),
        side: UnsafeBufferPointer(start: given.side, count: side),
        UnsafeMutableBufferPointer(
          start: given.output, count: Int(given.output_capacity) * setup.outputChannels),
        changes: box.effectChanges)
      box.keepChanges(before: used)
      unsafe block.pointee.used = UInt32(used)
      unsafe block.pointee.produced = UInt32(produced)
      return CUE_OK
    },
    flush: { self_, block in
      let box = unsafe instanceBox(self_)
      unsafe block.pointee.used = 0
      unsafe block.pointee.produced = 0
      guard let setup = box.effectSetup else { return CUE_E_STATE }
      let given = unsafe known(block)
      guard let capacity = unsafe box.takeChanges(of: given, within: given.output_capacity) else {
        return CUE_E_INVALID
      }
      let output = unsafe UnsafeMutableBufferPointer(
        start: given.output, count: capacity * setup.outputChannels)
      let produced =
        box.effectChanges.isEmpty
        ? unsafe box.effect.flush(output)
        : unsafe box.effect.flush(output, changes: box.effectChanges)
      box.keepChanges(before: produced)
      unsafe block.pointee.produced = UInt32(produced)
      return CUE_OK
    },
    latency: { self_ in UInt32(unsafe instanceBox(self_).effect.latencyFrames) },
    tail: { self_ in UInt32(clamping: unsafe instanceBox(self_).effect.tailFrames) },
    place: { self_, frame in
      UInt64(clamping: unsafe instanceBox(self_).effect.place(of: Int(clamping: frame)))
    })
}

extension InstanceBox {
  /// Changes that are taken at once: those of at least one frame, and in practice those of a block.
  fileprivate var mostChanges: Int { 256 + parameters.count }

  /// Checks the events of a block as values are checked that are set, and takes them; nothing where one is not allowed.
  ///
  /// Says how many frames of the block they are for: where there are more than there is room for, the block ends before the
  /// first that finds none, and the host gives the rest again. At one frame the last change of a parameter counts.
  fileprivate func takeChanges(of block: cue_process, within all: UInt32) -> Int? {
    effectChanges.removeAll(keepingCapacity: true)
    var frames = Int(all)
    guard let events = unsafe block.events else { return frames }
    var last = 0
    for index in unsafe 0..<Int(block.event_count) {
      let event = unsafe known(events[index])
      guard let change = allowed(event), change.frame < Int(all), change.frame >= last else {
        return nil
      }
      last = change.frame
      guard change.frame < frames, !replaces(change) else { continue }
      if effectChanges.count < mostChanges {
        effectChanges.append(change)
      } else {
        frames = change.frame
        while effectChanges.last?.frame == frames { effectChanges.removeLast() }
      }
    }
    return frames
  }

  /// An event as the plugin takes it; nothing where it names no live parameter or a value that is not allowed.
  private func allowed(_ event: cue_param_event) -> ParameterChange? {
    for parameter in parameters where parameter.id == event.id {
      let number = parameter.inside(event.number)
      guard parameter.isLive, parameter.allows(number) else { return nil }
      return ParameterChange(id: event.id, frame: Int(event.frame), number: number)
    }
    return nil
  }

  /// Whether `change` took the place of an earlier one of its parameter at its frame.
  private func replaces(_ change: ParameterChange) -> Bool {
    var index = effectChanges.count - 1
    while index >= 0, effectChanges[index].frame == change.frame {
      if effectChanges[index].id == change.id {
        effectChanges[index].number = change.number
        return true
      }
      index -= 1
    }
    return false
  }

  /// What has come to count is the parameter's value from now on.
  fileprivate func keepChanges(before used: Int) {
    for change in effectChanges where change.frame < used {
      values[change.id] = .number(change.number)
    }
  }
}

/// What became of a stream of a device.
enum DeviceStream {
  case closed, plays, captures
}

extension InstanceBox {
  /// Refuses what the stream is not for.
  fileprivate func requireStream(_ wanted: DeviceStream) throws(PluginFailure) {
    guard deviceStream != wanted else { return }
    throw PluginFailure(
      CUE_E_STATE,
      deviceStream == .closed
        ? "The device is not open: open it before it is used."
        : wanted == .plays ? "This stream captures." : "This stream plays.")
  }
}

func deviceTable(captures: Bool) -> cue_device {
  unsafe cue_device(
    struct_size: UInt32(MemoryLayout<cue_device>.size), reserved: 0,
    list_devices: { self_, call, count, error in
      let box = unsafe instanceBox(self_)
      unsafe count.pointee = 0
      guard box.begins(unsafe known(call).call) else { return CUE_CANCELLED }
      let status = unsafe attempt(error) { () throws(PluginFailure) in
        box.listedDevices = try box.device.devices()
      }
      if status == CUE_OK { unsafe count.pointee = UInt32(box.listedDevices.count) }
      box.listing.takeBack()
      return status
    },
    device_info: { self_, index, out in
      let box = unsafe instanceBox(self_)
      guard index < box.listedDevices.count else { return CUE_E_NOT_FOUND }
      let device = box.listedDevices[Int(index)]
      unsafe fill(
        out,
        cue_device_info(
          struct_size: 0,
          flags: (device.isDefault ? UInt32(CUE_DEVICE_IS_DEFAULT) : 0)
            | (device.isMonitor ? UInt32(CUE_DEVICE_IS_MONITOR) : 0),
          direction: UInt32(device.captures ? CUE_DIRECTION_CAPTURE : CUE_DIRECTION_PLAYBACK),
          rate: device.rateHertz, channels: device.channels, reserved: 0,
          id: box.listing.text(device.id),
          name: box.listing.text(device.name)))
      return CUE_OK
    },
    open: { self_, request, error in
      let box = unsafe instanceBox(self_)
      let wanted = unsafe known(request)
      guard box.begins(unsafe wanted.call) else { return CUE_CANCELLED }
      return unsafe attempt(error) { () throws(PluginFailure) in
        let captures = unsafe wanted.direction == CUE_DIRECTION_CAPTURE
        guard
          unsafe captures
            ? type(of: box.device).captures : wanted.direction == CUE_DIRECTION_PLAYBACK
        else {
          throw PluginFailure(
            CUE_E_UNSUPPORTED,
            captures ? "This device does not capture." : "There is no such direction.")
        }
        let format = unsafe soundFormat(wanted.format)
        box.deviceStream = .closed
        try box.device.open(
          DeviceRequest(
            captures: captures, format: format, latencyFrames: unsafe wanted.latency_frames,
            device: try unsafe validated(wanted.device, "device id"),
            title: try unsafe validated(wanted.title, "title")))
        box.listenFormat = format
        box.deviceStream = captures ? .captures : .plays
      }
    },
    write: { self_, sound, written, error in
      let box = unsafe instanceBox(self_)
      let sound = unsafe known(sound)
      let frames = unsafe sound.frames
      unsafe written.pointee = 0
      guard box.begins(unsafe sound.call) else { return CUE_CANCELLED }
      let status = unsafe attempt(error) { () throws(PluginFailure) in
        try box.requireStream(.plays)
        let bytes = unsafe UnsafeRawBufferPointer(
          start: sound.samples, count: Int(frames) * box.listenFormat.frameByteCount)
        let count = try unsafe box.device.write(
          bytes, frames: Int(frames), cancelled: box.cancelFlag)
        unsafe written.pointee = UInt32(count)
      }
      return status == CUE_OK && box.cancelFlag.isSet ? CUE_CANCELLED : status
    },
    read: captures
      ? { self_, room, frames, error in
        let box = unsafe instanceBox(self_)
        let room = unsafe known(room)
        let capacity = unsafe room.capacity
        unsafe frames.pointee = 0
        guard box.begins(unsafe room.call) else { return CUE_CANCELLED }
        let status = unsafe attempt(error) { () throws(PluginFailure) in
          try box.requireStream(.captures)
          guard capacity > 0 else { return }
          let bytes = unsafe UnsafeMutableRawBufferPointer(
            start: room.samples, count: Int(capacity) * box.listenFormat.frameByteCount)
          let count = try unsafe box.device.read(
            bytes, frames: Int(capacity), cancelled: box.cancelFlag)
          unsafe frames.pointee = UInt32(count)
        }
        let isCut = unsafe frames.pointee == 0 && box.cancelFlag.isSet
        return status == CUE_OK && isCut ? CUE_CANCELLED : status
      } : nil,
    position: { self_ in unsafe instanceBox(self_).device.position },
    latency: { self_ in unsafe instanceBox(self_).device.latencyFrames },
    drain: { self_, call, error in
      let box = unsafe instanceBox(self_)
      guard box.begins(unsafe known(call).call) else { return CUE_CANCELLED }
      let status = unsafe attempt(error) { () throws(PluginFailure) in
        if box.deviceStream == .captures { return }
        try box.device.drain(cancelled: box.cancelFlag)
      }
      return status == CUE_OK && box.cancelFlag.isSet ? CUE_CANCELLED : status
    },
    flush: { self_, error in
      unsafe attempt(error) { () throws(PluginFailure) in
        try unsafe instanceBox(self_).device.flush()
      }
    },
    close: { self_ in
      let box = unsafe instanceBox(self_)
      box.deviceStream = .closed
      box.device.close()
    },
    state: { self_, out in
      let box = unsafe instanceBox(self_)
      box.streamWords.takeBack()
      guard box.deviceStream != .closed, let state = box.device.state else { return CUE_E_STATE }
      unsafe fill(
        out,
        cue_device_state(
          struct_size: 0, xruns: state.xruns, lost_frames: state.lostFrames,
          device: box.streamWords.text(state.device)))
      return CUE_OK
    })
}
