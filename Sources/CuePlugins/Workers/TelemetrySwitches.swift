/// Environment variables that keep libraries from reporting to their makers, and from using a network.
///
/// Every worker, and every program that it starts, gets them. If a plugin begins to use a library that reports by default, add the
/// library's variable here.
enum TelemetrySwitches {
  /// One variable, its value, and the software that reads it.
  struct Switch {
    let name: String
    let value: String
    let reader: String
  }

  /// Variables that switch off reports of use and of errors.
  static let silent: [Switch] = [
    Switch(name: "DO_NOT_TRACK", value: "1", reader: "consoledonottrack.com: many programs"),
    Switch(
      name: "ORT_DISABLE_TELEMETRY", value: "1", reader: "ONNX Runtime, whose builds of 1.32 report"
    ),
    Switch(name: "HF_HUB_DISABLE_TELEMETRY", value: "1", reader: "huggingface_hub"),
    Switch(name: "DISABLE_TELEMETRY", value: "1", reader: "huggingface_hub and transformers"),
    Switch(name: "HF_HUB_DISABLE_UPDATE_CHECK", value: "1", reader: "huggingface_hub"),
    Switch(
      name: "HF_HUB_DISABLE_IMPLICIT_TOKEN", value: "1",
      reader: "huggingface_hub: the user's token goes along with no request"),
    Switch(name: "GRADIO_ANALYTICS_ENABLED", value: "False", reader: "Gradio"),
    Switch(name: "STREAMLIT_BROWSER_GATHER_USAGE_STATS", value: "false", reader: "Streamlit"),
    Switch(name: "VLLM_NO_USAGE_STATS", value: "1", reader: "vLLM"),
    Switch(name: "RAY_USAGE_STATS_ENABLED", value: "0", reader: "Ray"),
    Switch(name: "WANDB_MODE", value: "disabled", reader: "Weights & Biases"),
    Switch(name: "SCARF_ANALYTICS", value: "false", reader: "Scarf, in packages of Python"),
    Switch(name: "SCARF_NO_ANALYTICS", value: "true", reader: "Scarf"),
    Switch(name: "ANONYMIZED_TELEMETRY", value: "False", reader: "Chroma and others with PostHog"),
    Switch(name: "DOTNET_CLI_TELEMETRY_OPTOUT", value: "1", reader: ".NET"),
    Switch(name: "PIP_DISABLE_PIP_VERSION_CHECK", value: "1", reader: "pip"),
  ]

  /// Variables for a worker without a network: these libraries then fail at once instead of waiting for a download.
  static let offline: [Switch] = [
    Switch(name: "HF_HUB_OFFLINE", value: "1", reader: "huggingface_hub"),
    Switch(name: "HF_DATASETS_OFFLINE", value: "1", reader: "datasets"),
    Switch(name: "TRANSFORMERS_OFFLINE", value: "1", reader: "transformers"),
  ]

  /// The variables as `NAME=VALUE`, for a process with or without a network.
  static func entries(isOffline: Bool) -> [String] {
    (silent + (isOffline ? offline : [])).map { "\($0.name)=\($0.value)" }
  }
}
