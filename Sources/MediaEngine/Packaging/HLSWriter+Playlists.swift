internal import MediaSource
import CoreMedia
import Foundation
import MovieFile

/// The playlists of a presentation, made of what its segments are.
extension HLSWriter {
  /// The name of the playlist that players open.
  static let masterName = "master.m3u8"
  private static let mediaName = "index.m3u8"
  /// The name of the playlist of a stream's key frames.
  private static let keyFrameName = "iframes.m3u8"

  /// The names of the groups of renditions.
  private static let (audioGroup, captionGroup) = ("audio", "subtitles")

  func writePlaylists() throws(MovieError) {
    var (rates, keyFrameRates): ([String: SegmentRates], [String: SegmentRates]) = ([:], [:])
    let written = streams.filter { !$0.segments.isEmpty }
    // A stream that begins later than the presentation has a longer first segment: a player finds the same time in all playlists.
    let origin = written.compactMap(\.segments.first?.start).min() ?? .zero
    let durations = written.map { stream in
      Self.durations([origin] + stream.segments.dropFirst().map(\.start), end: stream.end)
    }
    let (edges, end) = edges
    let captionDurations = captions.isEmpty ? [] : Self.durations(edges, end: end)
    // All playlists have the same target (RFC 8216, 6.2.4): each segment's duration, rounded, is at most that (4.3.3.1).
    let target = Self.target(durations.flatMap(\.self) + captionDurations)
    for (stream, durations) in zip(written, durations) {
      let headers = try stream.writeHeaders(in: folder)
      var list = zip(stream.segments, durations).map { Entry(file: $0.file, size: $0.size, duration: $1) }
      rates[stream.name] = try write(list, target, headers: headers, to: "\(stream.name)/\(Self.mediaName)")
      guard stream.isVideo else { continue }
      for (index, segment) in stream.segments.enumerated() {
        (list[index].size, list[index].isPart) = (segment.firstSampleEnd, true)
      }
      keyFrameRates[stream.name] = try write(
        list, target, headers: headers, to: "\(stream.name)/\(Self.keyFrameName)")
    }
    for captions in captions {
      let clock = form == .ts ? TransportSegmentWriter.clockOrigin : nil
      var list: [Entry] = []
      for (index, duration) in captionDurations.enumerated() {
        let number = String(index + 1)
        let file = "segment-\(String(repeating: "0", count: max(0, 5 - number.count)))\(number).vtt"
        let stop = index + 1 < edges.count ? edges[index + 1] : end
        let bytes = Array(captions.segment(from: edges[index], to: stop, clock: clock).utf8)
        try Self.write(bytes, to: "\(captions.name)/\(file)", in: folder)
        list.append(Entry(file: file, size: Int64(bytes.count), duration: duration))
      }
      rates[captions.name] = try write(list, target, headers: nil, to: "\(captions.name)/\(Self.mediaName)")
    }
    try write(.master(try master(rates, keyFrameRates)), to: Self.masterName)
  }

  /// Returns the durations of segments, in millionths of a second; together they are as long as the whole.
  private static func durations(_ starts: [CMTime], end: CMTime) -> [CMTime] {
    let edges = (starts + [max(end, starts.last ?? end)]).map {
      CMTimeConvertScale($0, timescale: 1_000_000, method: .default).value
    }
    return zip(edges, edges.dropFirst()).map { CMTime(value: max(0, $1 - $0), timescale: 1_000_000) }
  }

  /// Returns the shortest whole seconds that no duration, rounded, is longer than.
  private static func target(_ durations: [CMTime]) -> CMTime {
    let seconds = durations.map { CMTimeConvertScale($0, timescale: 1, method: .roundHalfAwayFromZero).value }
    return CMTime(value: max(1, seconds.max() ?? 1), timescale: 1)
  }

  // MARK: - Media playlists

  /// A segment, or the key frame at its beginning.
  private struct Entry {
    let file: String
    /// The number of bytes, from the file's first.
    var size: Int64
    let duration: CMTime
    /// True if more of the file follows.
    var isPart = false
  }

  /// Writes the playlist of a stream: of its segments, or of the key frames at their beginnings.
  private func write(
    _ segments: [Entry], _ target: CMTime, headers: String?, to name: String
  ) throws(MovieError) -> SegmentRates {
    let folder = name.prefix { $0 != "/" }
    var media = HLSPlaylist.Media()
    media.hasOnlyKeyFrames = segments.contains(where: \.isPart)
    // Durations with decimals ask for version 3, ranges of bytes for 4, headers for 5 or 6 (RFC 8216, 7).
    media.version = media.hasOnlyKeyFrames ? (headers == nil ? 4 : 5) : (headers == nil ? 3 : 6)
    media.hasIndependentSegments = true
    (media.isComplete, media.isOnDemand) = (true, true)
    let map = headers.map { HLSPlaylist.Section(url: url("\(folder)/\($0)")) }
    for (index, segment) in segments.enumerated() {
      media.segments.append(
        HLSPlaylist.Segment(
          url: url("\(folder)/\(segment.file)"), bytes: segment.isPart ? 0..<segment.size : nil,
          duration: segment.duration, map: map, number: UInt64(index)))
    }
    media.targetDuration = target
    try write(.media(media), to: name)
    return SegmentRates(segments.map { ($0.size, $0.duration) }, target: target)
  }

  private func write(_ playlist: HLSPlaylist, to name: String) throws(MovieError) {
    try Self.write(Array(playlist.text(at: url(name)).utf8), to: name, in: folder)
  }

  /// The playlists say nothing of where the presentation is: any place will do to tell what is relative to what.
  private func url(_ name: String) -> URL { URL(fileURLWithPath: "/presentation/\(name)") }

  // MARK: - The master playlist

