import CoreMedia

/// The frames for some requests, grouped by decoder passes.
///
/// Requests whose frames need the same key frame share one pass of the decoder:
///
///     requests   ┃     ▽  ▽   ▽                 ▽
///     frames     K · · · · · · · · K · · · · K · · ·
///     decoded    ├────────────▷              ├──▷
///
/// Planning decodes nothing. Used by one thread at a time; reads the track's tables, which may block.
struct ImagePlan {
  /// Requests sorted by time, served by one pass of the decoder.
  struct Group {
    var requests: [(position: Int, choice: Result<ImageSearch.Choice, any Error>)] = []
    /// The samples of the needed frames, each once; the one whose decoding starts earliest comes first.
    var samples: [Int] = []
  }

  /// The maximum number of samples to decode on to the next sync sample, rather than starting anew.
  private static let bridge = 4

  private let core: FrameCore
  private let search: ImageSearch
  private let requests: [ImageRequest]
  /// The positions of requests, sorted by time.
  private let order: [Int]
  private var next = 0
  private var last: ImageSearch.Choice?

  init(_ core: FrameCore, _ requests: [ImageRequest]) {
    self.core = core
    self.requests = requests
    search = ImageSearch(core: core)
    // Non-numeric times cannot be compared: they come first, and fail.
    order =
      requests.indices.filter { !requests[$0].time.isNumeric }
      + requests.indices.filter { requests[$0].time.isNumeric }.sorted {
        let (a, b) = (requests[$0].time, requests[$1].time)
        return a == b ? $0 < $1 : a < b
      }
  }

  /// The positions of the requests that are in no group yet, sorted by time.
  var rest: ArraySlice<Int> { order[next...] }

  /// Returns the next group; nil after the last.
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
          // Tables may be damaged: a failed lookup is an error when the frame is decoded.
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
