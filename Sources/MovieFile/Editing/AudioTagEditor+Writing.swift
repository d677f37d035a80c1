extension AudioTagEditor {
  /// Writes the whole file, with the new tags.
  ///
  /// - Throws: `notStorable` if a tag or the file is longer than its format allows; read and write errors.
  public func write(to sink: any ByteSink) throws(MovieError) {
    var file = FilePieces()
    if isChanged {
      switch container {
      case .bare: try appendBare(to: &file)
      case .chunks: try appendChunks(to: &file)
      case .coreAudio: try appendCoreAudioChunks(to: &file)
      }
    } else {
      file.append(0..<source.size)
    }
    try file.write(to: sink, source: source)
  }

  /// Appends the tag, with padding for players and other programs, then the rest of the file.
  private func appendBare(to file: inout FilePieces) throws(MovieError) {
    file.append(try tag.bytes(padding: 1024))
    var replaced = location.tags.map { (range: $0.range, bytes: [UInt8]()) }
    for (old, new) in zip(location.apeTags, apeTags) where old.entries != new.entries {
      replaced.append((old.range, try new.bytes()))
    }
    if replacesVersion1, location.hasVersion1 { replaced.append((source.size - ID3v1.size..<source.size, [])) }
    var start: Int64 = 0
    for (range, bytes) in replaced.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      file.append(start..<range.lowerBound)
      file.append(bytes)
      start = range.upperBound
    }
    file.append(start..<source.size)
  }

  // MARK: - Chunks

  /// Returns the texts that replace a chunk; nil if the chunk is kept.
  private func replacement(at offset: Int64) -> [UInt8]? {
    guard let texts, texts != location.texts,
      let place = texts.ranges.firstIndex(where: { $0.lowerBound == offset })
    else { return nil }
    return place == 0 ? texts.chunks : []
  }

  /// Appends the other chunks unchanged, the tag after them, and updates the size in the header.
  private func appendChunks(to file: inout FilePieces) throws(MovieError) {
    var chunks = try IFFChunkSequence(source)
    var (kept, largeSizes) = (FilePieces(), [UInt8]())
    var end: Int64 = 12
    while let chunk = try chunks.next() {
      try chunks.check(chunk)
      end = chunk.end
      if chunk.isTag { continue }
      if chunk.type == "ds64", chunks.isLarge {
        largeSizes = try source.bytes(at: chunk.offset, count: Int(min(chunk.end, source.size) - chunk.offset))
        continue
      }
      if let texts = replacement(at: chunk.offset) {
        kept.append(texts)
      } else {
        append(chunk, isLarge: chunks.isLarge, to: &kept)
      }
    }
    guard source.size - end < 8 else { throw MovieError(.excessive, "the file has too many chunks", offset: end) }
    kept.append(chunks.layout.tagChunk(try tag.bytes()))
    let size = 4 + Int64(largeSizes.count) + kept.size
    if chunks.isLarge {
      guard largeSizes.count >= 24 else { throw MovieError(.malformed, "the file does not say its sizes", box: "ds64") }
      var stored: [UInt8] = []
      stored.append(little: UInt64(size))
      largeSizes.replaceSubrange(8..<16, with: stored)
      file.append(0..<4)
      file.append([0xff, 0xff, 0xff, 0xff])
    } else {
      guard size <= Int64(UInt32.max) else {
        throw MovieError(.notStorable, "the file would have \(size + 8) bytes, which its headers cannot say")
      }
      file.append(chunks.layout.header(chunks.layout == .iff ? "FORM" : "RIFF", size: size))
    }
    file.append(8..<12)
    file.append(largeSizes)
    file.append(kept)
  }

  /// Appends a chunk that is kept, and its padding byte, which the last chunk may lack.
  private func append(_ chunk: AudioFileChunk, isLarge: Bool, to file: inout FilePieces) {
    if !isLarge, !chunk.statesSize, chunk.size <= Int64(UInt32.max) {
      // A chunk that extends to the end of the file needs a size before the tag.
      file.append(chunk.layout.header(chunk.type, size: chunk.size))
      file.append(chunk.start..<min(chunk.end, source.size))
    } else {
      file.append(chunk.offset..<min(chunk.end, source.size))
    }
    if chunk.end > source.size { file.append([0]) }
  }

  /// Appends the other chunks unchanged, and the texts in the place of the old ones, or at the end.
  private func appendCoreAudioChunks(to file: inout FilePieces) throws(MovieError) {
    file.append(0..<8)
    var chunks = try CoreAudioChunkSequence(source)
    var end: Int64 = 8
    while let chunk = try chunks.next() {
      guard chunk.size <= source.size - chunk.start else {
        throw MovieError(
          .truncated, "the sound has \(chunk.size) bytes; the file has \(source.size - chunk.start) left",
          offset: chunk.offset, file: source.name)
      }
      end = chunk.end
      if let texts = replacement(at: chunk.offset) {
        file.append(texts)
        continue
      }
      // Audio that extends to the end of the file gets a size.
      file.append(chunk.layout.header(chunk.type, size: chunk.size))
      file.append(chunk.start..<end)
    }
    guard source.size - end < 12 else { throw MovieError(.excessive, "the file has too many chunks", offset: end) }
    if let texts, texts.ranges.isEmpty { file.append(texts.chunks) }
  }
}
