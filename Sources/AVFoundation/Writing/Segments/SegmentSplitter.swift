import Foundation
internal import MovieFile

/// Splits the bytes of a movie in fragments into segments: its headers, then groups of fragments.
///
///     ftyp moov │ moof mdat  moof mdat │ moof mdat │ …  mfra
///     initialization       separable     separable      left out
///
/// A segment begins with the first fragment at or after a multiple of the interval, counted from an origin, that starts with a sync
/// sample of video, or with any if there is no video; or where the program has ended the one before, which a box says ('styp').
struct SegmentSplitter {
  struct Segment {
    let type: AVAssetSegmentType
    let bytes: Data
    let report: AVAssetSegmentReport
  }

  private let interval: CMTime
  private let origin: () -> CMTime
  private var headers = Data()
  private var hasHeaders = false
  /// The bytes of boxes that are not complete.
  private var rest = Data()
  /// Complete boxes of the fragment that is being read.
  private var fragment = Data()
  /// Complete fragments of the segment.
  private var segment = Data()
  private var boundary: CMTime?

  /// - Parameter origin: Returns the time of the movie from which intervals count; called once there is a fragment.
  init(interval: CMTime, origin: @escaping () -> CMTime = { .zero }) {
    (self.interval, self.origin) = (interval, origin)
  }

  /// Takes bytes.
  ///
  /// - Returns: The segments that are complete.
  /// - Throws: `MovieError` for bytes that are no movie in fragments.
  mutating func append(_ bytes: Data) throws -> [Segment] {
    rest.append(bytes)
    var segments: [Segment] = []
    while let (type, box) = nextBox() {
      switch type {
      case "ftyp", "moov":
        headers.append(box)
        guard type == "moov" else { continue }
        hasHeaders = true
        segments.append(
          Segment(
            type: .initialization, bytes: headers,
            report: AVAssetSegmentReport(.initialization, try tracks(of: Data()))))
      case "mfra", "free": continue
      case "styp":
        // The program has ended the segment.
        if let segment = try endSegment() { segments.append(segment) }
        fragment.append(box)
      default:
        fragment.append(box)
        if type == "mdat" { segments += try endFragment() }
      }
    }
    return segments
  }

  /// Returns the last segment; nil if there is none.
  mutating func finish() throws -> Segment? { try endSegment() }

  /// Takes a complete box out of the bytes.
  private mutating func nextBox() -> (type: String, box: Data)? {
    guard rest.count >= 8 else { return nil }
    let bytes = [UInt8](rest.prefix(16))
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    var size = number(0..<4)
    if size == 1 {
      guard bytes.count == 16 else { return nil }
      size = number(8..<16)
    }
    guard size >= 8, let count = Int(exactly: size), rest.count >= count else { return nil }
    let box = rest.prefix(count)
    rest.removeFirst(count)
    return (String(decoding: bytes[4..<8], as: UTF8.self), Data(box))
  }

  private mutating func endFragment() throws -> [Segment] {
    defer { fragment = Data() }
    let reports = try tracks(of: fragment)
    let video = reports.first { $0.mediaType == .video }
    let time = (video ?? reports.first { $0.earliestPresentationTimeStamp.isNumeric })?.earliestPresentationTimeStamp
    let canBegin = video?.firstVideoSampleInformation?.isSyncSample ?? (video == nil)
    var segments: [Segment] = []
    if let time, time.isNumeric {
      // Frames may begin a little after the boundary that their fragment begins at, and audio a little before.
      if let boundary, canBegin, time + CMTime(value: 1, timescale: 50) >= boundary, let segment = try endSegment() {
        segments.append(segment)
      }
      if segment.isEmpty { boundary = nextBoundary(after: time, from: boundary ?? origin()) }
    }
    segment.append(fragment)
    return segments
  }

  /// Returns the first multiple of the interval after a time, counted from an origin; nil without an interval.
  private func nextBoundary(after time: CMTime, from origin: CMTime) -> CMTime? {
    guard interval.isNumeric, interval > .zero else { return nil }
    let elapsed = max(.zero, time - origin)
    guard elapsed.isNumeric else { return nil }
    let passed =
      Int128(elapsed.value) * Int128(interval.timescale) / (Int128(interval.value) * Int128(elapsed.timescale))
    let units = Int128(interval.value).multipliedReportingOverflow(by: passed + 1)
    guard !units.overflow else { return nil }
    return origin + CMTime(value: Int64(clamping: units.partialValue), timescale: interval.timescale)
  }

  private mutating func endSegment() throws -> Segment? {
    guard !segment.isEmpty else { return nil }
    defer { segment = Data() }
    return Segment(type: .separable, bytes: segment, report: AVAssetSegmentReport(.separable, try tracks(of: segment)))
  }

  /// Returns what fragments hold, by track.
  private func tracks(of fragments: Data) throws -> [AVAssetSegmentTrackReport] {
    let movie = try Movie(source: MemoryByteSource([UInt8](headers + fragments)))
    return try movie.tracks.map { track in
      let (id, type) = (CMPersistentTrackID(clamping: track.id), AVMediaType(track.handlerType.text))
      let table = fragments.isEmpty ? nil : try track.samples()
      guard let table, table.count > 0 else {
        return AVAssetSegmentTrackReport(id, type, start: .invalid, duration: .invalid, first: nil)
      }
      let (range, first) = (table.presentationRange, try table[0])
      // An edit leaves out the beginning of a track that is late.
      let delay = track.edits?.first?.mediaTime ?? 0
      func time(_ units: Int64) -> CMTime { CMTime(value: max(0, units - delay), timescale: table.timescale) }
      let (start, end) = (time(range.lowerBound), time(range.upperBound))
      let information =
        type == .video
        ? AVAssetSegmentReportSampleInformation(
          at: time(first.presentationTime), offset: Int(first.offset) - headers.count, length: first.size,
          isSync: first.flags.contains(.sync)) : nil
      return AVAssetSegmentTrackReport(
        id, type, start: start, duration: end - start, first: information)
    }
  }
}
