// SPDX-License-Identifier: MIT

import CueABI

/// A plugin that a library offers, by its Swift type.
public enum OfferedPlugin: Sendable {
  /// A voice.
  case voice(any VoicePlugin.Type)
  /// A recognizer.
  case recognizer(any RecognizerPlugin.Type)
  /// An effect.
  case effect(any EffectPlugin.Type)
  /// A sound device.
  case device(any DevicePlugin.Type)

  var type: any Plugin.Type {
    switch self {
    case .voice(let type): type
    case .recognizer(let type): type
    case .effect(let type): type
    case .device(let type): type
    }
  }

  var kind: String {
    switch self {
    case .voice: CUE_KIND_VOICE
    case .recognizer: CUE_KIND_RECOGNIZER
    case .effect: CUE_KIND_DSP
    case .device: CUE_KIND_DEVICE
    }
  }
}

/// Makes a dynamic library out of plugin types.
///
/// A library's one function hands over to ``enter(_:offering:)``:
///
/// ```swift
/// @c @implementation
/// public func cue_plugin_entry(_ host: UnsafePointer<cue_host>) -> UnsafePointer<cue_entry>? {
///   unsafe PluginLibrary.enter(host, offering: [.voice(MyVoice.self)])
/// }
/// ```
@safe public enum PluginLibrary {
  /// What the library offers, from the entry on.
  @safe fileprivate struct Opened {
    var host: PluginHost
    let offered: [OfferedPlugin]
    let descriptors: [UnsafePointer<cue_descriptor>]
    let entry: UnsafePointer<cue_entry>
    let lender: Lender
  }

  /// Written once, by the entry function, before any other function of the library can be called.
  nonisolated(unsafe) fileprivate static var opened: Opened?

  /// Answers the host's first call with the library's table, which lives until the process ends.
  public static func enter(
    _ host: UnsafePointer<cue_host>, offering offered: [OfferedPlugin]
  ) -> UnsafePointer<cue_entry>? {
    if let opened = unsafe opened { return unsafe opened.entry }
    let lender = Lender()
    let descriptors = unsafe offered.map { unsafe lender.value(descriptor(of: $0, lender)) }
    let entry = unsafe lender.value(
      cue_entry(
        struct_size: UInt32(MemoryLayout<cue_entry>.size), magic: UInt32(CUE_ABI_MAGIC),
        abi_major: UInt32(CUE_ABI_MAJOR), abi_minor: UInt32(CUE_ABI_MINOR),
        sdk: lender.text("CuePluginKit 1.0"),
        init: { request, error in
          unsafe attempt(error) { () throws(PluginFailure) in
            let asked = unsafe known(request)
            unsafe PluginLibrary.opened?.host = PluginHost(
              asked.host, libraryPath: try unsafe validated(asked.path, "library's path"))
          }
        },
        plugin_count: { UInt32(unsafe PluginLibrary.opened?.offered.count ?? 0) },
        descriptor: { index in
          guard let opened = unsafe PluginLibrary.opened,
            unsafe index < opened.descriptors.count
          else { return nil }
          return unsafe opened.descriptors[Int(index)]
        },
        create: { request, instance, error in
          unsafe PluginLibrary.create(request, instance, error)
        },
        get_extension: { _ in nil }))
    unsafe opened = Opened(
      host: PluginHost(host, libraryPath: ""), offered: offered, descriptors: descriptors,
      entry: entry,
      lender: lender)
    return unsafe entry
  }

  private static func descriptor(of plugin: OfferedPlugin, _ lender: Lender) -> cue_descriptor {
    let said = plugin.type.descriptor
    var flags: UInt32 = 0
    if said.isForkSafe { flags |= CUE_FLAG_FORK_SAFE }
    if said.changesMemoryOnly { flags |= CUE_FLAG_MEMORY_ONLY }
    if said.needsNetwork { flags |= CUE_FLAG_NEEDS_NETWORK }
    if said.mayNeedNetwork { flags |= CUE_FLAG_MAY_NEED_NETWORK }
    if said.linksGPL { flags |= CUE_FLAG_LINKS_GPL }
    if said.isNotRealTime { flags |= CUE_FLAG_NOT_REALTIME }
    return unsafe cue_descriptor(
      struct_size: UInt32(MemoryLayout<cue_descriptor>.size),
      concurrency: said.concurrency.rawValue, determinism: said.determinism.rawValue, flags: flags,
      id: lender.cString(said.id), kind: lender.cString(plugin.kind), name: lender.text(said.name),
      vendor: lender.text(said.vendor), version: lender.text(said.version),
      licence: lender.text(said.licence), url: lender.text(said.url),
      description: lender.text(said.summary), features: lender.cStrings(said.features),
      feature_count: UInt32(said.features.count), reserved: 0,
      first_sound_ms: said.firstSoundMilliseconds, reserved_2: 0)
  }

  private static func create(
    _ request: UnsafePointer<cue_create_request>,
    _ instance: UnsafeMutablePointer<UnsafePointer<cue_instance>?>,
    _ error: UnsafeMutablePointer<cue_error>
  ) -> Int32 {
    let asked = unsafe known(request)
    let id = unsafe String(cString: asked.id)
    guard let opened = unsafe opened,
      let plugin = opened.offered.first(where: { $0.type.descriptor.id == id })
    else {
      return unsafe report(
        PluginFailure(CUE_E_NOT_FOUND, "This library offers no “\(id)”."), in: error)
    }
    do throws(PluginFailure) {
      unsafe instance.pointee = unsafe try InstanceBox.make(
        plugin,
        PluginHost(asked.host, context: asked.context, libraryPath: opened.host.libraryPath))
      return CUE_OK
    } catch let failure {
      return unsafe report(failure, in: error)
    }
  }
}
