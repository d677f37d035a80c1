import Foundation
import MovieFile

extension HLSPresentation {
  /// The media of a finished presentation as one file, of whichever variant ``media(timeout:isCancelled:)`` has:
  ///
  ///     initialization section, segment, segment … ─▶ a movie in fragments, a transport stream, packed audio
  ///
  /// Segments of a server are loaded first. Blocks until they are there.
  ///
  /// - Returns: Nil for what such a file would not hold: a presentation that goes on, is encrypted, changes its encoding or has its audio
  ///   in other playlists.
  /// - Throws: The errors of the playlist and of its segments; `CancellationError`.
  package func joinedBytes(timeout: Int = 15, _ reception: Reception) throws -> (any ByteSource)? {
    let media = try media(timeout: timeout, isCancelled: { reception.isOver() })
    guard media.isComplete, !media.isEncrypted, !media.isDiscontinuous, let first = media.segments.first,
      media.segments.allSatisfy({ $0.map == first.map }), !hasAudioApart
    else { return nil }
    var sections = media.segments.map { HLSPlaylist.Section(url: $0.url, bytes: $0.bytes) }
    if let map = first.map { sections.insert(map, at: 0) }
    for section in sections where section.url.isFileURL && !url.isFileURL {
      throw MovieError(
        .forbiddenReference, "the playlist's segment is at \(section.url), which it may not use",
        file: url.absoluteString)
    }
    let isLocal = sections.allSatisfy(\.url.isFileURL)
    return isLocal ? try joined(sections) : try loaded(sections, timeout, reception)
  }

  /// True if the first variant's audio is in playlists of its own.
  private var hasAudioApart: Bool {
    guard case .master(let master) = playlist, let group = master.variants.first?.groups["AUDIO"] else { return false }
    return master.renditions.contains { $0.kind == .audio && $0.group == group && $0.url != nil }
  }

  private func joined(_ sections: [HLSPlaylist.Section]) throws -> SegmentedByteSource {
    var files: [URL: FileByteSource] = [:]
    return try SegmentedByteSource(
      sections.map { section in
        let file = try files[section.url] ?? FileByteSource(path: section.url.path)
        files[section.url] = file
        return ByteSlice(source: file, range: try range(of: section, in: file))
      }, name: url.path)
  }

  private func loaded(
    _ sections: [HLSPlaylist.Section], _ timeout: Int, _ reception: Reception
  ) throws -> SpooledBytes {
    let spool = SampleSpool()
    // Most often all segments have URLs of their own, or all have the same one.
    var open: (url: URL, source: any ByteSource)?
    for section in sections {
      if open?.url != section.url {
        let source: any ByteSource =
          section.url.isFileURL
          ? try FileByteSource(path: section.url.path)
          : try HTTPByteSource(section.url, timeout: timeout, reception)
        open = (section.url, source)
      }
      guard let source = open?.source else { continue }
      let range = try range(of: section, in: source)
      var start = range.lowerBound
      while start < range.upperBound {
        let part = try source.bytes(at: start, count: Int(min(1 << 20, range.upperBound - start)))
        try part.withUnsafeBytes { _ = try spool.append($0) }
        reception.note(part.count)
        start += Int64(part.count)
      }
    }
    return SpooledBytes(spool, name: url.absoluteString)
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
    guard offset >= 0, offset <= size, Int64(buffer.count) <= size - offset else {
      throw MovieError(.truncated, "the segment has \(size) bytes", offset: size, file: name)
    }
    try source.read(at: range.lowerBound + offset, into: buffer)
  }
}
