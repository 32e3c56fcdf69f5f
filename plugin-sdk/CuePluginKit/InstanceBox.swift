// SPDX-License-Identifier: MIT

import CueABI

/// One instance: the Swift object that `self` points to, and the tables that C calls.
///
/// Retained when it is made, taken back by `destroy`. The host calls it from one thread at a time, `cancel` excepted,
/// which touches the flag and what the plugin itself wakes.
@safe final class InstanceBox {
  let offered: OfferedPlugin
  let plugin: any Plugin
  let cancelFlag = CancelFlag()
  /// Lives as long as the instance.
  let lender = Lender()
  /// Lives until the next listing.
  let listing = Lender()
  /// Lives until the next question.
  let answer = Lender()
  /// Lives until the device's stream is asked again.
  let streamWords = Lender()
  var values: [UInt32: ParameterValue] = [:]
  /// What the plugin says when asked, kept, because a block of an effect must not make it again.
  let parameters: [Parameter]

  /// The parameters in C's words, made once: their text lives until the instance ends.
  lazy var describedParameters = unsafe parameters.map { unsafe describe($0, lender) }

  private var table: UnsafePointer<cue_instance>?
  private var params: UnsafePointer<cue_params>?
  private var kindTable: UnsafeRawPointer?

  /// Tables of further extensions, by id.
  var extensions: [String: UnsafeRawPointer] = unsafe [:]

  private(set) var isActive = false

  // The kind's own state.
  var listedVoices: [VoiceInfo] = []
  /// Whether a line whose text comes in pieces is open.
  var hasLine = false
  var listedDevices: [DeviceInfo] = []
  var deviceStream = DeviceStream.closed
  var listenSink: UnsafePointer<cue_listen_sink>?
  var listenFormat = SoundFormat(isFloat: false, rateHertz: 16000, channels: 1)
  var wantsPartials = false
  var hasFinal = false
  var listenRevision: UInt32 = 0
  var heardFrames: UInt64 = 0
  /// What it was configured for; nil: for nothing.
  var effectSetup: EffectSetup?
  /// Of the block in hand; with room for as many as are taken at once, so that a block allocates nothing.
  var effectChanges: [ParameterChange] = []
  /// The plugin where it is an effect, found once.
  let effectPlugin: (any EffectPlugin)?

  private init(_ offered: OfferedPlugin, _ host: PluginHost) throws(PluginFailure) {
    self.offered = offered
    plugin = try offered.type.init(host: host)
    effectPlugin = plugin as? any EffectPlugin
    parameters = offered.type.parameters
    for parameter in parameters { values[parameter.id] = parameter.initialValue }
  }

  static func make(
    _ offered: OfferedPlugin, _ host: PluginHost
  ) throws(PluginFailure) -> UnsafePointer<cue_instance> {
    let box = try InstanceBox(offered, host)
    unsafe box.kindTable =
      switch offered {
      case .voice: unsafe UnsafeRawPointer(box.lender.value(voiceTable))
      case .recognizer: unsafe UnsafeRawPointer(box.lender.value(recognizerTable))
      case .effect: unsafe UnsafeRawPointer(box.lender.value(effectTable))
      case .device(let type):
        unsafe UnsafeRawPointer(box.lender.value(deviceTable(captures: type.captures)))
      }
    if !box.parameters.isEmpty { unsafe box.params = unsafe box.lender.value(paramsTable) }
    box.makeExtensions()
    let table = unsafe box.lender.value(
      cue_instance(
        struct_size: UInt32(MemoryLayout<cue_instance>.size), reserved: 0,
        self: Unmanaged.passRetained(box).toOpaque(),
        activate: { self_, error in
          _ = unsafe instanceBox(self_).begins(0)
          return unsafe attempt(error) { () throws(PluginFailure) in
            try unsafe instanceBox(self_).plugin.activate()
            unsafe instanceBox(self_).isActive = true
          }
        },
        destroy: { self_ in
          if let self_ = unsafe self_ {
            unsafe Unmanaged<InstanceBox>.fromOpaque(self_).release()
          }
        },
        cancel: { self_, call in
          let box = unsafe instanceBox(self_)
          if box.cancelFlag.cancel(call) { box.plugin.cancel() }
        },
        reset: { self_, error in
          let box = unsafe instanceBox(self_)
          return unsafe attempt(error) { () throws(PluginFailure) in
            try box.plugin.reset()
            // An effect starts again with its configuration.
            if let setup = box.effectSetup { try box.effectPlugin?.configure(setup) }
          }
        },
        get_extension: { self_, id in
          let box = unsafe instanceBox(self_)
          let id = unsafe String(cString: id)
          if id == box.offered.kind { return unsafe box.kindTable }
          if id == CUE_EXT_PARAMS { return unsafe UnsafeRawPointer(box.params) }
          return unsafe box.extensions[id]
        }))
    unsafe box.table = unsafe table
    return unsafe table
  }
}

extension InstanceBox {
  /// A call with that number begins; false if it was cancelled before.
  func begins(_ call: UInt64) -> Bool {
    plugin.callBegins()
    cancelFlag.begin(call)
    return !cancelFlag.isSet
  }

  /// Refuses work before `activate`: a plugin need not ask itself whether it has loaded what it needs.
  func requireActive() throws(PluginFailure) {
    guard isActive else { throw PluginFailure(CUE_E_STATE, "It was not activated.") }
  }
}

/// The box that a `self` made by this kit points to.
func instanceBox(_ pointer: UnsafeMutableRawPointer?) -> InstanceBox {
  guard let pointer = unsafe pointer else { preconditionFailure("a table was called without self") }
  return unsafe Unmanaged<InstanceBox>.fromOpaque(pointer).takeUnretainedValue()
}

