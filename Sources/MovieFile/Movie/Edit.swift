/// A segment of a track's timeline, and the part of the media that it shows (ISO/IEC 14496-12, clause 8.6.6, 'elst').
public struct Edit: Hashable, Sendable {
  /// The duration, in units of the movie's timescale; 0 in a fragmented movie means up to the end.
  public var duration: Int64
  /// The start in the media, in units of the media's timescale; nil for an empty edit.
  public var mediaTime: Int64?
  /// The playback rate of the media, 1 for normal, 0 for a still frame; 16 binary places.
  public var rate: FixedPoint

  public init(duration: Int64, mediaTime: Int64?, rate: FixedPoint) {
    self.duration = duration
    self.mediaTime = mediaTime
    self.rate = rate
  }

  /// Reads the edits of an 'edts' box; nil if there is no list.
  static func list(in edts: Box, window: ByteWindow) throws(MovieError) -> [Edit]? {
    var children = BoxSequence(in: edts, window: window)
    guard let box = try children.first("elst") else { return nil }
    var reader = PayloadReader(box, window: window)
    let (version, _) = try reader.versionAndFlags()
    let count = try reader.u32()
    let stride: Int64 = version == 1 ? 20 : 12
    guard Int64(count) <= reader.remaining / stride else {
      throw .malformed("'elst' says that it holds \(count) edits in \(reader.remaining) bytes", in: box)
    }
    guard count <= 16_384 else {
      throw .excessive("'elst' has \(count) edits", in: box)
    }
    var edits: [Edit] = []
    edits.reserveCapacity(Int(count))
    for number in 1...max(count, 1) where count > 0 {
      let duration = try reader.unsigned(version: version)
      let time = version == 1 ? try reader.i64() : Int64(try reader.i32())
      let rate = try reader.i32()
      guard duration < 1 << 62, time >= -1, time < 1 << 62 else {
        throw .malformed("edit \(number) has duration \(duration) and media time \(time)", in: box, at: reader.position)
      }
      edits.append(
        Edit(duration: Int64(duration), mediaTime: time < 0 ? nil : time, rate: FixedPoint(rate, fractionBits: 16)))
    }
    return edits
  }
}
