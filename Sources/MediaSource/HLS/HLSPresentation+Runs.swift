import Foundation
import MovieFile

extension HLSPresentation {
  /// The media of a finished playlist, with a source for each run of segments between changes of encodings or times:
  ///
  ///     initialization section, segment, segment … ─▶ a movie in fragments, a transport stream, packed audio
  ///
  /// Segments of a server, and encrypted ones, are loaded first. Blocks until they are there.
  ///
  /// - Throws: `MediaError` for media that are live, or encrypted in a way that is not read here; the errors of the
  ///   segments; `CancellationError`.
  func runs(
    of media: HLSPlaylist.Media, timeout: Int, _ reception: Reception
  ) throws -> [any ByteSource] {
    let place = url.absoluteString
    guard !media.isProtected else { throw MediaError(.protected, "its segments are encrypted", path: place) }
    guard !media.hasEncryptedSamples else {
      throw MediaError(.unsupported, "the samples in its segments are encrypted", path: place)
    }
    guard media.isComplete else {
      throw MediaError(
        .unsupported, "the playlist is live: it has no end", path: place,
        help: "a playlist can be read when it is complete, with #EXT-X-ENDLIST at its end")
    }
    guard !media.segments.isEmpty else { throw MediaError(.noMedia, "the playlist has no segments", path: place) }
    var runs: [[HLSPlaylist.Segment]] = []
    for segment in media.segments {
      if let last = runs.last?.last, last.map == segment.map, !segment.isDiscontinuous {
        runs[runs.count - 1].append(segment)
      } else {
        runs.append([segment])
      }
    }
    let loader = SegmentLoader(self, timeout: timeout, reception)
    return try runs.map { try loader.bytes(of: $0) }
  }
}

/// Loads the segments of one playlist.
private final class SegmentLoader {
  private let presentation: HLSPresentation
  private let timeout: Int
  private let reception: Reception
  // Most often all segments have URLs of their own, or all have the same one.
  private var open: (url: URL, source: any ByteSource)?
  private var keys: [URL: AESDecryption] = [:]

  /// The maximum size of an encrypted segment, which is decrypted in memory.
  private static let encryptedLimit: Int64 = 256 << 20

  init(_ presentation: HLSPresentation, timeout: Int, _ reception: Reception) {
    (self.presentation, self.timeout, self.reception) = (presentation, timeout, reception)
  }

  /// A part of what is behind a URL.
  private struct Part {
    let section: HLSPlaylist.Section
    /// 16 bytes, of encrypted sections.
    let vector: [UInt8]
  }

  func bytes(of run: [HLSPlaylist.Segment]) throws -> any ByteSource {
    var parts = run.map { segment in
      Part(
        section: HLSPlaylist.Section(url: segment.url, bytes: segment.bytes, key: segment.key),
        vector: segment.key?.initializationVector
          ?? withUnsafeBytes(of: UInt128(segment.number).bigEndian) { Array($0) })
    }
    if let map = run.first?.map {
      parts.insert(Part(section: map, vector: map.key?.initializationVector ?? []), at: 0)
    }
    let isLocal = parts.allSatisfy { $0.section.url.isFileURL && $0.section.key == nil }
    if !isLocal || !presentation.url.isFileURL { return try loaded(parts) }
    return try SegmentedByteSource(
      parts.map { part in
        let source = try source(at: part.section.url)
        return ByteSlice(source: source, range: try range(of: part.section, in: source))
      }, name: presentation.url.path)
  }

  private func source(at url: URL) throws -> any ByteSource {
    if let open, open.url == url { return open.source }
    guard !url.isFileURL || presentation.url.isFileURL else {
      throw MovieError(
        .forbiddenReference, "the playlist's segment is at \(url), which it may not use",
        file: presentation.url.absoluteString)
    }
    let source: any ByteSource =
      url.isFileURL ? try FileByteSource(path: url.path) : try HTTPByteSource(url, timeout: timeout, reception)
    open = (url, source)
    return source
  }

  private func loaded(_ parts: [Part]) throws -> SpooledBytes {
    let spool = SampleSpool()
    for part in parts {
      let source = try source(at: part.section.url)
      let range = try range(of: part.section, in: source)
      if let key = part.section.key {
        try decrypted(source, range, key, part.vector).withUnsafeBytes { _ = try spool.append($0) }
        continue
      }
      var start = range.lowerBound
      while start < range.upperBound {
        let bytes = try source.bytes(at: start, count: Int(min(1 << 20, range.upperBound - start)))
        try bytes.withUnsafeBytes { _ = try spool.append($0) }
        reception.note(bytes.count)
        start += Int64(bytes.count)
      }
    }
    return SpooledBytes(spool, name: presentation.url.absoluteString)
  }

  private func decrypted(
    _ source: any ByteSource, _ range: Range<Int64>, _ key: HLSPlaylist.Key, _ vector: [UInt8]
  ) throws -> [UInt8] {
    guard range.count <= Self.encryptedLimit else {
      throw MovieError(.excessive, "an encrypted segment has \(range.count) bytes", file: source.name)
    }
    let bytes = try source.bytes(at: range.lowerBound, count: range.count)
    reception.note(bytes.count)
    if keys[key.url] == nil {
      let file = try self.source(at: key.url)
      let count = Int(min(file.size, Int64(AESDecryption.blockSize + 1)))
      guard let made = AESDecryption(key: try file.bytes(at: 0, count: count)) else {
        throw MovieError(.malformed, "the key of the segments has \(file.size) bytes", file: file.name)
      }
      keys[key.url] = made
    }
    guard let text = keys[key.url]?.text(of: bytes, initializationVector: vector) else {
      throw MovieError(.malformed, "a segment is not encrypted with its key", file: source.name)
    }
    return text
  }

  private func range(of section: HLSPlaylist.Section, in source: any ByteSource) throws -> Range<Int64> {
    guard let range = section.bytes else { return 0..<source.size }
    guard range.upperBound <= source.size else {
      throw MovieError(
        .truncated, "the playlist's segment ends at byte \(range.upperBound) of \(source.size)", file: source.name)
    }
    return range
  }
}

extension HLSPlaylist {
  /// Returns true for a regular file that begins like a playlist.
  package static func isPlaylist(path: String) -> Bool {
    guard InputFile.isRegular(path), let source = try? FileByteSource(path: path) else { return false }
    return (try? source.bytes(at: 0, count: Int(min(16, source.size)))).map { isPlaylist($0) } ?? false
  }
}

/// A part of a source.
private struct ByteSlice: ByteSource {
  let source: any ByteSource
  /// A range within the source.
  let range: Range<Int64>
  var size: Int64 { Int64(range.count) }
  var name: String? { source.name }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    try source.read(at: range.lowerBound + offset, into: buffer)
  }
}
