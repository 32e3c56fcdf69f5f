import CuePractice

// Options that contradict each other, and what is said of them.

extension GenerateOptions {
  /// Refuses options that contradict each other.
  func check() throws(UserError) {
    if script == "-" {
      throw .usage("A recording is made of a file, so that it can be resumed; “-” is none.")
    }
    if shard != nil {
      guard cache != nil else {
        throw .usage("--shard makes clips for others, and no --cache says where they go.")
      }
      guard output == nil, !assembles else {
        throw .usage("--shard makes a share of the clips; --assemble -o makes the files.")
      }
    } else if output == nil, !isDryRun, !isProofread {
      throw .usage("Where does the recording go? Say it with -o, as in -o play.wav")
    }
    if assembles, cache == nil {
      throw .usage("--assemble joins what is in a cache, and no --cache says where that is.")
    }
    if assembles, !redone.isEmpty || isOnlyChanged {
      throw .usage("--assemble only joins clips: leave out --redo and --only-changed.")
    }
    if isProofread, isDryRun {
      throw .usage("--dry-run makes nothing that --proof could read.")
    }
    if retakes > 0, !isProofread {
      throw .usage("--retakes needs --proof, which finds the clips whose words differ.")
    }
    if !recognizers.isEmpty, !isProofread {
      throw .usage("--recognizer says who reads back, and no --proof asks for that.")
    }
    if files.loudness == "off", files.truePeak != nil {
      throw .usage("With --loudness off nothing is measured, and --true-peak says nothing.")
    }
    if output == "-" {
      throw .usage("A recording is a file; “-” is none.")
    }
  }
}

extension RehearseOptions {
  /// Refuses options that contradict each other.
  func check() throws(UserError) {
    if scene != nil, startLine != nil || lastLine != nil {
      throw .usage("--scene is a whole scene; --from and --to are lines of the script.")
    }
    if loop != nil,
      scene != nil || startLine != nil || lastLine != nil
    {
      throw .usage("--loop says which lines; --scene, --from and --to say others.")
    }
    if repeats, times != nil {
      throw .usage("--repeat goes on until you stop, and --times ends after a number of times.")
    }
    if let last = lastLine, let first = startLine, last < first {
      throw .usage("--to \(last) is before --from \(first).")
    }
    if trouble, due {
      throw .usage("--trouble and --due both say which lines.")
    }
    if records, !isHeard {
      throw .usage("--record records you, and no --microphone says where you are heard.")
    }
    if seed != nil, !shuffles {
      throw .usage("--seed is for the order of --shuffle.")
    }
    if !isHeard, !recognizers.isEmpty {
      throw .usage("--recognizer says who hears you, and no --microphone where.")
    }
    if !isHeard, !secondOpinions.isEmpty {
      throw .usage("--second-opinion judges what is heard, and no --microphone says where.")
    }
    if robot != nil, microphone != nil {
      throw .usage("--robot speaks in your place; --microphone hears you.")
    }
    if microphone == "-", script == "-" || actorScript == "-" {
      throw .usage("Standard input cannot be the microphone and something else.")
    }
    if script == "-", actorScript == "-" {
      throw .usage("The script and the actor's side cannot both be standard input.")
    }
  }
}

extension PracticeOptions {
  /// Refuses options that contradict each other.
  func check() throws(UserError) {
    let needsMicrophone = listens || pause == .untilQuiet
    if needsMicrophone, microphone == nil {
      throw .usage(
        "\(listens ? "--listen" : "--until-quiet") needs to hear you, and no --microphone "
          + "says where from.")
    }
    if microphone != nil, !needsMicrophone {
      throw .usage(
        "--microphone says where you are heard, and neither --listen nor --until-quiet why.")
    }
    if !secondOpinions.isEmpty, !listens {
      throw .usage("--second-opinion judges what --listen compares.")
    }
    if source == "-", microphone == "-" {
      throw .usage("The text and the microphone cannot both be standard input.")
    }
    if listens, pause == .off {
      throw .usage("--listen hears what you repeat, and --pause off leaves no time for it.")
    }
  }
}
