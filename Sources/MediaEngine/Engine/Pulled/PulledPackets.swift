package import MediaSource
package import GStreamer
package import CoreMedia

/// A coded sample that a program has pulled through a graph; times are on the track's timeline.
package struct PulledPacket {
  package let buffer: Buffer
  package let format: CodedFormat
  package let time: CMTime
  package let decodeTime: CMTime
  package let duration: CMTime
  /// The part of the timeline that the sample's edit, or the wanted range of it, shows.
  package let shown: CMTimeRange
  /// Its dependencies, as far as the file has them.
  let stored: StoredSample
}

/// Coded samples that are read when they are asked for. Belongs to the thread of its sink.
package protocol PulledPackets: AnyObject {
  /// The next sample in decoding order; nil after the last.
  func next(_ cancellation: Cancellation) throws -> PulledPacket?
  /// Goes on in another range, with the samples that its first one depends on.
  func move(to range: CMTimeRange)
}

/// The coded samples of a track, edit after edit.
final class TrackPackets: PulledPackets {
  private let cursor: PacketCursor
  init(_ track: any CodedTrack, in range: CMTimeRange) throws {
    cursor = try PacketCursor(track, range: range, defersBytes: true)
  }

  func move(to range: CMTimeRange) { cursor.move(to: range) }

  func next(_ cancellation: Cancellation) throws -> PulledPacket? {
    guard let packet = try cursor.next(cancellation) else { return nil }
    let (sample, segment, timescale) = (packet.sample, packet.segment, cursor.track.timescale)
    if packet.format.codec.isVideo, !sample.isSync { packet.bytes.setFlags(.deltaUnit) }
    let duration = CMTime(value: sample.duration, timescale: timescale)
    return PulledPacket(
      buffer: Buffer(retaining: packet.bytes.buffer), format: packet.format,
      time: segment.time(of: sample.presentationTime, timescale),
      decodeTime: segment.time(of: sample.decodeTime, timescale), duration: segment.paced(duration),
      shown: CMTimeRange(start: segment.time, end: segment.time(of: segment.media.upperBound, timescale)),
      stored: StoredSample(flags: sample.flags, rollDistance: sample.rollDistance))
  }
}
