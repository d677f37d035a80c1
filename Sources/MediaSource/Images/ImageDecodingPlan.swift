import CoreMedia

/// The order of work for some requests: sorted by time, in groups that share one pass of a decoder, one group at a time
/// for each lane.
///
///     requests   ┃     ▽  ▽   ▽                 ▽
///     frames     K · · · · · · · · K · · · · K · · ·
///     groups     ├────────────▷              ├──▷
///
/// Groups are planned when a lane needs one; planning decodes nothing. A lane continues as long as few results wait, or
/// if its result is the next to be taken. Has no lock and no thread; reads the track's tables, which may block.
struct ImageDecodingPlan {
  typealias Choice = Result<FrameSearch.Choice, any Error>

  /// The next work of a lane.
  struct Step {
    /// The position of the request.
    var request: Int
    var choice: Choice
    /// The samples of a group's frames, as often as each is requested, with the first request of the group; the one whose
    /// decoding starts earliest comes first.
    var group: [CodedSample]?
  }

  private struct Group {
    var requests: [(position: Int, choice: Choice)] = []

    var samples: [CodedSample] { requests.compactMap { try? $0.choice.get().sample } }
  }

  /// A group that is being decoded, or has results that were not taken.
  private struct Active {
    let worker: Int
    var missing: ArraySlice<(position: Int, choice: Choice)>
    var answers: [ImageScheduler.Answer] = []
  }

  /// The maximum number of samples to decode on to the next sync sample, rather than starting anew.
  private static let bridge = 4

  private let track: any CodedTrack
  private lazy var search = Result { [track] in try FrameSearch(track) }
  private let requests: [ImageRequest]
  /// The number of waiting results at which lanes pause.
  private let capacity: Int
  /// The positions of requests, sorted by time.
  private let order: [Int]
  /// The number of requests that were planned.
  private var next = 0
  private var last: FrameSearch.Choice?
  /// Groups that no lane has taken.
  private var planned: [Group] = []
  /// Groups of lanes, in the order of the requests.
  private var active: [Active] = []
  private var waiting = 0

  init(_ track: any CodedTrack, _ requests: [ImageRequest], capacity: Int) {
    (self.track, self.requests, self.capacity) = (track, requests, capacity)
    // Non-numeric times cannot be compared: they come first, and fail.
    order =
      requests.indices.filter { !requests[$0].time.isNumeric }
      + requests.indices.filter { requests[$0].time.isNumeric }.sorted {
        let (a, b) = (requests[$0].time, requests[$1].time)
        return a == b ? $0 < $1 : a < b
      }
  }

  // MARK: Progress

  /// True if every result was taken.
  var isDone: Bool { active.isEmpty && planned.isEmpty && next == order.count }

  /// The positions of the requests without a taken result, sorted by time.
  var rest: [Int] {
    var rest: [Int] = []
    for group in active {
      rest += group.answers.map(\.request)
      rest += group.missing.map(\.position)
    }
    for group in planned { rest += group.requests.map(\.position) }
    return rest + order[next...]
  }

  /// Returns true if there is work for more than one lane.
  mutating func hasSeveralGroups() -> Bool {
    while planned.count < 2, let group = plan() { planned.append(group) }
    return planned.count > 1
  }

  /// Returns the next step of a lane; nil while it pauses.
  mutating func step(for worker: Int) -> Step? {
    if let index = current(worker) {
      guard waiting < capacity || (index == 0 && active[0].answers.isEmpty) else { return nil }
      return active[index].missing.first.map { Step(request: $0.position, choice: $0.choice) }
    }
    guard waiting < capacity || active.isEmpty, let group = planned.isEmpty ? plan() : planned.removeFirst(),
      let first = group.requests.first
    else { return nil }
    active.append(Active(worker: worker, missing: group.requests[...]))
    return Step(request: first.position, choice: first.choice, group: group.samples)
  }

  /// Adds the result of a lane's last step.
  mutating func note(_ answer: ImageScheduler.Answer, of worker: Int) {
    guard let index = current(worker) else { return }
    active[index].missing.removeFirst()
    active[index].answers.append(answer)
    waiting += 1
  }

  /// Removes and returns the next result; nil if it is not available yet.
  mutating func take() -> ImageScheduler.Answer? {
    guard let first = active.first, !first.answers.isEmpty else { return nil }
    waiting -= 1
    let answer = active[0].answers.removeFirst()
    if active[0].answers.isEmpty, active[0].missing.isEmpty { active.removeFirst() }
    return answer
  }

  /// Returns the index of a lane's current group.
  private func current(_ worker: Int) -> Int? { active.firstIndex { $0.worker == worker && !$0.missing.isEmpty } }

  // MARK: Planning

  /// Returns the next group; nil after the last.
  private mutating func plan() -> Group? {
    guard next < order.count else { return nil }
    var group = Group()
    var known: Set<Int> = []
    var (first, end) = (0, 0)
    while next < order.count {
      let position = order[next]
      let choice = Result { try search.get().choose(requests[position], held: last) }
      if case .success(let choice) = choice {
        let sample = choice.sample
        if !known.contains(sample.index) {
          // Tables may be damaged: a failed lookup is an error when the frame is decoded.
          let start = ((try? track.decodingStart(of: sample)) ?? sample).index
          if known.isEmpty {
            (first, end) = (start, sample.index)
          } else {
            guard start >= first, isIntraOnly || start <= end + Self.bridge else { break }
            end = max(end, sample.index)
          }
          known.insert(sample.index)
        }
        last = choice
      }
      group.requests.append((position, choice))
      next += 1
    }
    return group
  }

  private var isIntraOnly: Bool { track.formats.first?.codec.isIntraOnly == true }
}
