import CoreMedia
import Foundation
import MovieFile

/// Playlists as text: reading it again gives the same value.
extension HLSPlaylist {
  /// Returns the text of the playlist.
  ///
  /// Durations have as many decimals as their timescale, which is a power of ten; others are rounded to millionths. Quotes
  /// and line breaks, which texts of attributes cannot have, are replaced.
  ///
  /// - Parameter base: The playlist's URL: URLs in the same folder, or below it, become relative.
  package func text(at base: URL) -> String {
    var writer = PlaylistWriter(base: base)
    switch self {
    case .master(let master): writer.write(master)
    case .media(let media): writer.write(media)
    }
    return writer.lines.map { $0 + "\n" }.joined()
  }
}

private struct PlaylistWriter {
  let base: URL
  private(set) var lines = ["#EXTM3U"]

  init(base: URL) { self.base = base }

  // MARK: - Master playlists

  mutating func write(_ master: HLSPlaylist.Master) {
    writeHeader(master.version, isIndependent: master.hasIndependentSegments)
    for rendition in master.renditions { write(rendition) }
    for variant in master.variants {
      lines.append("#EXT-X-STREAM-INF:" + attributes(of: variant).joined(separator: ","))
      lines.append(location(variant.url))
    }
    for variant in master.keyFrameVariants {
      let place = "URI=\(quoted(location(variant.url)))"
      lines.append("#EXT-X-I-FRAME-STREAM-INF:" + (attributes(of: variant) + [place]).joined(separator: ","))
    }
  }

  private mutating func writeHeader(_ version: Int, isIndependent: Bool) {
    if version > 1 { lines.append("#EXT-X-VERSION:\(version)") }
    if isIndependent { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
  }

  private mutating func write(_ rendition: HLSPlaylist.Rendition) {
    var attributes = [
      "TYPE=\(rendition.kind.rawValue)", "GROUP-ID=\(quoted(rendition.group))", "NAME=\(quoted(rendition.name))",
    ]
    if let language = rendition.language { attributes.append("LANGUAGE=\(quoted(language))") }
    if rendition.isDefault { attributes.append("DEFAULT=YES") }
    if rendition.isAutoselected { attributes.append("AUTOSELECT=YES") }
    if rendition.isForced { attributes.append("FORCED=YES") }
    if !rendition.characteristics.isEmpty {
      attributes.append("CHARACTERISTICS=\(quoted(rendition.characteristics.joined(separator: ",")))")
    }
    if let channels = rendition.channels { attributes.append("CHANNELS=\(quoted(channels))") }
    if let url = rendition.url { attributes.append("URI=\(quoted(location(url)))") }
    lines.append("#EXT-X-MEDIA:" + attributes.joined(separator: ","))
  }

  private func attributes(of variant: HLSPlaylist.Variant) -> [String] {
    var attributes = ["BANDWIDTH=\(variant.bandwidth)"]
    if let average = variant.averageBandwidth { attributes.append("AVERAGE-BANDWIDTH=\(average)") }
    if !variant.codecs.isEmpty { attributes.append("CODECS=\(quoted(variant.codecs.joined(separator: ",")))") }
    if let width = variant.width, let height = variant.height { attributes.append("RESOLUTION=\(width)x\(height)") }
    if let rate = variant.frameRate { attributes.append("FRAME-RATE=\(Self.decimal(rate))") }
    if let range = variant.videoRange { attributes.append("VIDEO-RANGE=\(range.rawValue)") }
    for (name, group) in variant.groups.sorted(by: { $0.key < $1.key }) {
      attributes.append("\(name)=\(quoted(group))")
    }
    return attributes
  }

  /// Returns a rate with three decimals (RFC 8216, 4.3.4.2).
  private static func decimal(_ rate: Double) -> String {
    let thousandths = Int64(max(0, min(rate, 1_000_000)) * 1000 + 0.5)
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  // MARK: - Media playlists

  mutating func write(_ media: HLSPlaylist.Media) {
    writeHeader(media.version, isIndependent: media.hasIndependentSegments)
    if media.targetDuration.isNumeric { lines.append("#EXT-X-TARGETDURATION:\(Self.seconds(media.targetDuration))") }
    if let first = media.segments.first?.number, first > 0 { lines.append("#EXT-X-MEDIA-SEQUENCE:\(first)") }
    if media.isOnDemand { lines.append("#EXT-X-PLAYLIST-TYPE:VOD") }
    if media.hasOnlyKeyFrames { lines.append("#EXT-X-I-FRAMES-ONLY") }
    var (map, key): (HLSPlaylist.Section?, HLSPlaylist.Key?) = (nil, nil)
    for segment in media.segments {
      if segment.isDiscontinuous { lines.append("#EXT-X-DISCONTINUITY") }
      // The key before a section is that of the section.
      if let section = segment.map, section != map {
        write(section.key, after: &key)
        let range = section.bytes.map { ",BYTERANGE=\(quoted("\($0.count)@\($0.lowerBound)"))" } ?? ""
        lines.append("#EXT-X-MAP:URI=\(quoted(location(section.url)))\(range)")
        map = section
      }
      write(segment.key, after: &key)
      lines.append("#EXTINF:\(Self.seconds(segment.duration)),")
      if let bytes = segment.bytes { lines.append("#EXT-X-BYTERANGE:\(bytes.count)@\(bytes.lowerBound)") }
      lines.append(location(segment.url))
    }
    if media.isComplete { lines.append("#EXT-X-ENDLIST") }
  }

  private mutating func write(_ key: HLSPlaylist.Key?, after last: inout HLSPlaylist.Key?) {
    guard key != last else { return }
    last = key
    guard let key else { return lines.append("#EXT-X-KEY:METHOD=NONE") }
    let vector = key.initializationVector.map { ",IV=0x\($0.hexText)" }
    lines.append("#EXT-X-KEY:METHOD=AES-128,URI=\(quoted(location(key.url)))\(vector ?? "")")
  }

  /// Returns a time in seconds, with the decimals that its timescale tells.
  static func seconds(_ time: CMTime) -> String {
    guard time.isNumeric, time > .zero else { return "0" }
    let powers: [Int32] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000]
    let exact =
      powers.contains(time.timescale) ? time : CMTimeConvertScale(time, timescale: 1_000_000, method: .default)
    guard exact.timescale > 1 else { return "\(exact.value)" }
    let digits = powers.firstIndex(of: exact.timescale) ?? 0
    let (whole, rest) = exact.value.quotientAndRemainder(dividingBy: Int64(exact.timescale))
    let text = String(rest)
    return "\(whole)." + String(repeating: "0", count: digits - text.count) + text
  }

  // MARK: - Values

  private func quoted(_ text: String) -> String {
    // A quotation mark with an accent is one character, and ends the text all the same.
    var printable = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      printable.append(scalar == "\"" ? "'" : scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return "\"\(String(printable))\""
  }

  private func location(_ url: URL) -> String {
    let folder = base.deletingLastPathComponent().absoluteString
    let text = url.absoluteString
    guard folder.hasSuffix("/"), text.hasPrefix(folder), text.count > folder.count else { return text }
    return String(text.dropFirst(folder.count))
  }
}