  private func master(
    _ rates: [String: SegmentRates], _ keyFrameRates: [String: SegmentRates]
  ) throws(MovieError) -> HLSPlaylist.Master {
    let written = streams.filter { !$0.segments.isEmpty }
    let (videos, sounds) = (written.filter(\.isVideo), written.filter { !$0.isVideo })
    var master = HLSPlaylist.Master()
    master.hasIndependentSegments = true
    // Sound beside video, or in several languages, is in a group; one alone is the presentation.
    let isGrouped = !videos.isEmpty || sounds.count > 1
    if isGrouped { master.renditions += renditions(.audio, Self.audioGroup, sounds.map { ($0.name, $0.draft) }) }
    master.renditions += renditions(.subtitles, Self.captionGroup, captions.map { ($0.name, $0.draft) })
    // Older players do not know renditions (RFC 8216, 7).
    master.version = master.renditions.isEmpty ? 1 : 4
    let soundCodecs = Set(try sounds.map { stream throws(MovieError) in try stream.codecString() }).sorted()
    func highest(_ rate: (SegmentRates) -> Int, _ names: [String]) -> Int {
      names.compactMap { rates[$0] }.map(rate).max() ?? 0
    }
    for stream in videos.isEmpty ? Array(sounds.prefix(1)) : videos {
      func sum(_ rate: (SegmentRates) -> Int) -> Int {
        // The largest sum of what can be played together (RFC 8216, 4.3.4.2).
        let sound = highest(rate, sounds.map(\.name))
        return (stream.isVideo ? highest(rate, [stream.name]) : 0) + sound + highest(rate, captions.map(\.name))
      }
      var variant = HLSPlaylist.Variant(url: url("\(stream.name)/\(Self.mediaName)"), bandwidth: sum(\.peak))
      variant.averageBandwidth = sum(\.average)
      variant.codecs = (stream.isVideo ? [try stream.codecString()] : []) + soundCodecs
      if let size = stream.size { (variant.width, variant.height) = (size.width, size.height) }
      (variant.frameRate, variant.videoRange) = (stream.frameRate, stream.videoRange)
      if isGrouped, !sounds.isEmpty { variant.groups["AUDIO"] = Self.audioGroup }
      if !captions.isEmpty { variant.groups["SUBTITLES"] = Self.captionGroup }
      master.variants.append(variant)
      guard let rate = keyFrameRates[stream.name] else { continue }
      var keyFrames = HLSPlaylist.Variant(url: url("\(stream.name)/\(Self.keyFrameName)"), bandwidth: rate.peak)
      (keyFrames.averageBandwidth, keyFrames.codecs) = (rate.average, [try stream.codecString()])
      (keyFrames.width, keyFrames.height, keyFrames.videoRange) = (variant.width, variant.height, variant.videoRange)
      master.keyFrameVariants.append(keyFrames)
    }
    return master
  }

  private func renditions(
    _ kind: HLSPlaylist.Rendition.Kind, _ group: String, _ tracks: [(name: String, draft: TrackDraft)]
  ) -> [HLSPlaylist.Rendition] {
    var names: Set<String> = []
    return tracks.enumerated().map { index, track in
      let tag = track.draft.languageTag
      let language = tag.flatMap { Locale(identifier: "en").localizedString(forIdentifier: $0) }
      // Names are different within a group (RFC 8216, 4.3.4.1.1).
      let own = track.draft.name.flatMap { $0.isEmpty ? nil : $0 }
      let plain = own ?? language ?? tag ?? (kind == .audio ? "Audio" : "Subtitles")
      let numbered = ((index + 1)...).lazy.map { "\(plain) \($0)" }
      let name = names.contains(plain) ? numbered.first { !names.contains($0) } ?? plain : plain
      names.insert(name)
      var rendition = HLSPlaylist.Rendition(kind: kind, group: group, name: name)
      rendition.language = tag
      rendition.isDefault = kind == .audio ? index == 0 : track.draft.id == defaultText
      rendition.isForced = forcedTexts.contains(track.draft.id)
      rendition.isAutoselected = true
      if kind == .audio { rendition.channels = track.draft.channelCount.map { "\($0)" } }
      rendition.url = url("\(track.name)/\(Self.mediaName)")
      return rendition
    }
  }
}

/// The bit rates of a stream's segments, in bits a second (RFC 8216, 4.1 and 4.3.4.2).
struct SegmentRates: Equatable {
  /// The highest of any consecutive segments that last between half and one and a half of the target duration.
  let peak: Int
  /// The average bit rate of all segments, in bits a second.
  let average: Int

  init(_ segments: [(size: Int64, duration: CMTime)], target: CMTime) {
    let whole = segments.reduce((size: Int64(0), duration: CMTime.zero)) {
      ($0.size + $1.size, $0.duration + $1.duration)
    }
    average = Self.rate(whole.size, whole.duration)
    let (least, most) = (
      CMTimeMultiplyByRatio(target, multiplier: 1, divisor: 2), CMTimeMultiplyByRatio(target, multiplier: 3, divisor: 2)
    )
    var peak = average
    for start in segments.indices {
      var sum = (size: Int64(0), duration: CMTime.zero)
      for segment in segments[start...] {
        sum = (sum.size + segment.size, sum.duration + segment.duration)
        if sum.duration > most { break }
        if sum.duration >= least { peak = max(peak, Self.rate(sum.size, sum.duration)) }
      }
    }
    self.peak = peak
  }

  private static func rate(_ bytes: Int64, _ duration: CMTime) -> Int {
    guard duration > .zero else { return 0 }
    let (bits, units) = (Int128(bytes) * 8 * Int128(duration.timescale), Int128(duration.value))
    return Int(clamping: (bits + units - 1) / units)
  }
}
