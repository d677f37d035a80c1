import CoreMedia

/// The pictures for some requests, in order of their times, each decoded once.
///
/// Requests whose pictures need the same key picture share one pass of the decoder:
///
///     requests   ┃     ▽  ▽   ▽                 ▽
///     pictures   K · · · · · · · · K · · · · K · · ·
///     decoded    ├────────────▷              ├──▷
///
/// Belongs to the thread of its reader.
final class ImageBatch {
  /// A picture, and what it is the answer to.
  struct Answer {
    /// The position of the request.
    var request: Int
    var frame: Result<Frame, any Error>
  }

  struct Frame {
    var choice: ImageSearch.Choice
    var picture: PictureDecoder.Picture
    var description: CMFormatDescription?
  }

  /// Decoding on from one sync sample to the next one, rather than starting anew, costs no more than this many samples.
  private static let bridge = 4

  private let core: FrameCore
  private let search: ImageSearch
  private let requests: [ImageRequest]
  /// Positions of requests by time; what comes first is answered first.
  private let order: [Int]
  private var next = 0
  /// The requests of the pass that is under way.
  private var group: [(request: Int, choice: Result<ImageSearch.Choice, any Error>)] = []
  private var pictures: [Int: Result<PictureDecoder.Picture, DecoderError>] = [:]
  /// How many requests of the group are still to be answered with a sample's picture.
  private var uses: [Int: Int] = [:]
  private var isPass = false
  private var held: Frame?

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

  /// The requests that have not been answered, in order.
  var rest: [Int] { group.map(\.request) + order[next...] }

  /// Nil after the last.
  ///
  /// - Throws: `CancellationError`.
  func answer(_ cancellation: Cancellation) throws -> Answer? {
    try core.withCancellation(cancellation) {
      if cancellation.isCancelled { throw CancellationError() }
      if group.isEmpty {
        guard next < order.count else { return nil }
        try plan()
      }
      let (request, choice) = group.removeFirst()
      do {
        return Answer(request: request, frame: .success(try frame(choice.get())))
      } catch let error as CancellationError {
        group.insert((request, choice), at: 0)
        throw error
      } catch {
        return Answer(request: request, frame: .failure(error))
      }
    }
  }

  /// Chooses the pictures of the next pass.
  private func plan() throws {
    (pictures, uses, isPass) = ([:], [:], false)
    var wanted: [Int] = []
    var (first, last) = (0, 0)
    var near = held?.choice
    while next < order.count {
      let request = order[next]
      let choice = Result { try search.choose(requests[request], held: near) }
      if case .success(let choice) = choice, choice.index == held?.choice.index {
        // It is at hand only until the next picture is decoded.
        guard wanted.isEmpty else { break }
      } else if case .success(let choice) = choice, uses[choice.index] == nil {
        // Tables may be damaged: what can't be found now fails when it is decoded.
        let start = (try? core.decoder.startSample(for: choice.index).index) ?? choice.index
        if wanted.isEmpty {
          (first, last) = (start, choice.index)
        } else {
          let codec = core.track.formats.first?.codec
          guard start >= first, codec?.isIntraOnly == true || start <= last + Self.bridge else { break }
          last = max(last, choice.index)
        }
        wanted.append(choice.index)
      }
      if case .success(let choice) = choice {
        uses[choice.index, default: 0] += 1
        near = choice
      }
      group.append((request, choice))
      next += 1
    }
    guard wanted.count > 1 else { return }
    isPass = true
    do {
      try core.decoder.pass(over: wanted)
    } catch let error as DecoderError {
      for index in wanted { pictures[index] = .failure(error) }
    }
  }

  private func frame(_ choice: ImageSearch.Choice) throws -> Frame {
    if var held, held.choice.index == choice.index {
      held.choice = choice
      return held
    }
    let picture = try isPass ? pictureOfPass(choice.index) : core.picture(choice.index)
    let formats = core.track.formats
    let format = picture.sample.formatIndex
    let frame = Frame(
      choice: choice, picture: picture,
      description: formats.indices.contains(format) ? formats[format].description : nil)
    held = frame
    return frame
  }

  private func pictureOfPass(_ index: Int) throws -> PictureDecoder.Picture {
    while pictures[index] == nil, let (arrived, result) = try core.decoder.nextOfPass() { pictures[arrived] = result }
    guard let result = pictures[index] else {
      throw DecoderError(.damagedSample, "the decoder gave no picture for it", sample: index)
    }
    uses[index, default: 1] -= 1
    if uses[index] == 0 { pictures[index] = nil }
    return try result.get()
  }
}
