import CoreMedia
import Foundation

extension HLSPlaylist {
  /// The maximum number of lines of a playlist: a day of segments of a second, and more.
  private static let lineLimit = 500_000

  /// Parses a playlist.
  ///
  /// Unknown tags are ignored (RFC 8216, 6.3.1).
  ///
  /// - Parameter base: The playlist's URL, which the URLs in it are relative to.
  /// - Throws: The problem of an invalid playlist.
  package init(_ text: String, base: URL) throws(Problem) {
    var reader = PlaylistReader(base: base)
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      number += 1
      guard number <= Self.lineLimit else {
        throw Problem(line: number, message: "it has over \(Self.lineLimit) lines")
      }
      let line = line.trimmingCharacters(in: .whitespaces.union(.controlCharacters))
      if number == 1 {
        guard line.hasPrefix("#EXTM3U") || line.hasPrefix("\u{feff}#EXTM3U") else {
          throw Problem(line: 1, message: "it does not begin with '#EXTM3U'")
        }
        continue
      }
      do throws(PlaylistReader.Fault) {
        try reader.read(line)
      } catch {
        throw Problem(line: number, message: error.message)
      }
    }
    self = reader.master.variants.isEmpty ? .media(reader.media) : .master(reader.master)
  }
}

/// Parses lines one after the other.
private struct PlaylistReader {
  struct Fault: Error {
    var message: String
  }

  let base: URL
  var master = HLSPlaylist.Master()
  var media = HLSPlaylist.Media()
  private var duration: CMTime?
  private var variant: HLSPlaylist.Variant?
  private var map: HLSPlaylist.Section?
  private var key: HLSPlaylist.Key?
  private var isDiscontinuous = false
  private var number: UInt64 = 0
  /// The size of the next segment's bytes, and where they begin if that is stated.
  private var byteRange: (count: Int64, start: Int64?)?

  init(base: URL) { self.base = base }

  mutating func read(_ line: String) throws(Fault) {
    guard line.hasPrefix("#") else { return line.isEmpty ? () : try readLocation(line) }
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : ""
    switch parts[0] {
    case "#EXTINF":
      guard let time = Self.time(value.prefix { $0 != "," }) else { throw Fault(message: "'\(value)' is no duration") }
      duration = time
    case "#EXT-X-STREAM-INF": variant = try readVariant(AttributeList(value))
    case "#EXT-X-I-FRAME-STREAM-INF":
      let attributes = AttributeList(value)
      var variant = try readVariant(attributes)
      guard let url = attributes["URI"].flatMap({ URL(string: $0, relativeTo: base)?.absoluteURL }) else {
        throw Fault(message: "a playlist of key frames has no URL")
      }
      variant.url = url
      master.keyFrameVariants.append(variant)
    case "#EXT-X-I-FRAMES-ONLY": media.hasOnlyKeyFrames = true
    case "#EXT-X-MEDIA":
      if let rendition = try readRendition(AttributeList(value)) { master.renditions.append(rendition) }
    case "#EXT-X-ENDLIST": media.isComplete = true
    case "#EXT-X-PLAYLIST-TYPE": media.isOnDemand = value == "VOD"
    case "#EXT-X-INDEPENDENT-SEGMENTS": (media.hasIndependentSegments, master.hasIndependentSegments) = (true, true)
    case "#EXT-X-VERSION":
      guard let version = Int(value), version > 0 else { throw Fault(message: "'\(value)' is no version") }
      (media.version, master.version) = (version, version)
    case "#EXT-X-TARGETDURATION": media.targetDuration = Self.time(value[...]) ?? .invalid
    case "#EXT-X-BYTERANGE": byteRange = try readByteRange(value)
    case "#EXT-X-DISCONTINUITY": isDiscontinuous = !media.segments.isEmpty
    case "#EXT-X-MEDIA-SEQUENCE":
      guard let first = UInt64(value.trimmingCharacters(in: .whitespaces)), first < 1 << 62 else {
        throw Fault(message: "'\(value)' is no number of a segment")
      }
      number = first + UInt64(media.segments.count)
    case "#EXT-X-MAP": map = try readSection(AttributeList(value))
    case "#EXT-X-SESSION-KEY": _ = try readKey(AttributeList(value))
    case "#EXT-X-KEY": key = try readKey(AttributeList(value))
    default: break
    }
  }

  private mutating func readKey(_ attributes: AttributeList) throws(Fault) -> HLSPlaylist.Key? {
    guard let method = attributes["METHOD"], method != "NONE" else { return nil }
    // Keys of the format "identity" are fetched from a URL: AES-128 of the whole segment is no DRM.
    guard attributes["KEYFORMAT", default: "identity"] == "identity" else {
      media.isProtected = true
      return nil
    }
    guard method == "AES-128" else {
      media.hasEncryptedSamples = true
      return nil
    }
    guard let url = attributes["URI"].flatMap({ URL(string: $0, relativeTo: base)?.absoluteURL }) else {
      throw Fault(message: "a key has no URL")
    }
    guard let text = attributes["IV"] else { return HLSPlaylist.Key(url: url) }
    guard text.count <= 34, text.lowercased().hasPrefix("0x"), let number = UInt128(text.dropFirst(2), radix: 16) else {
      throw Fault(message: "'\(text)' is no initialization vector")
    }
    return HLSPlaylist.Key(url: url, initializationVector: withUnsafeBytes(of: number.bigEndian) { Array($0) })
  }