/// Turns what `body` throws into a status and a sentence.
func attempt(
  _ error: UnsafeMutablePointer<cue_error>, _ body: () throws(PluginFailure) -> Void
) -> Int32 {
  do throws(PluginFailure) {
    try body()
    return CUE_OK
  } catch let failure {
    return unsafe report(failure, in: error)
  }
}

/// Writes a whole struct where the caller has room for all of it.
///
/// An older host has a shorter struct: the smaller of both sizes is written, and the caller's size stays.
func fill<Value>(_ out: UnsafeMutablePointer<Value>, _ value: Value) {
  let size = unsafe UnsafeRawPointer(out).load(as: UInt32.self)
  let count = min(Int(size), MemoryLayout<Value>.size)
  unsafe withUnsafeBytes(of: value) { bytes in
    unsafe UnsafeMutableRawPointer(out).copyMemory(from: bytes.baseAddress!, byteCount: count)
  }
  unsafe UnsafeMutableRawPointer(out).storeBytes(of: size, as: UInt32.self)
}

private var paramsTable: cue_params {
  unsafe cue_params(
    struct_size: UInt32(MemoryLayout<cue_params>.size), reserved: 0,
    count: { self_ in UInt32(unsafe instanceBox(self_).parameters.count) },
    info: { self_, index, out in
      let box = unsafe instanceBox(self_)
      guard unsafe index < box.describedParameters.count else { return CUE_E_NOT_FOUND }
      unsafe fill(out, box.describedParameters[Int(index)])
      return CUE_OK
    },
    get: { self_, id, out in
      let box = unsafe instanceBox(self_)
      guard let parameter = box.parameters.first(where: { $0.id == id }),
        let value = box.values[id]
      else { return CUE_E_NOT_FOUND }
      box.answer.takeBack()
      var answer = unsafe cue_param_value(
        struct_size: 0, reserved: 0, number: 0, text: box.answer.text(""))
      switch parameter.isOutput ? .number(box.plugin.meter(id)) : value {
      case .number(let number): unsafe answer.number = parameter.outside(number)
      case .text(let text):
        if !parameter.isSecret { unsafe answer.text = unsafe box.answer.text(text) }
      }
      unsafe fill(out, answer)
      return CUE_OK
    },
    set: { self_, id, value, error in
      let box = unsafe instanceBox(self_)
      return unsafe attempt(error) { () throws(PluginFailure) in
        guard let parameter = box.parameters.first(where: { $0.id == id }) else {
          throw PluginFailure(CUE_E_NOT_FOUND, "There is no parameter \(id).")
        }
        let given: ParameterValue
        if case .text = parameter.kind {
          given = .text(try unsafe validated(value.pointee.text, parameter.name))
        } else {
          given = .number(parameter.inside(unsafe value.pointee.number))
        }
        if let refusal = parameter.refusal(of: given) {
          throw PluginFailure(CUE_E_INVALID, refusal)
        }
        try box.plugin.set(id, to: given)
        // A key is never given out, so the kit does not keep it.
        if !parameter.isSecret { box.values[id] = given }
      }
    })
}

func describe(_ parameter: Parameter, _ lender: Lender) -> cue_param_info {
  var info = unsafe cue_param_info()
  unsafe info.id = parameter.id
  unsafe info.name = unsafe lender.text(parameter.name)
  unsafe info.unit = unsafe lender.text(parameter.unit)
  unsafe info.description = unsafe lender.text(parameter.summary)
  unsafe info.group = unsafe lender.text(parameter.group)
  if parameter.isSecret { unsafe info.flags |= CUE_PARAM_SECRET }
  if parameter.needsRestart { unsafe info.flags |= CUE_PARAM_NEEDS_RESTART }
  if parameter.isLive { unsafe info.flags |= CUE_PARAM_LIVE }
  if parameter.changesSound { unsafe info.flags |= CUE_PARAM_SOUND }
  if parameter.isLogarithmic { unsafe info.flags |= CUE_PARAM_LOGARITHMIC }
  if parameter.isOpenEnded { unsafe info.flags |= CUE_PARAM_OPEN_ENDED }
  if parameter.isOutput { unsafe info.flags |= CUE_PARAM_OUTPUT }
  switch parameter.kind {
  case .number(let range, let initial, let step):
    unsafe info.type = CUE_PARAM_NUMBER
    unsafe info.minimum = range.lowerBound
    unsafe info.maximum = range.upperBound
    unsafe info.initial = initial
    unsafe info.step = step
  case .integer(let range, let initial):
    unsafe info.type = CUE_PARAM_INTEGER
    unsafe info.minimum = Double(range.lowerBound)
    unsafe info.maximum = Double(range.upperBound)
    unsafe info.initial = Double(initial)
    unsafe info.step = 1
  case .toggle(let initial):
    unsafe info.type = CUE_PARAM_SWITCH
    unsafe info.maximum = 1
    unsafe info.initial = initial ? 1 : 0
    unsafe info.step = 1
  case .choice(let names, let initial):
    unsafe info.type = CUE_PARAM_CHOICE
    unsafe info.initial = parameter.outside(Double(initial))
    unsafe info.choices = unsafe lender.choices(names, parameter.choiceID)
    unsafe info.choice_count = UInt32(names.count)
  case .text(let initial):
    unsafe info.type = CUE_PARAM_TEXT
    unsafe info.initial_text = unsafe lender.text(initial)
  }
  return unsafe info
}
