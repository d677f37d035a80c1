/// Schedules the requested changes: a state machine without threads or locks.
///
/// Updates of a graph are concurrent. Seeks, steps and rate changes run alone: they discard everything in progress,
/// including data that a removed branch still has to write. All wait for the run to begin. A seek supersedes those
/// waiting before it, unless a step or a rate change between them depends on them.
struct ChangeSchedule: Sendable {
  enum Kind: Equatable, Sendable {
    case update, seek
    /// A step or a change of the rate.
    case transport
  }

  /// The response to a waiting caller.
  enum Answer: Equatable, Sendable {
    case begin, superseded, cancelled
    /// The run is over.
    case over
  }

  typealias Answers = [(number: Int, answer: Answer)]

  private var running: [Int: Kind] = [:]
  private var waiting: [(number: Int, kind: Kind)] = []
  private var isOpen = false
  private var isOver = false

  /// True if no change is in progress.
  var isIdle: Bool { running.isEmpty }
  var waitingCount: Int { waiting.count }

  mutating func ask(_ number: Int, _ kind: Kind) -> Answers {
    if isOver { return [(number, .over)] }
    var answers: Answers = []
    if kind == .seek {
      while let index = waiting.lastIndex(where: { $0.kind != .update }), waiting[index].kind == .seek {
        answers.append((waiting.remove(at: index).number, .superseded))
      }
    }
    waiting.append((number, kind))
    return answers + startNext()
  }

  /// Begins the waiting changes.
  mutating func open() -> Answers {
    isOpen = true
    return startNext()
  }

  /// Cancels a waiting change; one in progress continues.
  mutating func cancel(_ number: Int) -> Answers {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return [] }
    waiting.remove(at: index)
    return [(number, .cancelled)] + startNext()
  }

  mutating func end(_ number: Int) -> Answers {
    running[number] = nil
    return startNext()
  }

  /// Refuses all changes from now on.
  mutating func close() -> Answers {
    isOver = true
    defer { waiting = [] }
    return waiting.map { ($0.number, .over) }
  }

  private mutating func startNext() -> Answers {
    var answers: Answers = []
    while isOpen, let (number, kind) = waiting.first,
      running.isEmpty || kind == .update && running.values.allSatisfy({ $0 == .update })
    {
      waiting.removeFirst()
      running[number] = kind
      answers.append((number, .begin))
    }
    return answers
  }
}
