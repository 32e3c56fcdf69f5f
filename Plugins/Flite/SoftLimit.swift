/// Keeps loud sound within full scale without cutting its peaks off.
///
/// Up to three quarters of full scale samples stay as they are; above, ever less is added:
///
///     y = t + (1 − t) · r / (1 + r),  r = (x − t) / (1 − t),  t = 0.75
///
/// A sample depends on no other one, so it does not matter in which pieces sound comes.
enum SoftLimit {
  private static let threshold: Float = 0.75

  /// `sample`, on the scale of 16 bits, as a sample of 16 bits.
  static func sample(_ sample: Float) -> Int16 {
    let size = abs(sample) / 32_768
    guard size > threshold else { return Int16(sample.rounded()) }
    let excess = (size - threshold) / (1 - threshold)
    let limited = threshold + (1 - threshold) * excess / (1 + excess)
    return Int16((min(limited * 32_768, 32_767) * (sample < 0 ? -1 : 1)).rounded())
  }
}
