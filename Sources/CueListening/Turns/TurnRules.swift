/// Every threshold by which a turn is judged: when listening ends, and whether a line is over.
///
/// Each stands here once, with its unit and the measurement that set it. Numbers of decisions name pages of
/// `Documentation/Decisions`. What measures the sound (``SpeechMeter``, ``BargeInDetector``) keeps the constants of its own method.
public enum TurnRules {
  // MARK: Silence

  /// Silence that ends speech, in seconds.
  ///
  /// A usual value that no measurement set (decision 24).
  public static let silenceSeconds = 0.8
  /// Silence that ends a line before its end was heard, in seconds.
  ///
  /// Pauses within a line last 0.3 to 1.5 s (decisions 24 and 30).
  public static let unfinishedSilenceSeconds = 2.0
  /// The same in a file of takes, in which the next take follows soon, in seconds (decision 24).
  public static let unfinishedSilenceInFileSeconds = 1.2
  /// Silence that ends a line in its middle, in practice and `listen`, which listen once, in seconds.
  ///
  /// Speakers who think are silent for up to 6 s (decision 48).
  public static let midLineSilenceSeconds = 8.0
  /// The longest silence that can be waited for, in seconds.
  public static let longestSilenceSeconds = 8.0
  /// How much longer than asked a silence has to be, in seconds.
  ///
  /// The last sound of a voice fades into the noise up to this long before it ends: in the corpus of the endpointer bench, no end
  /// was found before the true one, and none more than 50 ms after it.
  public static let fadeSeconds = 0.02
  /// Speech that lasts less may be a first word that others follow, in seconds.
  public static let shortSpeechSeconds = 0.5

  // MARK: Silence after a known end

  /// How long the last words of the line must have been the last ones, in seconds.
  ///
  /// At 0, a third of all ends were reported more than 150 ms early; at 0.15 s, 3 % (decision 7).
  public static let lineEndHoldSeconds = 0.15
  /// Silence that ends a line whose last words were heard, in seconds: for one utterance, as in `listen`.
  public static let matchedSilenceSeconds = 0.3
  /// The same in a rehearsal, in seconds.
  ///
  /// People answer after 0.2 to 0.5 s. After 0.25 s, at most 1 % of the silences within lines are taken for the end (decisions 30
  /// and 31).
  public static let matchedSilenceInRehearsalSeconds = 0.25
  /// The same after a last word so short that it may be the end of the word before, in seconds (decision 30).
  public static let doubtfulSilenceSeconds = 0.5
  /// A last word is short below this share of what its letters take in the words before.
  ///
  /// One of 25 last words in 1,216 lines is shorter (decision 30).
  static let shortWordShare = 0.75
  /// This many words show how fast an actor speaks, to judge the length of a single word.
  static let fewestWordsOfWordPace = 3
  /// What noise hides of a word's end, in seconds: a consonant without voice, and the closure before it.
  ///
  /// In noise, words like "box" went on for 79 ms longer than was waited (decision 30).
  static let softEndSeconds = 0.12
  /// Speech that stands out of the noise by less is in noise, in decibels: 10 dB of signal to noise measure about 18, 20 dB 28.
  static let noisyDepthDecibels = 24.0

  // MARK: Time

  /// Nobody has begun to speak for this long, in seconds: for one utterance.
  public static let noSpeechSeconds = 8.0
  /// The same in a rehearsal, in seconds.
  public static let noSpeechInRehearsalSeconds = 15.0
  /// The recognizer reports nothing new for this long, in seconds: noise may hide the silence.
  public static let noNewsSeconds = 2.0
  /// Listening ends after this long at the latest, in seconds.
  public static let longestSeconds = 60.0
  /// An actor may take this many times as long as a long paragraph usually takes.
  public static let longestShareOfLine = 3.0

  // MARK: How long words take

  /// Nobody says more characters in a second, whatever times a recognizer gives words (decision 30).
  static let mostCharactersPerSecond = 25.0
  /// This many words show how fast an actor speaks (decision 30).
  static let fewestWordsOfPace = 5
  /// An actor who has spoken for this share of the time that a line takes may have said it.
  ///
  /// With the whole time, fast voices were waited for 5 s (decision 31).
  static let leastTimeShare = 0.6
  /// An actor who has spoken on for this share of the time that the missing words take has said them (decision 31).
  static let tailShare = 0.5
  /// A tail that was spoken is no shorter, in seconds: the last word rings on.
  static let leastTailSeconds = 0.15
  /// A voice must sound so near to the time at which the missing words have been said, in seconds: a cough says no words.
  static let voiceBeforeTailSeconds = 0.15
  /// A silence that is shorter belongs to speech, in seconds: the closure of a stop, a breath between two clauses (decision 31).
  static let leastPauseSeconds = 0.3
  /// The delay of a recognizer, in seconds: a word that ended less long ago may go on.
  static let recognizerDelaySeconds = 0.15
  /// How long a word that may go on goes on, in seconds (decision 31).
  static let wordRestSeconds = 0.1
  /// A word that follows other words which last this much longer than what they stand for is heard by chance, in seconds.
  ///
  /// Where other words stood at the end of lines, 7 of 100 turns waited for more than 1.5 s instead of 17 (decision 31).
  static let mostOtherSeconds = 0.3

