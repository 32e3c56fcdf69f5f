/// How long a text takes, before anything is known of who says it.
public enum SpeechPace {
  /// Characters in a second.
  public static let charactersPerSecond = 14.5

  /// How long a line of `characters` takes, with a little to spare: at least a second.
  ///
  /// - Parameters:
  ///   - characters: how much there is to say
  ///   - speed: a factor; 1 is the voice's own speed
  /// - Returns: seconds
  public static func seconds(toSay characters: Int, atSpeed speed: Double = 1) -> Double {
    max(1, Double(characters) / (charactersPerSecond * speed) * 1.1)
  }
}
