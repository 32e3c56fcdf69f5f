import CueABI
import CueModel
import Testing

@Suite struct `A plugin's status` {
  @Test(arguments: [
    (CUE_OK, PluginStatus.unstated), (CUE_E_INTERNAL, .internalError), (CUE_E_INVALID, .invalid),
    (CUE_E_UNSUPPORTED, .unsupported), (CUE_E_STATE, .state), (CUE_E_BUSY, .busy),
    (CUE_E_MEMORY, .memory), (CUE_E_NOT_FOUND, .notFound), (CUE_E_IO, .inputOutput),
    (CUE_E_MODEL, .model), (CUE_E_TEXT_ENCODING, .textEncoding), (CUE_E_TEXT_MARKUP, .textMarkup),
    (CUE_E_TEXT_TOO_LONG, .textTooLong), (CUE_E_LANGUAGE, .language), (CUE_E_VOICE, .voice),
    (CUE_E_FORMAT, .format), (CUE_E_RATE, .rate), (CUE_E_PERMISSION, .permission),
    (CUE_E_DEVICE, .device), (CUE_E_TIMEOUT, .timeout), (CUE_E_ABI, .interface),
    (CUE_E_NETWORK, .network), (CUE_E_CREDENTIALS, .credentials), (CUE_E_QUOTA, .quota),
    (CUE_E_RATE_LIMIT, .rateLimit), (CUE_E_SERVICE, .service), (-77, .other(-77)),
  ])
  func `has the number of the interface`(code: Int32, status: PluginStatus) {
    #expect(PluginStatus(code: code) == status)
    #expect(status.code == code)
  }
}
