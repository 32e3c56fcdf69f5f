/// Reads base64, standard or URL-safe, with or without padding; nil if it is damaged.
package func base64Decoded(_ text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count / 4 * 3)
  var bits: UInt32 = 0
  var count = 0
  var isPadded = false
  for character in text.utf8 {
    let value: UInt8
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
    case UInt8(ascii: "="):
      isPadded = true
      continue
    case 0x09, 0x0A, 0x0D, 0x20: continue
    default: return nil
    }
    guard !isPadded else { return nil }
    bits = bits << 6 | UInt32(value)
    count += 1
    if count == 4 {
      bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
      (bits, count) = (0, 0)
    }
  }
  switch count {
  case 0: break
  case 2: bytes.append(UInt8(bits >> 4 & 255))
  case 3: bytes += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
  default: return nil
  }
  return bytes
}
