/// Environment variables by which libraries are told to report nothing to their makers, and to ask no network.
///
/// Every worker, and every program that it starts, gets them. A library that is added to a plugin and reports by default belongs in
/// this table.
enum TelemetrySwitches {
  /// One variable, its value, and what reads it.
  struct Switch {
    let name: String
    let value: String
    let reader: String
  }

  /// Reports of use and of errors are off.
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

  /// A worker without a network asks for no model: these libraries fail at once then, and do not wait.
  static let offline: [Switch] = [
    Switch(name: "HF_HUB_OFFLINE", value: "1", reader: "huggingface_hub"),
    Switch(name: "HF_DATASETS_OFFLINE", value: "1", reader: "datasets"),
    Switch(name: "TRANSFORMERS_OFFLINE", value: "1", reader: "transformers"),
  ]

  /// The entries of an environment for a process with a network, or without one.
  static func entries(isOffline: Bool) -> [String] {
    (silent + (isOffline ? offline : [])).map { "\($0.name)=\($0.value)" }
  }
}