  // MARK: How much was understood

  /// So large a share of a line has to be understood before the sound after it is taken for its end.
  static let leastShareBeforeTail = 0.5
  /// With a smaller share, words show nothing of how far a line was said: only time does.
  static let leastShareOfWords = 0.2
  /// An actor who said this share of a line's words may have said all of it (decision 30).
  static let leastWordShare = 0.75
  /// A line is at its end if this share was heard and its last word alone is missing.
  static let leastShareAtEnd = 0.5
  /// This many last words of a line, said one after the other, are its end, whatever was skipped before.
  ///
  /// A recognizer that expects a line finds single words of it in other speech.
  static let lastWords = 3
  /// Lines of this many words or fewer are not at their end while their last word is missing.
  static let mostWordsOfShortLine = 2
  /// Another line was said if this share of it was.
  static let leastShareOfOther = 0.5
  /// Another line is believed in noise with this confidence: 0.53 and 0.83 were wrong (decision 30).
  static let leastConfidenceInNoise = 0.9
  /// A changed word is reported when this many words after it were said.
  static let wordsAfterChange = 2
  /// How long a changed word must stay changed, in seconds: partial results change.
  static let changeHoldSeconds = 0.3

  // MARK: Sounds that are not speech

  /// Speech is voiced for this long at least, in seconds; a cough is voiced for less (decision 30).
  static let leastVoicedSeconds = 0.1
  /// A line that was said, whatever was understood of it, was voiced for this share of the time that it takes (decision 30).
  static let leastVoicedShare = 0.2
  /// A recognizer finds up to this many words of a line in a noise; an actor who whispers more of them is heard (decision 30).
  static let mostWordsInNoise = 3

  // MARK: The partner's own words

  /// With a smaller share of the partner's line, words are not an echo of it.
  ///
  /// Without the echo rules, 10 of 503 turns were cut short (decision 31).
  static let leastShareOfEcho = 0.75
  /// How many times as many words of the partner's line as of the actor's an echo has, if the recognizer takes them for the actor's.
  static let echoWordFactor = 2
  /// How long the last word of an echo has to be the last one, in seconds: it goes on until then.
  static let echoHoldSeconds = 0.3
  /// How long nothing new is understood of an echo whose last words are missing, in seconds.
  static let longEchoHoldSeconds = 0.5
  /// How many words may be missing at the end of an echo: it is quiet.
  static let mostMissingOfEcho = 2
  /// How much of the sound belongs to the actor who answers such an echo, in seconds.
  static let echoTailSeconds = 0.2
  /// How long the room rings with our own sound, unless it was measured, in seconds.
  public static let ringingSeconds = 0.25
  /// How much sound is ignored after a device has started, in seconds.
  static let startNoiseSeconds = 0.05

  // MARK: The line as a whole

  /// A line that may have been said is over after a silence that is longer by this, in seconds: pauses within a line last 0.3 to 1.5 s
  /// (decision 30).
  static let lastWaitSeconds = 3.0

  /// This many words or fewer may be unsaid at the end of a line that is over, at ``BeatWait/natural``.
  ///
  /// A recognizer misses short words at the end (decision 48).
  static let mostUnsaidWords = 3

  // MARK: Commands

  /// The mean confidence of a command's words: voices that said commands had 0.79 and more, in noise of 20 dB (decision 30).
  static let leastConfidenceOfCommand = 0.6
  /// The same for a command that ends the rehearsal: what was taken for "stop" had 0.49 (decision 30).
  static let leastConfidenceToStop = 0.75
  /// If the voice sounds for this much longer than the command's words take, something else was said, too, in seconds (decision 30).
  static let mostSecondsBesideCommand = 0.3

  // MARK: The microphone

  /// The recognizer gets this much sound at a time, in seconds; partial results can come as often.
  public static let blockSeconds = 0.03
  /// Sound from before speech that belongs to it, in seconds.
  public static let preRollSeconds = 0.3
  /// How long before the actor's line a beginning is noticed, in seconds: two seconds before the partner's end, and what lies
  /// between that end and the line (decision 49).
  public static let earlySeconds = 3.0
  /// How much is kept of what was heard last, in seconds.
  public static let keptSeconds = earlySeconds + preRollSeconds
  /// How much sound is read at a time at most from a live microphone while a partner speaks, in seconds: all that came
  /// meanwhile.
  public static let earlyReadSeconds = 0.5
  /// A live microphone that gives nothing for longer shows that the machine slept, in seconds.
  public static let sleepSeconds = 5.0
  /// A recognizer that fails this often in a row is not asked again.
  public static let mostFailures = 3
}
