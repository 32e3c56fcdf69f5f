/// Turns 16-bit little-endian bytes, split anywhere, into samples of some loudness.
package struct Samples {
  private let gain: Double
  private var low: UInt8?

  package init(gain: Double) { self.gain = gain }

  /// Half a sample is waiting for its other half.
  package var isOdd: Bool { low != nil }

  /// The whole samples that `bytes` complete.
  package mutating func take(_ bytes: [UInt8]) -> [Int16] {
    var samples: [Int16] = []
    samples.reserveCapacity(bytes.count / 2 + 1)
    for byte in bytes {
      if let first = low {
        samples.append(scaled(Int16(bitPattern: UInt16(first) | UInt16(byte) << 8)))
        low = nil
      } else {
        low = byte
      }
    }
    return samples
  }

  private func scaled(_ sample: Int16) -> Int16 {
    gain == 1 ? sample : Int16(min(max((Double(sample) * gain).rounded(), -32768), 32767))
  }
}
