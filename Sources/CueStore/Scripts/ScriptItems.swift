import CueModel

/// Something that happened to an item while its sound was made.
public enum ItemChange: Sendable {
  /// It went on; `from` may become `to`, and is what it was when it was last looked at.
  case moved(Int64, from: ItemStatus, to: ItemStatus)
  /// Its sound could not be made, and why; a sentence.
  case failed(Int64, String)
  /// Its sound was made, or found: the version becomes the active one.
  case made(Int64, NewAudioVersion)
  /// Its sound was made, and is the same as that of the version with that number. That version becomes the active one and gets
  /// the new clip, so that equal versions are not listed twice.
  case same(Int64, as: Int64, NewAudioVersion)
}

/// The items of scripts.
public struct ScriptItems {
  private static let columns =
    "number, order_index, source_kind, scene, text, said, character, raw_name, is_announced, tone, "
    + "rules, status, message, created, updated"

  private let database: Database
  private let clock: any WallClock

  /// Those in `database`, which has ``Scripts/module``.
  public init(_ database: Database, clock: any WallClock) {
    self.database = database
    self.clock = clock
  }

  /// Those of a script by `rules`, in order.
  public func items(of script: Int64, rules: String) throws(StoreFailure) -> [StoredItem] {
    try database.rows(
      "SELECT \(ScriptItems.columns) FROM speakable_item WHERE script = ?1 AND rules = ?2 "
        + "ORDER BY order_index", .integer(script), .text(rules), read: ScriptItems.item)
  }

  /// Which item of its script, by its rules, the one with that number is, counted from 1: what users call it; nil if there
  /// is none.
  public func place(of number: Int64) throws(StoreFailure) -> Int? {
    let place = try database.rows(
      "SELECT count(*) FROM speakable_item a JOIN speakable_item b ON a.script = b.script "
        + "AND a.rules = b.rules AND a.order_index <= b.order_index WHERE b.number = ?1",
      .integer(number)
    ) { Int($0.integer(0)) }.first
    return place == 0 ? nil : place
  }

  /// How many of a script's items by `rules` are how far.
  public func counts(of script: Int64, rules: String) throws(StoreFailure) -> [ItemStatus: Int] {
    let rows = try database.rows(
      "SELECT status, count(*) FROM speakable_item WHERE script = ?1 AND rules = ?2 "
        + "GROUP BY status", .integer(script), .text(rules)
    ) { (ItemStatus(rawValue: $0.text(0)), Int($0.integer(1))) }
    var counts: [ItemStatus: Int] = [:]
    for case (let status?, let count) in rows { counts[status] = count }
    return counts
  }

  /// Makes `items` all that a script has by `rules`, and answers them as they are kept.
  ///
  /// An item that says the same by the same character as an existing one is that one: its number, status, versions, ratings and
  /// notes stay. Where a voice gets other words for the same text, its sound is to be made again. All others are forgotten with
  /// all that belongs to them. `items` are in order, and no two have the same ``StoredItem/orderIndex``.
  public func replace(
    _ items: [StoredItem], of script: Int64, rules: String
  ) throws(StoreFailure) -> [StoredItem] {
    precondition(
      zip(items, items.dropFirst()).allSatisfy { $0.orderIndex < $1.orderIndex },
      "items are in order")
    return try database.transaction { () throws(StoreFailure) in
      let before = try self.items(of: script, rules: rules)
      let matches = ItemMatching.match(items, with: before)
      try forget(before, but: matches)
      try move(items, matches, before, script, rules)
      return try keep(items, matches, before, script, rules)
    }
  }

  private func forget(_ before: [StoredItem], but matches: [Int?]) throws(StoreFailure) {
    var isKept = [Bool](repeating: false, count: before.count)
    for case let index? in matches { isKept[index] = true }
    let remove = try database.statement("DELETE FROM speakable_item WHERE number = ?1")
    for (item, isKept) in zip(before, isKept) where !isKept {
      try remove.change(.integer(item.number))
    }
  }

  /// Gives those that stay their new places.
  ///
  /// No two may have the same place even for a moment. Those that stay in the same order are moved up from the last one and
  /// down from the first one, so that each place is free when it is taken; else all are first moved out of the way.
  private func move(
    _ items: [StoredItem], _ matches: [Int?], _ before: [StoredItem], _ script: Int64,
    _ rules: String
  ) throws(StoreFailure) {
    let stayed = zip(items, matches).compactMap { item, match in
      match.map { (number: before[$0].number, from: before[$0].orderIndex, to: item.orderIndex) }
    }
    let isInOrder = zip(stayed, stayed.dropFirst()).allSatisfy { $0.from < $1.from }
    if !isInOrder {
      try database.change(
        "UPDATE speakable_item SET order_index = order_index - \(1 << 40) "
          + "WHERE script = ?1 AND rules = ?2", .integer(script), .text(rules))
    }
    let move = try database.statement(
      "UPDATE speakable_item SET order_index = ?2 WHERE number = ?1")
    for item in stayed.reversed() where item.from < item.to {
      try move.change(.integer(item.number), .integer(Int64(item.to)))
    }
    for item in stayed where isInOrder ? item.from > item.to : item.from >= item.to {
      try move.change(.integer(item.number), .integer(Int64(item.to)))
    }
  }

