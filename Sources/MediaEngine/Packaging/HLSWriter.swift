internal import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// Writes a presentation of HTTP Live Streaming (RFC 8216) into a folder: a stream for each track.
///
///     samples of ─┬▶ 1080p ─▶ segments │ segments │ …       cut at the first video's key frames
///     all tracks  ├▶ 720p  ─▶ segments │ segments │ …       its own key frames must be there too
///                 ├▶ audio ─▶ segments │ segments │ …
///                 └▶ subtitles, at the end ─▶ playlists, from what was written
///
/// A segment begins with the first key frame at or after a multiple of the segments' duration.
final class HLSWriter: MediaWriter {
  typealias Form = HLSWrite.Form

  let form: Form
  private let interval: CMTime
  /// The identifiers of the tracks of subtitles that are shown without being asked for, and though subtitles are off.
  let defaultText: UInt32?, forcedTexts: Set<UInt32>
  let folder: String
  private(set) var tracks: [Track] = []
  /// The ends of segments, in the presentation.
  private var cuts: [CMTime] = []
  private var nextBoundary: CMTime?

  enum Track {
    case stream(HLSStream)
    case captions(HLSCaptions)
  }

  /// - Throws: `unwritable` if there is no folder yet.
  init(_ packaging: HLSPackaging) throws(MovieError) {
    guard let folder = packaging.folder.path else {
      throw MovieError(.unwritable, "the folder of the presentation is not there")
    }
    (form, interval, self.folder) = (packaging.form, packaging.segment, folder)
    (defaultText, forcedTexts) = (packaging.defaultText, packaging.forcedTexts)
  }

  var streams: [HLSStream] { tracks.compactMap { if case .stream(let stream) = $0 { stream } else { nil } } }
  var captions: [HLSCaptions] { tracks.compactMap { if case .captions(let captions) = $0 { captions } else { nil } } }

  // MARK: - Tracks

  func addTrack(_ draft: TrackDraft) throws(MovieError) -> Int {
    switch draft.handlerType {
    case "vide":
      try MovieFormat.mp4.check(draft)
      let height = draft.sampleEntries.first?.codedSize?.height ?? 0
      tracks.append(.stream(HLSStream(draft, name: unused("\(height)p"), form: form)))
    case "soun":
      try MovieFormat.mp4.check(draft)
      tracks.append(.stream(HLSStream(draft, name: unused("audio\(Self.suffix(draft))"), form: form)))
    default:
      tracks.append(.captions(HLSCaptions(draft, name: unused("subtitles\(Self.suffix(draft))"))))
    }
    return tracks.count - 1
  }

  private static func suffix(_ draft: TrackDraft) -> String { draft.languageTag.map { "-\($0)" } ?? "" }

  private func unused(_ name: String) -> String {
    let names = Set(tracks.map { if case .stream(let stream) = $0 { stream.name } else { "" } } + captions.map(\.name))
    if !names.contains(name) { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !names.contains($0) } ?? name
  }

  func descriptionCount(ofTrack track: Int) -> Int {
    if case .stream(let stream) = tracks[track] { stream.draft.sampleEntries.count } else { 1 }
  }

  func updateTrack(_ track: Int, _ body: (inout TrackDraft) -> Void) throws(MovieError) {
    guard case .stream(let stream) = tracks[track] else { return }
    var draft = stream.draft
    body(&draft)
    guard draft.sampleEntries == stream.draft.sampleEntries else {
      throw MovieError(.notStorable, "the format of '\(stream.name)' changes, which one playlist does not allow here")
    }
  }

  func setSegments(_ segments: [TrackTimeline.Segment]?, ofTrack track: Int) {
    if case .stream(let stream) = tracks[track] { stream.shown = segments }
  }

  // MARK: - Samples

  func append(_ run: SampleRun, _ bytes: MovieFile.SampleBytes, toTrack track: Int) throws(MovieError) {
    switch tracks[track] {
    case .captions(let captions): try captions.append(run.first, bytes)
    case .stream(let stream):
      guard run.count == 1 else {
        throw MovieError(.notStorable, "'\(stream.name)' is not compressed: playlists hold coded audio")
      }
      noteCut(run.first, stream)
      stream.append(run.first, bytes)
      try closeSegments()
    }
  }

  /// The stream whose samples decide where segments end: the first video, and after its end the first audio.
  private var reference: HLSStream? {
    streams.first { $0.isVideo && !$0.isEnded } ?? streams.first { !$0.isVideo && !$0.isEnded }
  }

