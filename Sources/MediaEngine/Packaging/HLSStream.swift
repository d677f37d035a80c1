internal import MediaSource
import CoreMedia
import Foundation
import MovieFile

/// A stream of a presentation: one track, cut into segments.
final class HLSStream {
  let draft: TrackDraft
  /// Its folder in the presentation, which is its name in errors too.
  let name: String
  /// The parts of the track that are shown.
  var shown: [TrackTimeline.Segment]?
  /// The number of cuts that are behind the stream's last segment.
  var cutCount = 0
  private let form: HLSWriter.Form
  private var packer: (any SegmentPacker)?
  /// The samples of the next segments, in decoding order.
  private var pending: [PackedSample] = []
  private(set) var segments: [Segment] = []
  private(set) var isEnded = false

  /// A segment that was written.
  struct Segment {
    let file: String
    let size: Int64
    /// The number of bytes that its first sample is read from.
    let firstSampleEnd: Int64
    /// When it begins to be shown, in the presentation.
    let start: CMTime
  }

  private var rate = HLSFrameRate()

  init(_ draft: TrackDraft, name: String, form: HLSWriter.Form) {
    (self.draft, self.name, self.form) = (draft, name, form)
  }

  var isVideo: Bool { draft.handlerType == "vide" }

  /// The distance from the samples' times to those of the presentation.
  private var offset: CMTime {
    guard let first = shown?.first(where: { $0.source != nil }), let source = first.source else { return .zero }
    return first.target.start - source.start
  }

  /// Returns a time of the samples in the presentation.
  func time(_ units: Int64) -> CMTime { CMTime(value: units, timescale: draft.timescale) + offset }

  /// The end of the stream in the presentation.
  var end: CMTime {
    let last = pendingEnd ?? lastEnd
    return shown?.last?.target.end ?? last
  }
  private var lastEnd = CMTime.zero
  private var pendingEnd: CMTime? { pending.map { time($0.sample.presentationTime + $0.sample.duration) }.max() }

  func append(_ sample: MovieFile.Sample, _ bytes: MovieFile.SampleBytes) {
    pending.append(PackedSample(sample: sample, bytes: bytes))
  }

  func finish() { isEnded = true }

  // MARK: - Segments

  /// The frames' times may differ from the cut by rounding.
  private static let tolerance = CMTime(value: 1, timescale: 1000)

  /// Writes the samples before a cut as a segment, once all of them are there.
  ///
  /// - Returns: False if some may follow.
  /// - Throws: `notStorable` if a stream of video has no key frame at the cut.
  func close(before cut: CMTime, of reference: String, in folder: String) throws(MovieError) -> Bool {
    guard let index = pending.firstIndex(where: { time($0.sample.presentationTime) + Self.tolerance >= cut }) else {
      return false
    }
    if isVideo {
      let first = pending[index].sample
      guard first.isSync, time(first.presentationTime) <= cut + Self.tolerance else {
        throw MovieError(
          .notStorable,
          "'\(name)' has no key frame at \(cut.clockText), where a segment of '\(reference)' begins: its groups of pictures "
            + "must be closed and begin together")
      }
    }
    try write(index, before: isVideo ? pending[index].sample.presentationTime : nil, in: folder)
    return true
  }

  /// Writes the rest as the last segment.
  func closeLast(in folder: String) throws(MovieError) {
    lastEnd = pendingEnd ?? lastEnd
    try write(pending.count, before: nil, in: folder)
  }

  /// Writes the headers that segments share.
  ///
  /// - Returns: The name of their file; nil without any.
  func writeHeaders(in folder: String) throws(MovieError) -> String? {
    guard let bytes = try packer?.finish(shown) else { return nil }
    return try write(bytes, to: "init.mp4", in: folder)
  }

  /// - Parameter end: The presentation of the next segment's first sample.
  private func write(_ count: Int, before end: Int64?, in folder: String) throws(MovieError) {
    guard count > 0 else { return }
    var samples = Array(pending[..<count])
    pending.removeFirst(count)
    order(&samples, before: end)
    if packer == nil {
      packer = form == .ts ? try TransportSegmentPacker(draft) : try MovieSegmentPacker(draft, shown)
    }
    guard
      let packed = try MovieError.naming(
        stream: name,
        { () throws(MovieError) in
          try packer?.pack(samples, offset: offset)
        }), let packer
    else { return }
    let number = String(segments.count + 1)
    let file = "segment-\(String(repeating: "0", count: max(0, 5 - number.count)))\(number).\(packer.fileExtension)"
    _ = try write(packed.bytes, to: file, in: folder)
    let first = samples.map(\.sample.presentationTime).min() ?? 0
    let start = time(first)
    segments.append(
      Segment(
        file: file, size: Int64(packed.bytes.count), firstSampleEnd: Int64(packed.firstSampleEnd),
        start: max(start, shown?.first?.target.start ?? start)))
  }

  /// Gives samples their decode times and durations: the nth is decoded when the nth is shown.
  private func order(_ samples: inout [PackedSample], before end: Int64?) {
    guard isVideo else {
      for index in samples.indices { samples[index].sample.decodeTime = samples[index].sample.presentationTime }
      return
    }
    let times = samples.map(\.sample.presentationTime).sorted()
    let last = samples.max { $0.sample.presentationTime < $1.sample.presentationTime }
    for index in samples.indices {
      let next = index + 1 < times.count ? times[index + 1] : end ?? times[index] + (last?.sample.duration ?? 0)
      samples[index].sample.decodeTime = times[index]
      let duration = max(0, next - times[index])
      samples[index].sample.duration = duration
      if index + 1 < times.count || end != nil { rate.add(duration) }
    }
  }

  private func write(_ bytes: [UInt8], to file: String, in folder: String) throws(MovieError) -> String {
    try HLSWriter.write(bytes, to: "\(name)/\(file)", in: folder)
    return file
  }

  // MARK: - Facts

  /// The frames a second; nil without any.
  var frameRate: Double? { rate.value(timescale: draft.timescale) }

  /// The dynamic range if the format says a high one.
  var videoRange: HLSPlaylist.VideoRange? {
    guard isVideo, let entry = draft.sampleEntries.first,
      let format = try? entry.formatDescription(handlerType: draft.handlerType)
    else { return nil }
    switch format.extensions[.transferFunction]?.propertyListRepresentation as? NSString {
    case kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: return .hybridLogGamma
    case kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: return .perceptualQuantizer
    default: return nil
    }
  }

  /// The size at which its frames are shown, in square pixels.
  var size: (width: Int, height: Int)? {
    guard isVideo else { return nil }
    let (width, height) = (Int(draft.width.doubleValue.rounded()), Int(draft.height.doubleValue.rounded()))
    return width > 0 && height > 0 ? (width, height) : draft.sampleEntries.first?.codedSize
  }

  /// The codec, as in RFC 6381.
  func codecString() throws(MovieError) -> String {
    guard let entry = draft.sampleEntries.first else { throw MovieError(.notStorable, "'\(name)' has no format") }
    return try entry.codecString(handlerType: draft.handlerType)
  }
}

extension MovieError {
  /// Calls a body for a stream; errors of its samples name it.
  fileprivate static func naming<R>(stream: String, _ body: () throws(MovieError) -> R) throws(MovieError) -> R {
    do {
      return try body()
    } catch {
      var named = error
      named.message = "'\(stream)': \(error.message)"
      throw named
    }
  }
}
