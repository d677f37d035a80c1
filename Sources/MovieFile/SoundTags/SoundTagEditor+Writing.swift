extension SoundTagEditor {
  /// Writes the whole file, with the new tags.
  ///
  /// - Throws: `unfit` if a tag or the file is longer than its format allows; what reading and writing throw.
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

  /// The tag, with room behind it for players and other programs, then all else.
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

  /// The texts that take a chunk's place; nil if the chunk stays.
  private func replacement(at offset: Int64) -> [UInt8]? {
    guard let texts, texts != location.texts,
      let place = texts.ranges.firstIndex(where: { $0.lowerBound == offset })
    else { return nil }
    return place == 0 ? texts.chunks : []
  }

  /// The other chunks as they are, the tag behind them, and the size of all in the head.
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
        throw MovieError(.unfit, "the file would have \(size + 8) bytes, which its headers cannot say")
      }
      file.append(chunks.layout.header(chunks.layout == .iff ? "FORM" : "RIFF", size: size))
    }
    file.append(8..<12)
    file.append(largeSizes)
    file.append(kept)
  }

  /// A chunk that stays, and the byte that makes it even, which the last one may lack.
  private func append(_ chunk: SoundChunk, isLarge: Bool, to file: inout FilePieces) {
    if !isLarge, !chunk.saysSize, chunk.size <= Int64(UInt32.max) {
      // What goes on to the end of the file would go on into the tag.
      file.append(chunk.layout.header(chunk.type, size: chunk.size))
      file.append(chunk.start..<min(chunk.end, source.size))
    } else {
      file.append(chunk.offset..<min(chunk.end, source.size))
    }
    if chunk.end > source.size { file.append([0]) }
  }

  /// The other chunks as they are, and the texts in the place of the old ones, or behind all.
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
      // Sound that went on to the end of the file has an end now.
      file.append(chunk.layout.header(chunk.type, size: chunk.size))
      file.append(chunk.start..<end)
    }
    guard source.size - end < 12 else { throw MovieError(.excessive, "the file has too many chunks", offset: end) }
    if let texts, texts.ranges.isEmpty { file.append(texts.chunks) }
  }
}
