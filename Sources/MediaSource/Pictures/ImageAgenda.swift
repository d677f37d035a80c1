/// Who decodes which pictures of a batch, and which answers wait to be taken: lanes that each decode a group at a time, and a reader who
/// takes the answers in order.
///
/// A lane goes on as long as few answers wait, or as its own is the one that the reader needs next. Holds no lock and no thread.
struct ImageAgenda {
  /// What a lane does next.
  enum Step {
    case begin(ImagePlan.Group)
    /// Another answer of the group that it has.
    case goOn
  }

  /// A group that is being decoded, or whose answers have not all been taken.
  private struct Active {
    let lane: Int
    /// The positions of the requests that have not been decoded.
    var missing: ArraySlice<Int>
    var answers: [ImageBatch.Answer] = []
  }

  /// Lanes rest while so many answers wait.
  private let capacity: Int
  private var plan: ImagePlan
  /// Groups that were looked up before a lane takes them.
  private var planned: [ImagePlan.Group] = []
  /// In the order of the requests.
  private var groups: [Active] = []
  private var waiting = 0

  init(_ plan: ImagePlan, capacity: Int) { (self.plan, self.capacity) = (plan, capacity) }

  /// Whether every answer was taken.
  var isDone: Bool { groups.isEmpty && planned.isEmpty && plan.rest.isEmpty }

  /// The positions of the requests whose answers were not taken, in order of their times.
  var rest: [Int] {
    groups.flatMap { $0.answers.map(\.request) + $0.missing } + planned.flatMap { $0.requests.map(\.position) }
      + plan.rest
  }

  /// Whether there is work for more than one lane.
  mutating func hasSeveralGroups() -> Bool {
    while planned.count < 2, let group = plan.nextGroup() { planned.append(group) }
    return planned.count > 1
  }

  /// What a lane has to do; nil as long as it rests.
  mutating func step(for lane: Int) -> Step? {
    if let index = current(lane) {
      return waiting < capacity || (index == 0 && groups[0].answers.isEmpty) ? .goOn : nil
    }
    guard waiting < capacity || groups.isEmpty,
      let group = planned.isEmpty ? plan.nextGroup() : planned.removeFirst()
    else { return nil }
    groups.append(Active(lane: lane, missing: group.requests.map(\.position)[...]))
    return .begin(group)
  }

  /// Notes what a lane's last step gave.
  mutating func note(_ answer: ImageBatch.Answer, of lane: Int) {
    guard let index = current(lane) else { return }
    groups[index].missing.removeFirst()
    groups[index].answers.append(answer)
    waiting += 1
  }

  /// The next answer; nil if it has not come.
  mutating func take() -> ImageBatch.Answer? {
    guard let first = groups.first, !first.answers.isEmpty else { return nil }
    waiting -= 1
    let answer = groups[0].answers.removeFirst()
    if groups[0].answers.isEmpty, groups[0].missing.isEmpty { groups.removeFirst() }
    return answer
  }

  /// The group that a lane decodes.
  private func current(_ lane: Int) -> Int? { groups.firstIndex { $0.lane == lane && !$0.missing.isEmpty } }
}
