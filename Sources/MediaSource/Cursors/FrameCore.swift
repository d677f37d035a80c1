import CoreMedia
import MovieFile

/// Finds and decodes a track's frames.
///
/// Unchecked, because it belongs to one thread at a time: that of its cursor, or of the scheduler's lane that holds it.
package final class FrameCore: @unchecked Sendable {
  package let track: any CodedTrack
  package private(set) lazy var decoder = PictureDecoder(track, threads: threads) { [unowned self] in
    cancellation?.isCancelled ?? false
  }
  private let threads: Int
  let formats = PictureFormats()
  private var cancellation: Cancellation?
  private var pieces: EditedTimeline?
  /// The last picture that was given, and when the one after it starts, in the media.
  private var last: (picture: PictureDecoder.Picture, next: Int64?)?

  /// - Parameter threads: how many its decoder has, 1 or more.
  package init(_ track: any CodedTrack, threads: Int = DecoderSession.threads) {
    (self.track, self.threads) = (track, threads)
  }

  package func timeline() throws -> EditedTimeline {
    if let pieces { return pieces }
    let pieces = try EditedTimeline(
      checking: track.edits, timescale: track.timescale, mediaEnd: track.presentationEnd())
    self.pieces = pieces
    return pieces
  }

  func withCancellation<Value>(_ cancellation: Cancellation, _ body: () throws -> Value) throws -> Value {
    self.cancellation = cancellation
    defer { self.cancellation = nil }
    return try body()
  }

  package func frame(at time: CMTime, _ cancellation: Cancellation) throws -> DecodedFrame {
    try withCancellation(cancellation) {
      guard let piece = try timeline().piece(at: time), piece.mediaStart != nil,
        let index = try visible(atOrBefore: piece.mediaTime(at: time, timescale: track.timescale))
      else { throw DecoderError(.nothingThere, "nothing is shown at \(time.positionText)") }
      return try frame(picture(index), in: piece)
    }
  }

  /// A picture with its times in a piece of the timeline.
  package func frame(_ picture: PictureDecoder.Picture, in piece: EditedTimeline.Piece) throws -> DecodedFrame {
    let start = piece.time(ofMedia: picture.sample.presentationTime, timescale: track.timescale)
    let next = try nextStart(after: picture.sample)
    let end = piece.rate == 0 ? piece.end : min(piece.end, piece.time(ofMedia: next, timescale: track.timescale))
    return DecodedFrame(time: start, duration: end - start, picture: picture, formats: formats)
  }

  func nextStart(after sample: CodedSample) throws -> Int64 {
    var next = try track.presentationTime(after: sample.presentationTime)
    while let time = next, let index = try track.sampleShown(at: time), try isHidden(index) {
      next = try track.presentationTime(after: time)
    }
    return next ?? sample.presentationTime + sample.duration
  }

  /// The sample that is shown at a time of the media; those that are decoded and not shown don't count.
  package func visible(atOrBefore time: Int64) throws -> Int? {
    var index = try track.sampleShown(at: time)
    while let hidden = index, try isHidden(hidden) {
      index = try track.sampleShown(at: track.sample(hidden).presentationTime - 1)
    }
    return index
  }

  package func isHidden(_ index: Int) throws -> Bool {
    let sample = try track.sample(index)
    if sample.size == 0 { return true }
    guard track.formats.indices.contains(sample.formatIndex) else { return false }
    let format = track.formats[sample.formatIndex]
    guard format.codec == .vp8 || (format.codec == .mpeg4 && sample.size <= 8) else { return false }
    return try track.bytes(of: sample).withUnsafeBytes { SampleInspection(format.stream).isHidden($0) }
  }

  package func picture(_ index: Int) throws -> PictureDecoder.Picture {
    if let last, last.picture.sample.index == index { return last.picture }
    let sample = try track.sample(index)
    let picture: PictureDecoder.Picture
    if let last, decoder.isRunning, sample.place > last.picture.sample.place, try decoder.isAhead(index) {
      picture = try advance(to: index)
    } else if let last, sample.presentationTime == last.next {
      try decoder.run(from: index)
      picture = try advance(to: index)
    } else {
      picture = try decoder.picture(index)
    }
    last = (picture, try nextStart(after: picture.sample))
    return picture
  }

  /// Goes on with a run until a picture comes.
  private func advance(to index: Int) throws -> PictureDecoder.Picture {
    while true {
      do {
        guard let picture = try decoder.nextPicture() else { break }
        if picture.sample.index == index { return picture }
      } catch let error as DecoderError {
        // The times of other pictures are not needed.
        if error.sample == index || error.sample == nil { throw error }
      }
    }
    return try decoder.picture(index)
  }
}