  /// Stamps are rounded: the frame that was asked for may be slightly earlier.
  private static let tolerance = CMTime(value: 1, timescale: 1000)

  private func noteCut(_ sample: MovieFile.Sample, _ stream: HLSStream) {
    guard stream === reference else { return }
    // Key frames are asked for at multiples of the time of the samples, whatever of it comes first.
    let time = CMTime(value: sample.presentationTime, timescale: sample.timescale)
    guard let boundary = nextBoundary else { return nextBoundary = self.boundary(after: time) }
    guard time + Self.tolerance >= boundary, sample.isSync else { return }
    let cut = stream.time(sample.presentationTime)
    // The priming of audio is before the presentation, and audio cuts nothing that video has.
    let video = stream.isVideo ? .zero : streams.filter(\.isVideo).map(\.end).max() ?? .zero
    if (cuts.last ?? .zero) + Self.tolerance < cut, video <= cut + Self.tolerance { cuts.append(cut) }
    nextBoundary = self.boundary(after: time)
  }

  /// Returns the first multiple of the interval after a time.
  private func boundary(after time: CMTime) -> CMTime {
    let time = time + Self.tolerance
    guard time.isNumeric, interval.isNumeric, interval > .zero else { return .positiveInfinity }
    let (numerator, denominator) = (
      Int128(time.value) * Int128(interval.timescale), Int128(interval.value) * Int128(time.timescale)
    )
    let passed = numerator / denominator - (numerator % denominator < 0 ? 1 : 0)
    let (value, overflow) = (passed + 1).multipliedReportingOverflow(by: Int128(interval.value))
    guard !overflow, let units = Int64(exactly: value) else { return .positiveInfinity }
    return CMTime(value: units, timescale: interval.timescale)
  }

  private func closeSegments() throws(MovieError) {
    let reference = streams.first?.name ?? ""
    for stream in streams {
      while stream.cutCount < cuts.count {
        guard try stream.close(before: cuts[stream.cutCount], of: reference, in: folder) else { break }
        stream.cutCount += 1
      }
    }
  }

  func finishTrack(_ track: Int) throws(MovieError) {
    if case .stream(let stream) = tracks[track] { stream.finish() }
  }

  func finish() throws(MovieError) {
    try closeSegments()
    for stream in streams { try stream.closeLast(in: folder) }
    guard streams.contains(where: { !$0.segments.isEmpty }) else {
      throw MovieError(.notStorable, "there is nothing in the presentation")
    }
    try writePlaylists()
  }

  /// The times at which segments of captions begin, and the end of the presentation.
  var edges: (starts: [CMTime], end: CMTime) {
    let end = streams.map(\.end).max() ?? .zero
    return ([.zero] + cuts.filter { $0 > .zero && $0 < end }, end)
  }

  /// Writes a file of the presentation.
  ///
  /// - Throws: `unwritable` with the system's error.
  static func write(_ bytes: [UInt8], to name: String, in folder: String) throws(MovieError) {
    if let slash = name.lastIndex(of: "/") {
      guard mkdir("\(folder)/\(name[..<slash])", 0o777) == 0 || errno == EEXIST else {
        throw MovieError(.unwritable, errno: errno, file: name)
      }
    }
    do throws(MovieError) {
      let file = try FileByteSink(creating: "\(folder)/\(name)")
      try file.append(bytes)
      try file.commit()
    } catch {
      var named = error
      // The folder's own name is hidden.
      named.file = name
      throw named
    }
  }
}

extension TrackDraft {
  /// The number of channels of its audio; nil for other media, and where the descriptions differ.
  var channelCount: Int? {
    guard handlerType == "soun" else { return nil }
    // Behind 8 bytes of an AudioSampleEntry (ISO/IEC 14496-12, clause 12.2.3).
    let counts = sampleEntries.map { entry -> Int in
      entry.contents.count >= 10 ? Int(entry.contents[8]) << 8 | Int(entry.contents[9]) : 0
    }
    guard let count = counts.first, count > 0, counts.allSatisfy({ $0 == count }) else { return nil }
    return count
  }

  /// The language in the shortest form of RFC 5646; nil if there is none.
  var languageTag: String? {
    let text = extendedLanguageTag ?? language?.tag ?? ""
    let locale = Locale(identifier: text)
    guard let code = locale.language.languageCode?.identifier,
      !["", "und", "mul", "zxx", "mis"].contains(code.lowercased())
    else { return nil }
    let tag = locale.identifier(.bcp47)
    return tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ? tag : nil
  }
}
