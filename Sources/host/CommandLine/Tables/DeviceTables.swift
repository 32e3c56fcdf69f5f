import CueOptions

// Outputs and microphones.
extension CommandTable {
  static var devices: CommandDefinition<ListValues> {
    CommandDefinition(
      .init("devices", words: .init("[PLUGIN…]", completing: [.plugin(kind: "device")])),
      ListValues(),
      options: [
        .device({ $1(&$0.plugins) }), .settings,
        .microphone({ $1(&$0.meters) }, label: "--meter"),
      ], CommandOption.running
    ) { given throws(UserError) in
      .devices(given.values.plugins + given.plugins, meter: given.values.meters.last)
    }
  }

  static var calibrate: CommandDefinition<ListValues> {
    CommandDefinition(
      .init("calibrate", words: .nothing), ListValues(),
      options: [
        .device({ $1(&$0.plugins) }),
        .microphone({ $1(&$0.meters) }),
        .settings,
      ], CommandOption.talking
    ) { given throws(UserError) in
      .calibrate(output: given.values.plugins.last, microphone: given.values.meters.last)
    }
  }
}
