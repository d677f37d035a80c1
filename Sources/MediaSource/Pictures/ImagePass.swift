import CoreMedia

/// The frames of one group of requests, each decoded once. Used by one thread at a time, never one of the cooperative
/// pool.
final class ImagePass {
  private let core: FrameCore
  private let group: ImagePlan.Group
  private var next = 0
  /// Decoded frames that are still needed.
  private var pictures: [Int: Result<PictureDecoder.Picture, DecoderError>] = [:]
  /// The number of remaining requests for a sample's frame.
  private var uses: [Int: Int] = [:]
  private var hasBegun = false

  init(_ core: FrameCore, _ group: ImagePlan.Group) {
    self.core = core
    self.group = group
    for case (_, .success(let choice)) in group.requests { uses[choice.index, default: 0] += 1 }
  }

  var isDone: Bool { next == group.requests.count }

  /// Returns the result of the group's next request, of which there must be one.
  ///
  /// - Throws: `CancellationError`; a later call continues with the same request.
  func answer(_ cancellation: Cancellation) throws -> ImageBatch.Answer {
    try core.withCancellation(cancellation) {
      if cancellation.isCancelled { throw CancellationError() }
      let (position, choice) = group.requests[next]
      let frame = Result { try self.frame(choice.get()) }
      if case .failure(let error as CancellationError) = frame, cancellation.isCancelled { throw error }
      next += 1
      return ImageBatch.Answer(request: position, frame: frame)
    }
  }

  private func frame(_ choice: ImageSearch.Choice) throws -> ImageBatch.Frame {
    let picture = try group.samples.count > 1 ? picture(choice.index) : core.picture(choice.index)
    let (formats, format) = (core.track.formats, picture.sample.formatIndex)
    return ImageBatch.Frame(
      choice: choice, picture: picture,
      description: formats.indices.contains(format) ? formats[format].description : nil)
  }

  private func picture(_ index: Int) throws -> PictureDecoder.Picture {
    try begin()
    while pictures[index] == nil, let (arrived, result) = try core.decoder.nextOfPass() { pictures[arrived] = result }
    guard let result = pictures[index] else {
      throw DecoderError(.damagedSample, "the decoder gave no picture for it", sample: index)
    }
    uses[index, default: 1] -= 1
    if uses[index] == 0 { pictures[index] = nil }
    return try result.get()
  }

  private func begin() throws {
    guard !hasBegun else { return }
    do {
      try core.decoder.pass(over: group.samples)
    } catch let error as DecoderError {
      for index in group.samples { pictures[index] = .failure(error) }
    }
    hasBegun = true
  }
}
