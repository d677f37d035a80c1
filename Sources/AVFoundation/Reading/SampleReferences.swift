internal import MediaSource
internal import MovieFile

/// Finds the places of a track's samples in a movie.
///
/// Unchecked, because its cursor is touched under its lock alone.
final class SampleReferences: @unchecked Sendable {
  private let lock = NSLock()
  private let movie: Movie
  private let track: Track
  private let cursor: PacketCursor
  private let url: URL
  /// The ranges that come after the one under way.
  private var ranges: [CMTimeRange] = []

  /// - Throws: `AVError` with `operationNotSupportedForAsset` for files other than movies; what is wrong with the tables.
  init(_ id: CMPersistentTrackID, of file: MediaFile?) throws {
    guard let file, let movie = try file.movie(), let track = movie.track(id: UInt32(clamping: id)) else {
      throw Self.noMovie
    }
    (self.movie, self.track, url) = (movie, track, file.url)
    cursor = try PacketCursor(MovieCodedTrack(track, of: movie, mayLackDecoder: true), readsBytes: false)
  }

  private static var noMovie: AVError {
    AVError(.operationNotSupportedForAsset, reason: "only samples of MPEG-4 and QuickTime files can be referred to")
  }

  /// Returns the error of a track whose file is no movie, or that has none. Of files that cannot be read, the start tells.
  static func problem(of track: AVAssetTrack) -> AVError? {
    guard let file = track.file else { return noMovie }
    if case .success(nil) = Result(catching: { try file.movie() }) { return noMovie }
    return nil
  }

  func move(to ranges: [CMTimeRange]) throws {
    lock.withLock {
      guard let first = ranges.first else { return }
      self.ranges = Array(ranges.dropFirst())
      cursor.move(to: first)
    }
  }

  /// Returns the next samples that lie together; nil after the last.
  func next() throws -> CMSampleBuffer? {
    try lock.withLock {
      while true {
        if let packet = try cursor.next() { return try reference(packet) }
        guard !ranges.isEmpty else { return nil }
        cursor.move(to: ranges.removeFirst())
      }
    }
  }

  private func reference(_ packet: PacketCursor.Packet) throws -> CMSampleBuffer {
    let (sample, segment) = (packet.sample, packet.segment)
    let timescale = cursor.track.timescale
    let frameSize = packet.format.description?.audioStreamBasicDescription.map { Int($0.mBytesPerFrame) } ?? 0
    let isUncompressed = packet.format.codec == .pcm && frameSize > 0 && sample.size % frameSize == 0
    let count = isUncompressed ? sample.size / frameSize : 1
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: packet.format.description, numSamples: count,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: segment.paced(CMTime(value: sample.duration / Int64(max(1, count)), timescale: timescale)),
          presentationTimeStamp: segment.time(of: sample.presentationTime, timescale),
          decodeTimeStamp: packet.format.codec.isVideo ? segment.time(of: sample.decodeTime, timescale) : .invalid)
      ], sampleSizes: [count > 1 ? frameSize : sample.size])
    if packet.format.codec.isVideo, !sample.isSync { buffer.sampleAttachments[0][.notSync] = true }
    let description =
      track.sampleDescriptions.indices.contains(sample.formatIndex)
      ? track.sampleDescriptions[sample.formatIndex] : nil
    let location = try description.flatMap { try movie.mediaLocation($0, in: track) } ?? url
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_SampleReferenceURL, value: location as NSURL,
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_SampleReferenceByteOffset, value: NSNumber(value: sample.offset),
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    return buffer
  }
}