  private func keep(
    _ items: [StoredItem], _ matches: [Int?], _ before: [StoredItem], _ script: Int64,
    _ rules: String
  ) throws(StoreFailure) -> [StoredItem] {
    let add = try database.statement(
      "INSERT INTO speakable_item(script, rules, order_index, source_kind, scene, text, said, "
        + "character, raw_name, is_announced, tone, status, created, updated) "
        + "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'textGenerated', ?12, ?12)")
    let change = try database.statement(
      "UPDATE speakable_item SET order_index = ?2, scene = ?3, said = ?4, raw_name = ?5, "
        + "is_announced = ?6, tone = ?7, status = ?8, message = ?9, updated = ?10 WHERE number = ?1"
    )
    let now = clock.millisecondsSince1970
    var kept = items
    for index in kept.indices {
      kept[index].rules = rules
      let item = kept[index]
      let order = StoreValue.integer(Int64(item.orderIndex))
      guard let match = matches[index] else {
        try add.change(
          .integer(script), .text(rules), order, .text(item.sourceKind), .text(item.scene),
          .text(item.text), .text(item.said), .text(item.character), .text(item.rawName),
          .integer(item.includesAnnouncement ? 1 : 0), .text(item.tone), .integer(now))
        kept[index].number = database.lastRow
        kept[index].created = now
        kept[index].updated = now
        continue
      }
      kept[index].take(over: before[match])
      guard !kept[index].isSame(as: before[match]) else { continue }
      kept[index].updated = now
      let status = kept[index].status
      try change.change(
        .integer(kept[index].number), order, .text(item.scene), .text(item.said),
        .text(item.rawName), .integer(item.includesAnnouncement ? 1 : 0), .text(item.tone),
        .text(status.rawValue), .text(kept[index].message), .integer(now))
    }
    return kept
  }

  /// Queues those of `numbers` that are not queued yet and whose sound is not there, or all of them where `again`.
  ///
  /// Those that were being made by a program that is gone are queued too.
  public func queue(_ numbers: [Int64], again: Bool = false) throws(StoreFailure) {
    try database.quickTransaction { () throws(StoreFailure) in
      let now = clock.millisecondsSince1970
      let queue = try database.statement(
        "UPDATE speakable_item SET status = 'audioQueued', message = '', updated = ?2 "
          + "WHERE number = ?1 AND status <> 'audioQueued'"
          + (again ? "" : " AND status <> 'audioComplete'"))
      for number in numbers { try queue.change(.integer(number), .integer(now)) }
    }
  }

  /// Keeps what happened to items, in order, all in one go and without a wait for the disk.
  ///
  /// What no longer applies, because another program was at the same items meanwhile, is left out: a move from a status that
  /// the item does not have, and sound for an item that is gone or has got other words. Answers how many applied.
  @discardableResult
  public func apply(_ changes: [ItemChange]) throws(StoreFailure) -> Int {
    guard !changes.isEmpty else { return 0 }
    return try database.quickTransaction { () throws(StoreFailure) in
      let now = clock.millisecondsSince1970
      let move = try database.statement(
        "UPDATE speakable_item SET status = ?3, message = ?4, updated = ?5 "
          + "WHERE number = ?1 AND status = ?2")
      let fail = try database.statement(
        "UPDATE speakable_item SET status = 'audioFailed', message = ?2, updated = ?3 "
          + "WHERE number = ?1 AND status = 'audioGenerating'")
      let complete = try database.statement(
        "UPDATE speakable_item SET status = 'audioComplete', message = '', updated = ?2 "
          + "WHERE number = ?1 AND status <> 'textGenerated'")
      let adding = try AudioVersionAdding.adding(to: database)
      var applied = 0
      for change in changes {
        switch change {
        case .moved(let item, let from, let to):
          precondition(
            from.mayBecome(to), "an item that is \(from.rawValue) may not become \(to.rawValue)")
          applied += try move.change(
            .integer(item), .text(from.rawValue), .text(to.rawValue), .text(""), .integer(now))
        case .failed(let item, let message):
          applied += try fail.change(.integer(item), .text(message), .integer(now))
        case .made(let item, let version):
          guard try complete.change(.integer(item), .integer(now)) == 1 else { continue }
          try adding.add(version, to: item, at: now)
          applied += 1
        case .same(let item, let number, let version):
          guard try complete.change(.integer(item), .integer(now)) == 1 else { continue }
          try adding.put(version, inPlaceOf: number, of: item, at: now)
          applied += 1
        }
      }
      return applied
    }
  }

  private static func item(_ row: borrowing StoreRow) -> StoredItem {
    var item = StoredItem(
      orderIndex: Int(row.integer(1)), sourceKind: row.text(2), scene: row.text(3),
      text: row.text(4), said: row.text(5), character: row.text(6), rawName: row.text(7),
      includesAnnouncement: row.integer(8) == 1, tone: row.text(9))
    item.number = row.integer(0)
    item.rules = row.text(10)
    item.status = ItemStatus(rawValue: row.text(11)) ?? .textGenerated
    item.message = row.text(12)
    item.created = row.integer(13)
    item.updated = row.integer(14)
    return item
  }
}

extension StoredItem {
  /// Becomes what `before` has become.
  fileprivate mutating func take(over before: StoredItem) {
    number = before.number
    created = before.created
    updated = before.updated
    let isSaidAlike = said == before.said
    status = isSaidAlike ? before.status : .textGenerated
    message = isSaidAlike ? before.message : ""
  }

  /// Whether all is the same but for the place.
  fileprivate func isSame(as before: StoredItem) -> Bool {
    var here = before
    here.orderIndex = orderIndex
    return self == here
  }
}
