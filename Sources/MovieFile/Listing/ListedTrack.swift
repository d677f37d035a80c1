/// A sample of a listing. Times are in units of the track's timescale, on the media's own timeline.
public struct ListedSample: Hashable, Sendable {
  /// The index in the order of the file, from 0.
  public var index: Int
  /// The presentation time.
  public var presentationTime: Int64
  /// The decode time; no later than the presentation time.
  public var decodeTime: Int64
  /// The duration on the decoding timeline.
  public var duration: Int64
  /// The size in bytes.
  public var size: Int
  /// The offset in the file; nil if the container splits samples, or if it is unknown.
  public var offset: Int64?
  /// The kind of random access.
  public var kind: Kind

  public enum Kind: Sendable {
    case sync
    /// Frames that are decoded later and presented earlier are lost.
    case partialSync
    case other
  }

  public init(
    index: Int, presentationTime: Int64, decodeTime: Int64, duration: Int64, size: Int, offset: Int64?, kind: Kind
  ) {
    self.index = index
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime
    self.duration = duration
    self.size = size
    self.offset = offset
    self.kind = kind
  }
}

/// A track of any file with its samples, for a listing.
public struct ListedTrack: Sendable {
  /// Calls a body with all samples, in the order of the file.
  public typealias Walk = @Sendable (_ body: (ListedSample) throws -> Void) throws -> Void

  /// The track's number in its file.
  public let id: UInt32
  /// The media type by QuickTime's handlers, such as `vide` or `soun`.
  public let mediaType: String
  /// The four-character code of the codec, or another name if it has none; empty if unknown.
  public let codec: String
  /// The units per second of the samples' times.
  public let timescale: Int32
  public let sampleCount: Int
  let timeline: TrackTimeline
  /// The units per second of the timeline.
  let timelineScale: Int32
  let forEachSample: Walk

  /// - Parameters:
  ///   - timeline: The mapping of the media to the timeline.
  ///   - timelineScale: The units per second of the timeline's times, or a multiple.
  public init(
    id: UInt32, mediaType: String, codec: String, timescale: Int32, sampleCount: Int, timeline: TrackTimeline,
    timelineScale: Int32, forEachSample: @escaping Walk
  ) {
    self.id = id
    self.mediaType = mediaType
    self.codec = codec
    self.timescale = timescale
    self.sampleCount = sampleCount
    self.timeline = timeline
    self.timelineScale = timelineScale
    self.forEachSample = forEachSample
  }

  /// Lists a track of a movie. If negative composition offsets present samples before their decode time, all decode
  /// times are shifted by the largest such difference.
  ///
  /// - Throws: The error of its samples; `excessive` if there are more than bytes in the file.
  public init(_ track: Track) throws(MovieError) {
    let table = try track.samples()
    try table.checkLength(of: "the track", in: track.box)
    self.init(
      id: track.id, mediaType: track.handlerType.text, codec: track.sampleDescriptions.first?.format.text ?? "",
      timescale: track.timescale, sampleCount: table.count, timeline: try track.timeline(),
      timelineScale: track.movieTimescale, forEachSample: table.listed)
  }

  /// Lists the audio of a file, in whole packets; priming has negative times.
  public init(_ file: any AudioFile) throws(MovieError) {
    let table = try file.samples()
    try table.checkLength(of: "the file", in: nil)
    let (gapless, headerSize) = (file.gapless, file.headerSize)
    let edits = gapless.map { gapless in
      let priming = CMTimeConvertScale(
        CMTime(value: gapless.priming, timescale: gapless.sampleRate), timescale: table.timescale, method: .default)
      return [Edit(duration: gapless.sampleCount, mediaTime: priming.value, rate: .one)]
    }
    let scale = gapless?.sampleRate ?? table.timescale
    self.init(
      id: 1, mediaType: "soun", codec: BoxType(rawValue: file.formatDescription.mediaSubType.rawValue).text,
      timescale: table.timescale, sampleCount: table.count,
      timeline: TrackTimeline(
        edits: edits, mediaEnd: table.decodeEnd, timescale: table.timescale, movieTimescale: scale),
      timelineScale: scale
    ) { body in
      try table.listed { sample in
        var sample = sample
        sample.size += headerSize
        sample.offset? -= Int64(headerSize)
        try body(sample)
      }
    }
  }
}

extension SampleTable {
  /// Each packet needs a byte in the file; a table of a hundred bytes must not fill a disk with text.
  fileprivate func checkLength(of whole: String, in box: Box?) throws(MovieError) {
    let packets = layout.hasFrames ? count / 1024 : count
    guard Int64(packets) > max(layout.source.size, 1 << 20) else { return }
    let message = "\(whole) says that it has \(count) samples"
    throw box.map { .excessive(message, in: $0) } ?? MovieError(.excessive, message, file: layout.source.name)
  }

  /// Calls a body with all samples; PCM frames are listed in packets.
  fileprivate func listed(_ body: (ListedSample) throws -> Void) throws {
    var problem: (any Error)?
    let lead = largestLead
    try forEachPacket { sample throws(MovieError) in
      guard problem == nil else { return }
      do {
        try body(
          ListedSample(
            index: sample.index, presentationTime: sample.presentationTime, decodeTime: sample.decodeTime - lead,
            duration: sample.duration, size: sample.size, offset: sample.offset,
            kind: sample.isSync ? .sync : sample.flags.contains(.partialSync) ? .partialSync : .other))
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }
}
