/// The messages of a bus that wait for their reader.
///
/// Messages that a pipeline needs are never dropped; of the others (elements, tags, buffering, infos) the oldest are
/// dropped when more than `limit` wait, since an element may post one with every buffer.
struct MessageBacklog: Backlog {
  typealias Element = (message: Message, isDroppable: Bool)

  private let limit: Int
  private var waiting: [Element] = []
  private var droppable = 0

  init(limit: Int) { self.limit = limit }

  mutating func append(_ element: Element) {
    waiting.append(element)
    if element.isDroppable { droppable += 1 }
    if droppable > limit, let oldest = waiting.firstIndex(where: { $0.isDroppable }) {
      waiting.remove(at: oldest)
      droppable -= 1
    }
  }

  mutating func popFirst() -> Element? {
    guard !waiting.isEmpty else { return nil }
    let first = waiting.removeFirst()
    if first.isDroppable { droppable -= 1 }
    return first
  }
}
