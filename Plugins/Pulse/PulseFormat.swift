import CPulse
import CueABI
import CuePluginKit

/// A format as PulseAudio wants it.
struct PulseFormat {
  var specification: pa_sample_spec
  var channels = pa_channel_map()

  init(_ format: SoundFormat) throws(PluginFailure) {
    specification = pa_sample_spec(
      format: format.isFloat ? PA_SAMPLE_FLOAT32LE : PA_SAMPLE_S16LE, rate: format.rateHertz,
      channels: UInt8(clamping: format.channels))
    guard format.channels <= PA_CHANNELS_MAX, unsafe pa_sample_spec_valid(&specification) != 0
    else {
      throw PluginFailure(
        CUE_E_FORMAT,
        "PulseAudio has sound of 1 to \(PA_CHANNELS_MAX) channels at up to \(PA_RATE_MAX) Hz, not"
          + " \(format.channels) at \(format.rateHertz) Hz.")
    }
    unsafe pa_channel_map_init_extend(
      &channels, UInt32(specification.channels), PA_CHANNEL_MAP_DEFAULT)
  }
}

extension pa_buffer_attr {
  /// What the server makes of it itself.
  static var usual: pa_buffer_attr {
    pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: .max)
  }
}

/// The name of the device that a connected stream is on.
func deviceName(of stream: OpaquePointer) -> String {
  guard let name = unsafe pa_stream_get_device_name(stream) else { return "" }
  return unsafe String(cString: name)
}
