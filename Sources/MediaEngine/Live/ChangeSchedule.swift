/// Decides which of the changes that callers ask for happens when: a state machine without threads or locks.
///
/// Updates of a graph go together. What moves the run in time goes alone: it throws away all that is under way, and what a branch
/// that leaves has still to write would be among it. All wait for the run to begin. A seek takes the place of those that wait
/// before it, unless a step or a rate between them depends on theirs.
struct ChangeSchedule: Sendable {
  enum Kind: Equatable, Sendable {
    case update, seek
    /// A step or a change of the rate.
    case transport
  }

  /// The answer to one who waits.
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

  /// True if nothing is under way.
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

  /// Begins with the changes that wait.
  mutating func open() -> Answers {
    isOpen = true
    return startNext()
  }

  /// Gives up a change that waits; one that is under way goes on.
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
