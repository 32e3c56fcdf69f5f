/// A chosen plugin, with the values of its parameters.
public struct PluginChoice: Equatable, Sendable {
  /// The plugin, and a part of it.
  public var reference: PluginReference
  /// Values of its parameters, in the order in which they are set.
  public var settings: [Setting] = []

  /// A parameter and its value.
  public struct Setting: Equatable, Sendable {
    /// The parameter's name.
    public var name: String
    /// Its value, as text.
    public var value: String

    /// Sets the parameter `name` to `value`.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The plugin that `reference` names, with those settings.
  public init(reference: PluginReference, settings: [Setting] = []) {
    self.reference = reference
    self.settings = settings
  }
}

extension PluginChoice {
  /// The choice as that of an effect: `whisper` means `whispering`, which once had that name; now a recognizer has it.
  public var asEffect: PluginChoice {
    guard reference.plugin == "whisper", reference.part.isEmpty else { return self }
    return PluginChoice(reference: PluginReference("whispering"), settings: settings)
  }
}
