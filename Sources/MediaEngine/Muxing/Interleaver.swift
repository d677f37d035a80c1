/// Merges the entries of several lanes into one order: that of their running times, then of the lanes.
///
///     lane 0:  0.00  0.04  0.08
///     lane 1:  0.00  0.02  0.04   ─▶  0:0.00  1:0.00  1:0.02  0:0.04  1:0.04  0:0.08
///
/// An entry comes out once no lane can bring an earlier one. The order is a pure function of what each lane brings: when it
/// arrives, and how the arrivals of different lanes alternate, changes nothing. A sparse lane that falls behind the others by
/// more than its limit is not waited for; of a sparse lane that stays within it, the same holds.
struct Interleaver<Entry> {
  private struct Lane {
    var entries = FirstInFirstOut<(time: Int64, entry: Entry)>()
    /// The minimum running time of the lane's next entry.
    var position = Int64.min
    var isEnded = false
    var waiting: LaneWaiting

    /// True if the lane's next entry may precede one of another lane.
    ///
    /// - Parameter latest: The latest position of all lanes.
    func canReceive(before time: Int64, isFirst: Bool, latest: Int64) -> Bool {
      guard !isEnded, entries.isEmpty, position < time || (position == time && isFirst) else { return false }
      return switch waiting {
      case .always: true
      case .never: false
      case .upTo(let lead): latest == .min || latest - lead < time
      }
    }
  }

  private var lanes: [Lane]

  init(lanes: [LaneWaiting]) { self.lanes = lanes.map { Lane(waiting: $0) } }

  // MARK: - Arrivals

  /// Appends an entry to its lane.
  ///
  /// - Parameter time: Its running time; a time before the lane's position, or nil, stands for the position.
  mutating func append(_ entry: Entry, at time: Int64? = nil, to lane: Int) {
    if let time { pass(time, in: lane) }
    lanes[lane].entries.append((lanes[lane].position, entry))
  }

  /// Sets a lower bound of the running times of a lane's next entries.
  mutating func pass(_ time: Int64, in lane: Int) { lanes[lane].position = max(lanes[lane].position, time) }

  /// Sets how other lanes wait for one.
  mutating func setWaiting(_ waiting: LaneWaiting, for lane: Int) { lanes[lane].waiting = waiting }

  /// Ends a lane.
  mutating func end(_ lane: Int) { lanes[lane].isEnded = true }

  /// Ends every lane with a last entry, in place of the entries that wait for other lanes.
  mutating func cut(endingWith entry: Entry) {
    for index in lanes.indices where !(lanes[index].isEnded && lanes[index].entries.isEmpty) {
      lanes[index].entries = FirstInFirstOut()
      lanes[index].entries.append((lanes[index].position, entry))
      lanes[index].isEnded = true
    }
  }

  // MARK: - The order

  /// The next entry in order; nil as long as another lane may have an earlier one.
  var next: (lane: Int, entry: Entry)? {
    var found: (lane: Int, head: (time: Int64, entry: Entry))?
    for (index, lane) in lanes.enumerated() {
      guard let head = lane.entries.first, head.time < found?.head.time ?? .max || found == nil else { continue }
      found = (index, head)
    }
    guard let found, lateLanes(before: found.lane).isEmpty else { return nil }
    return (found.lane, found.head.entry)
  }

  /// Removes the first entry of a lane.
  @discardableResult
  mutating func take(from lane: Int) -> Entry? { lanes[lane].entries.popFirst()?.entry }

  /// Removes the entries of a lane up to the first that meets a condition.
  mutating func take(from lane: Int, until condition: (Entry) -> Bool) -> [Entry] {
    var taken: [Entry] = []
    while let head = lanes[lane].entries.first, !condition(head.entry) {
      taken.append(head.entry)
      lanes[lane].entries.popFirst()
    }
    return taken
  }

  func first(of lane: Int) -> Entry? { lanes[lane].entries.first?.entry }
  func hasEnded(_ lane: Int) -> Bool { lanes[lane].isEnded }

  /// True if every lane has ended and all entries are removed.
  var isDone: Bool { lanes.allSatisfy { $0.isEnded && $0.entries.isEmpty } }
  var haveAllEnded: Bool { lanes.allSatisfy(\.isEnded) }

  // MARK: - Waiting

  /// Returns the lanes that have to receive an entry, or end, before the first entry of a lane is next.
  func lateLanes(before lane: Int) -> [Int] {
    guard let time = lanes[lane].entries.first?.time else { return [] }
    let latest = lanes.lazy.map(\.position).max() ?? .min
    return lanes.indices.filter {
      $0 != lane && lanes[$0].canReceive(before: time, isFirst: $0 < lane, latest: latest)
    }
  }

  /// Returns the running time from the first entry of a lane to its position; 0 if none waits.
  func waitingTime(of lane: Int) -> Int64 {
    guard let first = lanes[lane].entries.first?.time, first != .min else { return 0 }
    let (time, overflow) = lanes[lane].position.subtractingReportingOverflow(first)
    return overflow ? .max : time
  }
}

/// The way in which other lanes wait for one that has no entry.
enum LaneWaiting: Equatable {
  /// Until it brings one, passes their times, or ends.
  case always
  /// The same, but no longer than until another lane has come to a running time that is so much later: for live captions,
  /// of which there may be none for minutes.
  case upTo(Int64)
  /// Not at all: its entries are in order of arrival.
  case never
}

/// A queue with removal in constant time.
private struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var first: Element? { start < elements.count ? elements[start] : nil }
  var isEmpty: Bool { start == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  @discardableResult
  mutating func popFirst() -> Element? {
    guard start < elements.count else { return nil }
    defer {
      elements[start] = nil
      start += 1
      if start == elements.count || (start >= 64 && start * 2 > elements.count) {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }
}
