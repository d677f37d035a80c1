/// The schedule of a batch: lanes that each decode a group at a time, and a reader that takes the results in order.
///
/// A lane continues as long as few results wait, or if the reader needs its result next. Has no lock and no thread.
struct ImageAgenda {
  /// The next step of a lane.
  enum Step {
    case begin(ImagePlan.Group)
    /// Decodes the next frame of its group.
    case goOn
  }

  /// A group that is being decoded, or has results that were not taken.
  private struct Active {
    let lane: Int
    /// The positions of the requests that have not been decoded.
    var missing: ArraySlice<Int>
    var answers: [ImageBatch.Answer] = []
  }

  /// The number of waiting results at which lanes pause.
  private let capacity: Int
  private var plan: ImagePlan
  /// Groups that were planned before a lane takes them.
  private var planned: [ImagePlan.Group] = []
  /// The groups, in the order of the requests.
  private var groups: [Active] = []
  private var waiting = 0

  init(_ plan: ImagePlan, capacity: Int) { (self.plan, self.capacity) = (plan, capacity) }

  /// True if every result was taken.
  var isDone: Bool { groups.isEmpty && planned.isEmpty && plan.rest.isEmpty }

  /// The positions of the requests without a taken result, sorted by time.
  var rest: [Int] {
    groups.flatMap { $0.answers.map(\.request) + $0.missing } + planned.flatMap { $0.requests.map(\.position) }
      + plan.rest
  }

  /// Returns true if there is work for more than one lane.
  mutating func hasSeveralGroups() -> Bool {
    while planned.count < 2, let group = plan.nextGroup() { planned.append(group) }
    return planned.count > 1
  }

  /// Returns the next step of a lane; nil while it pauses.
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

  /// Adds the result of a lane's last step.
  mutating func note(_ answer: ImageBatch.Answer, of lane: Int) {
    guard let index = current(lane) else { return }
    groups[index].missing.removeFirst()
    groups[index].answers.append(answer)
    waiting += 1
  }

  /// Removes and returns the next result; nil if it is not available yet.
  mutating func take() -> ImageBatch.Answer? {
    guard let first = groups.first, !first.answers.isEmpty else { return nil }
    waiting -= 1
    let answer = groups[0].answers.removeFirst()
    if groups[0].answers.isEmpty, groups[0].missing.isEmpty { groups.removeFirst() }
    return answer
  }

  /// Returns the index of a lane's current group.
  private func current(_ lane: Int) -> Int? { groups.firstIndex { $0.lane == lane && !$0.missing.isEmpty } }
}