  private mutating func readLocation(_ line: String) throws(Fault) {
    guard let url = URL(string: line, relativeTo: base)?.absoluteURL else {
      throw Fault(message: "'\(line)' is no URL")
    }
    if var variant {
      variant.url = url
      master.variants.append(variant)
      self.variant = nil
    } else if let duration {
      media.segments.append(
        .init(
          url: url, bytes: try bytes(of: url), duration: duration, map: map, key: key, number: number,
          isDiscontinuous: isDiscontinuous))
      (self.duration, byteRange, isDiscontinuous) = (nil, nil, false)
      number += 1
    }
  }

  /// Returns the range of the next segment, which without a stated start follows that of the segment before (RFC 8216, 4.3.2.2).
  private func bytes(of url: URL) throws(Fault) -> Range<Int64>? {
    guard let (count, stated) = byteRange else { return nil }
    let last = media.segments.last.flatMap { $0.url == url ? $0.bytes?.upperBound : nil }
    guard let start = stated ?? last else { throw Fault(message: "a range of bytes has no beginning") }
    return try Self.range(count, from: start)
  }

  private func readByteRange(_ value: String) throws(Fault) -> (count: Int64, start: Int64?) {
    let parts = value.split(separator: "@", omittingEmptySubsequences: false).map { Int64($0) }
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }), let count = parts[0] else {
      throw Fault(message: "'\(value)' is no range of bytes")
    }
    return (count, parts.count > 1 ? parts[1] : nil)
  }

  private func readSection(_ attributes: AttributeList) throws(Fault) -> HLSPlaylist.Section? {
    guard let url = attributes["URI"].flatMap({ URL(string: $0, relativeTo: base)?.absoluteURL }) else { return nil }
    guard let value = attributes["BYTERANGE"] else { return HLSPlaylist.Section(url: url, key: key) }
    let (count, start) = try readByteRange(value)
    return HLSPlaylist.Section(url: url, bytes: try Self.range(count, from: start ?? 0), key: key)
  }

  private static func range(_ count: Int64, from start: Int64) throws(Fault) -> Range<Int64> {
    let (end, overflow) = start.addingReportingOverflow(count)
    guard !overflow else { throw Fault(message: "a range of bytes ends beyond 2^63") }
    return start..<end
  }

  private func readVariant(_ attributes: AttributeList) throws(Fault) -> HLSPlaylist.Variant {
    guard let bandwidth = attributes["BANDWIDTH"].flatMap({ Int($0) }), bandwidth >= 0 else {
      throw Fault(message: "a variant says no bandwidth")
    }
    var variant = HLSPlaylist.Variant(url: base, bandwidth: bandwidth)
    variant.averageBandwidth = attributes["AVERAGE-BANDWIDTH"].flatMap { Int($0) }
    variant.codecs =
      attributes["CODECS"]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    let size = attributes["RESOLUTION"]?.split(separator: "x").compactMap { Int($0) } ?? []
    if size.count == 2 { (variant.width, variant.height) = (size[0], size[1]) }
    variant.frameRate = attributes["FRAME-RATE"].flatMap { Double($0) }
    variant.videoRange = attributes["VIDEO-RANGE"].flatMap { HLSPlaylist.VideoRange(rawValue: $0) }
    for kind in ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"] {
      if let group = attributes[kind], group != "NONE" { variant.groups[kind] = group }
    }
    return variant
  }

  /// Parses a rendition; returns nil for an unknown type.
  private func readRendition(_ attributes: AttributeList) throws(Fault) -> HLSPlaylist.Rendition? {
    guard let kind = attributes["TYPE"].flatMap({ HLSPlaylist.Rendition.Kind(rawValue: $0) }) else { return nil }
    guard let group = attributes["GROUP-ID"], let name = attributes["NAME"] else {
      throw Fault(message: "a rendition has no group or no name")
    }
    var rendition = HLSPlaylist.Rendition(kind: kind, group: group, name: name)
    rendition.language = attributes["LANGUAGE"]
    rendition.isDefault = attributes["DEFAULT"] == "YES"
    rendition.isAutoselected = rendition.isDefault || attributes["AUTOSELECT"] == "YES"
    rendition.isForced = attributes["FORCED"] == "YES"
    rendition.characteristics =
      attributes["CHARACTERISTICS"]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    rendition.channels = attributes["CHANNELS"]
    rendition.url = attributes["URI"].flatMap { URL(string: $0, relativeTo: base)?.absoluteURL }
    return rendition
  }

  /// Parses seconds with any number of decimals, exact to nanoseconds.
  private static func time(_ text: Substring) -> CMTime? {
    let parts = text.trimmingCharacters(in: .whitespaces).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.allSatisfy(\.isASCII) && $0.allSatisfy(\.isNumber) }),
      let whole = Int64(parts[0]), whole < 1 << 32
    else { return nil }
    let digits = parts.count > 1 ? parts[1].prefix(9) : ""
    let scale = digits.reduce(Int64(1)) { scale, _ in scale * 10 }
    return CMTime(value: whole * scale + (Int64(digits) ?? 0), timescale: Int32(scale))
  }
}

/// `NAME=VALUE,NAME="A TEXT"` (RFC 8216, 4.2).
private struct AttributeList {
  private var values: [String: String] = [:]

  init(_ text: String) {
    var rest = text[...]
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].trimmingCharacters(in: .whitespaces)
      rest = rest[rest.index(after: equals)...]
      if rest.first == "\"" {
        rest = rest.dropFirst()
        let end = rest.firstIndex(of: "\"") ?? rest.endIndex
        values[name] = String(rest[..<end])
        rest = rest[end...].dropFirst()
        rest = rest.drop { $0 != "," }.dropFirst()
      } else {
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        values[name] = rest[..<end].trimmingCharacters(in: .whitespaces)
        rest = rest[end...].dropFirst()
      }
    }
  }

  subscript(name: String) -> String? { values[name] }
  subscript(name: String, default value: String) -> String { values[name] ?? value }
}
