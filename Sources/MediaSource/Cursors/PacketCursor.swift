package import GStreamer
import CoreMedia
import MovieFile

/// Reads the coded samples of a track in decoding order, edit after edit.
///
/// Times are the media's own; segments say what of them is shown when. An edit, and a range within it, begins with the sync sample that
/// its first frame needs, and for audio with the packets that the decoder needs to hear first; what is shown before the segment's start
/// is for the decoder only. Coded samples come forwards only. A cursor reads from a file, so it never runs on the cooperative pool, and
/// belongs to one thread at a time.
package final class PacketCursor {
  /// A piece of the timeline that shows a piece of the media.
  package struct Segment: Hashable, Sendable {
    /// The part of the media that is shown, in units of the track's timescale.
    package var media: Range<Int64>
    /// The time on the track's timeline at which it begins.
    package let time: CMTime
    /// Seconds of the media a second, in units of 1/65536; 0 holds one frame.
    package let rate: Int32
    /// The number of the segment in the range, from 0.
    package let number: Int
  }

  /// A coded sample with the segment that shows it; of uncompressed audio, as many samples as lie together in the file, as one.
  package struct Packet {
    package let sample: CodedSample
    package let format: CodedFormat
    package let segment: Segment
    /// Empty if the cursor leaves them in the file.
    package let bytes: Buffer
  }

  package let track: any CodedTrack
  private let timeline: EditedTimeline
  /// The stamps of the times that are asked for.
  package let stamps: FrameStamps
  private var range = CMTimeRange.wholeTimeline
  private var pieces: [EditedTimeline.Piece] = []
  private var segment: Segment?
  /// The index of the sample of the segment that is decoded last of those shown in it; -1 if it is not known.
  private var lastShown = -1
  private var segmentCount = 0
  /// The last sample that was given or, before the first of a segment, the one to begin with.
  private var last: CodedSample?
  private var isFirst = false
  private var lastDuration: Int64 = 0

  private let readsBytes: Bool
  private let defersBytes: Bool
  private let reader: SampleReader
  /// The bytes with which a sample is worth leaving in its file.
  private static let leastDeferred = 4096

  /// - Parameters:
  ///   - range: The part of the timeline; all of it by default.
  ///   - readsBytes: False if the places of samples in their file are all that is wanted.
  ///   - defersBytes: True if bytes that are in a file may be read when they are first mapped.
  /// - Throws: Errors of reading the track's tables.
  package init(
    _ track: any CodedTrack, range: CMTimeRange = .wholeTimeline, readsBytes: Bool = true, defersBytes: Bool = false
  ) throws {
    (self.track, self.readsBytes, self.defersBytes) = (track, readsBytes, defersBytes)
    reader = SampleReader(track)
    timeline = EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: try track.presentationEnd())
    stamps = FrameStamps(track, timeline)
    move(to: range)
  }

  /// The end of the track's timeline.
  package var end: CMTime { timeline.end }

  /// Goes on in another range.
  package func move(to range: CMTimeRange) {
    let range = stamps.range(range)
    self.range = range
    pieces = timeline.pieces.filter { $0.mediaStart != nil && $0.start < range.end && $0.end > range.start }
    (segment, segmentCount) = (nil, 0)
  }

  /// The next coded sample; nil after the last.
  ///
  /// - Throws: `DecoderError` for a sample whose format is not described; errors of reading it. `CancellationError`.
  package func next(_ cancellation: Cancellation = Cancellation()) throws -> Packet? {
    while true {
      if cancellation.isCancelled { throw CancellationError() }
      guard let current = segment else {
        guard try enterPiece() else { return nil }
        continue
      }
      let end = current.media.upperBound
      guard let sample = try nextSample(),
        sample.decodeTime < end || sample.presentationTime < end || sample.index <= lastShown
      else {
        segment = nil
        continue
      }
      let format = try track.format(of: sample)
      let run = try bytes(from: sample, format, before: current.media.upperBound)
      (last, isFirst) = (run.last, false)
      var whole = sample
      whole.duration = run.last.decodeTime + run.last.duration - sample.decodeTime
      whole.size = readsBytes ? run.buffer.byteCount : sample.size * run.count
      let shown = try shortened(current, to: whole, last: run.last, format)
      segment = shown
      lastDuration = whole.duration
      return Packet(sample: whole, format: format, segment: shown, bytes: run.buffer)
    }
  }

  /// The bytes of a sample; of uncompressed audio, whose samples are frames, those of many up to a time.
  private func bytes(from sample: CodedSample, _ format: CodedFormat, before end: Int64) throws -> SampleBytes {
    let isUncompressed = format.pcm != nil && sample.duration == 1 && end > sample.decodeTime
    if !readsBytes {
      let limit = isUncompressed ? Int(clamping: min(end - sample.decodeTime, 1 << 16)) : 1
      let last = try track.lastTogether(from: sample, count: limit)
      return SampleBytes(buffer: Buffer(copying: [UInt8]()), count: last.index - sample.index + 1, last: last)
    }
    guard isUncompressed else {
      return SampleBytes(buffer: try deferred(sample) ?? reader.bytes(of: sample), count: 1, last: sample)
    }
    let limit = max(1, 16384 / max(1, sample.size))
    return try track.bytes(from: sample, count: min(limit, Int(clamping: end - sample.decodeTime)))
  }

  /// Returns the bytes of a sample where they are in its file; nil if they have to be read, or soon are.
  private func deferred(_ sample: CodedSample) throws -> Buffer? {
    guard defersBytes, sample.size >= Self.leastDeferred, sample.offset >= 0,
      let file = try reader.source(of: sample), Int64(sample.size) <= file.size - sample.offset
    else { return nil }
    return Buffer(deferred: FileRange(sample.offset..<sample.offset + Int64(sample.size), of: file))
  }

  private func nextSample() throws -> CodedSample? {
    guard let last, !isFirst else { return last }
    return try track.sample(after: last)
  }

  /// The last packet of audio may count for less than it holds; of a track that is still coming, that is known only now.
  private func shortened(
    _ segment: Segment, to sample: CodedSample, last: CodedSample, _ format: CodedFormat
  ) throws -> Segment {
    let heard = track.heardEnd(of: last) - sample.decodeTime
    guard track.isOpen, heard < max(sample.duration, lastDuration), !format.codec.isVideo,
      try track.sample(after: last) == nil
    else { return segment }
    var segment = segment
    let end = min(segment.media.upperBound, sample.presentationTime + heard)
    segment.media = min(segment.media.lowerBound, end)..<end
    return segment
  }

  private func enterPiece() throws -> Bool {
    guard var piece = pieces.first else { return false }
    pieces.removeFirst()
    let start = piece.mediaTime(at: max(range.start, piece.start), timescale: track.timescale)
    let time = piece.time(ofMedia: start, timescale: track.timescale)
    piece.end = min(piece.end, range.end)
    let end = piece.mediaEnd(timescale: track.timescale)
    last = try firstSample(for: start)
    isFirst = true
    segment = Segment(media: start..<max(start, end), time: time, rate: piece.rate, number: segmentCount)
    segmentCount += 1
    lastShown = try lastIndex(ofThoseShownBefore: max(start, end))
    return true
  }

  /// The most frames that H.264 and HEVC decode before one that is shown earlier (ISO/IEC 14496-10, A.3.1).
  private static let greatestReordering = 16

  /// Returns the index of the sample that is decoded last of those shown before a time; -1 where decode times tell it.
  ///
  /// Matroska has no decode times: those of a track without delay may be later than the end while such samples are still to come.
  private func lastIndex(ofThoseShownBefore end: Int64) throws -> Int {
    guard track.isReordered, !track.isOpen, var shown = try track.sample(shownAt: end - 1) else { return -1 }
    var index = shown.index
    for _ in 0..<Self.greatestReordering {
      guard let before = try track.sample(shownAt: shown.presentationTime - 1), before.index != shown.index else {
        break
      }
      shown = before
      index = max(index, shown.index)
    }
    return index
  }

  /// The sample that decoding begins with; nil if the track has none.
  private func firstSample(for time: Int64) throws -> CodedSample? {
    guard let shown = try track.sample(shownAt: time) else { return try track.firstSample() }
    if let codec = track.formats.first?.codec, !codec.isVideo {
      // A subtitle, a time code and the like depends on no other.
      guard codec.kind == .audio else { return shown }
      guard let preRoll = codec.preRoll else { return try track.firstSample() }
      return try track.sample(preRoll, before: shown)
    }
    // A frame that is shown before the sync sample of its open group depends on the group before.
    return try track.decodingStart(of: shown)
  }
}

extension PacketCursor.Segment {
  /// The time at which a time of the media is on the track's timeline, also outside of the segment.
  package func time(of media: Int64, _ timescale: Int32) -> CMTime {
    time + paced(CMTime(value: media - self.media.lowerBound, timescale: timescale))
  }

  /// A duration of the media, as the segment plays it.
  package func paced(_ duration: CMTime) -> CMTime {
    rate == 65536 || rate <= 0 ? duration : CMTimeMultiplyByRatio(duration, multiplier: 65536, divisor: rate)
  }
}
