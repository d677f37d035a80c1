import CoreMedia

/// Which pictures answer some requests, and which of them are decoded together.
///
/// Requests whose pictures need the same key picture share one pass of the decoder:
///
///     requests   ┃     ▽  ▽   ▽                 ▽
///     pictures   K · · · · · · · · K · · · · K · · ·
///     decoded    ├────────────▷              ├──▷
///
/// Nothing is decoded here. Belongs to one thread at a time; reads the track's tables, which may block.
struct ImagePlan {
  /// Requests in order of their times, answered by one pass of the decoder.
  struct Group {
    var requests: [(position: Int, choice: Result<ImageSearch.Choice, any Error>)] = []
    /// The samples whose pictures are needed, each once; the one whose decoding starts earliest comes first.
    var samples: [Int] = []
  }

  /// Decoding on from one sync sample to the next one, rather than starting anew, costs no more than this many samples.
  private static let bridge = 4

  private let core: FrameCore
  private let search: ImageSearch
  private let requests: [ImageRequest]
  /// Positions of requests by time; what comes first is answered first.
  private let order: [Int]
  private var next = 0
  private var last: ImageSearch.Choice?

  init(_ core: FrameCore, _ requests: [ImageRequest]) {
    self.core = core
    self.requests = requests
    search = ImageSearch(core: core)
    // Times that are none can't be compared: they come first, and fail.
    order =
      requests.indices.filter { !requests[$0].time.isNumeric }
      + requests.indices.filter { requests[$0].time.isNumeric }.sorted {
        let (a, b) = (requests[$0].time, requests[$1].time)
        return a == b ? $0 < $1 : a < b
      }
  }

  /// The positions of the requests that no group has yet, in order of their times.
  var rest: ArraySlice<Int> { order[next...] }

  /// Nil after the last.
  mutating func nextGroup() -> Group? {
    guard next < order.count else { return nil }
    var group = Group()
    var known: Set<Int> = []
    var (first, end) = (0, 0)
    while next < order.count {
      let position = order[next]
      let choice = Result { try search.choose(requests[position], held: last) }
      if case .success(let choice) = choice {
        if known.insert(choice.index).inserted {
          // Tables may be damaged: what can't be found now fails when it is decoded.
          let start = (try? core.decoder.startSample(for: choice.index).index) ?? choice.index
          if group.samples.isEmpty {
            (first, end) = (start, choice.index)
          } else {
            guard start >= first, isIntraOnly || start <= end + Self.bridge else { break }
            end = max(end, choice.index)
          }
          group.samples.append(choice.index)
        }
        last = choice
      }
      group.requests.append((position, choice))
      next += 1
    }
    return group
  }

  private var isIntraOnly: Bool { core.track.formats.first?.codec.isIntraOnly == true }
}
