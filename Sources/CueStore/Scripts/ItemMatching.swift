/// Finds for each item of a script the one that stood there before, so that its sound stays its own.
///
/// The same words of the same character are the same item. Where they occur more than once, the beginnings and the ends that
/// both have in common are matched first, and the rest in order. Linear in time.
enum ItemMatching {
  /// What makes an item the one that it was.
  private struct Sameness: Hashable {
    let character: String
    let kind: String
    let text: String

    init(_ item: StoredItem) {
      character = item.character
      kind = item.sourceKind
      text = item.text
    }
  }

  /// For each of `items` the index of the one of `before` that it was; both in order, no index twice.
  static func match(_ items: [StoredItem], with before: [StoredItem]) -> [Int?] {
    var matches = [Int?](repeating: nil, count: items.count)
    let now = items.map(Sameness.init)
    let then = before.map(Sameness.init)
    var start = 0
    while start < min(now.count, then.count), now[start] == then[start] {
      matches[start] = start
      start += 1
    }
    var end = 0
    while end < min(now.count, then.count) - start,
      now[now.count - 1 - end] == then[then.count - 1 - end]
    {
      matches[now.count - 1 - end] = then.count - 1 - end
      end += 1
    }
    var left: [Sameness: (indices: [Int], next: Int)] = [:]
    for index in start..<then.count - end {
      left[then[index], default: ([], 0)].indices.append(index)
    }
    for index in start..<now.count - end {
      guard let place = left.index(forKey: now[index]) else { continue }
      let queue = left.values[place]
      guard queue.next < queue.indices.count else { continue }
      matches[index] = queue.indices[queue.next]
      left.values[place].next += 1
    }
    return matches
  }
}
