import CueOptions

// Outputs and microphones.
extension CommandTable {
  static var devices: CommandDefinition<ListValues> {
    var description = CommandDescription("devices", "List outputs and microphones.")
    description.forms = [
      .init("devices [OPTION]… [PLUGIN…]"), .init("devices --meter [PLUGIN[:NAME]]"),
    ]
    description.notes = [
      "--meter goes on until Ctrl-C, and says so if nothing comes from the microphone or its sound is cut off. At a "
        + "terminal it is one line that changes."
    ]
    description.words = WordsDescription(
      "[PLUGIN…]", 0...Int.max, completing: [.plugin(kind: "device")], "")
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .device({ $1(&$0.plugins) }, "only devices of this plugin"), .settings(),
            .microphone(
              { $1(&$0.meters) }, "show the level of a microphone: the default one, or a device",
              label: "--meter"),
            .json("print an object for each device, or each level"), .localOnly, .allow, .noSandbox,
            .quiet, .verbose,
            .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      .devices(given.values.plugins + given.plugins, meter: given.values.meters.last)
    }
  }

  static var calibrate: CommandDefinition<ListValues> {
    var description = CommandDescription(
      "calibrate",
      "Measure how late the microphone hears what is played, and how long the room sounds on; both are kept."
    )
    description.forms = [.init("calibrate [OPTION]…")]
    description.words = .none("Calibration takes no words.")
    description.notes = [
      "Three sweeps of a second are played. Leave loudspeaker and microphone where they are in a rehearsal. The measure "
        + "is kept for these two devices, in calibration.tsv beside cue.conf."
    ]
    return CommandDefinition(
      description, ListValues(),
      [
        OptionGroup(
          "",
          [
            .device({ $1(&$0.plugins) }, "where the sweep is heard: pulse if it is not given"),
            .microphone({ $1(&$0.meters) }, "what hears it: the default microphone, or a device"),
            .settings("a setting of the device named before it, or of PLUGIN"),
            .json("print the measure as JSON"), .quiet, .verbose, .showsHelp,
          ])
      ]
    ) { given throws(UserError) in
      .calibrate(output: given.values.plugins.last, microphone: given.values.meters.last)
    }
  }
}
