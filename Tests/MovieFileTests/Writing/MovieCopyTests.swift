import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Movies are read, copied and read again: the copy equals the source.
@Suite struct MovieCopyTests {
  @Test(arguments: Recipe.video + Recipe.audio + Recipe.containers)
  func copy_readsBackEqual(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    try check(Movie(path: recipe.make(in: folder)))
  }

  @Test(.sharedMedia, arguments: SharedMedia.movies) func copyOfGivenFiles_readsBackEqual(name: String) throws {
    try check(Movie(path: SharedMedia.path(name)))
  }

  @Test(arguments: ["video with B-frames", "text and metadata"])
  func copyOfWhatFewFilesHave_readsBackEqual(name: String) throws {
    let bytes = try #require(SeedMovies.all.first { $0.name == name }?.bytes)
    // The tables' sample offsets are invented; the appended zeros give them bytes to read.
    let movie = try Movie(source: MemoryByteSource(bytes + MovieBytes.zeros(1 << 20)))
    let tracks = movie.tracks.filter { !$0.isProtected && $0.isSelfContained }
    try check(movie, tracks: tracks, layouts: [.headersLast])
  }

  @Test func referencesToTracksThatAreNotCopied_areLeftOut() throws {
    let material = try Material.shared.get()
    let source = MemoryByteSink()
    let writer = try MovieWriter(MovieDraft(.mp4), to: source)
    for number in 0..<3 {
      var draft = try TrackDraft(number == 0 ? material.picture : material.audio, in: .mp4)
      if number == 0 {
        draft.references = [
          TrackReference(type: "cdsc", trackIDs: [2, 3]), TrackReference(type: "folw", trackIDs: [3]),
        ]
      }
      try writer.append(number == 0 ? material.picture : material.audio, 0..<2, at: 0, toTrack: writer.addTrack(draft))
    }
    try writer.finish()
    let movie = try Movie(source: MemoryByteSource(source.bytes))
    let sink = MemoryByteSink()
    try MovieCopy(movie, to: .mp4, tracks: Array(movie.tracks[..<2])).write(to: sink)
    let copy = try Movie(source: MemoryByteSource(sink.bytes))
    #expect(copy.tracks.map(\.references) == [[TrackReference(type: "cdsc", trackIDs: [2])], []])
  }

  /// FFmpeg finds the same packets in the copy, decodes them to the same frames and samples, and reports no more
  /// problems of the copy than of the source.
  @Test(arguments: Recipe.video + Recipe.audio + Recipe.containers)
  func copy_isDecodedAlikeByFFmpeg(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    try decode(recipe.make(in: folder), in: folder)
  }

  @Test(.sharedMedia, arguments: SharedMedia.movies) func copyOfGivenFiles_isDecodedAlikeByFFmpeg(name: String) throws {
    try decode(SharedMedia.path(name), in: TemporaryFolder())
  }

  private func decode(_ path: String, in folder: TemporaryFolder) throws {
    let movie = try Movie(path: path)
    // FFmpeg consumes some packets of chapter tracks before it copies the first: it shows them as chapters.
    let chapters = Set(movie.tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.trackIDs))
    let left = movie.tracks.indices.filter { chapters.contains(movie.tracks[$0].id) }
    guard let source = try? Hashes(path, without: left, in: folder) else {
      // One of the shared files is damaged on purpose, and ffmpeg refuses it.
      return #expect(path.contains("malformed"))
    }
    let format: MovieFormat =
      movie.fileType.isQuickTime ? .mov : movie.fileType.majorBrand.text.hasPrefix("3gp") ? .threeGP : .mp4
    var layouts = [MovieWriter.Layout.headersFirst(reserved: 0)]
    // Priming of audio and reordered frames are what fragments may get wrong.
    if movie.tracks.contains(where: { $0.edits != nil }) {
      layouts.append(.fragments(interval: CMTime(value: 1, timescale: 3)))
    }
    for layout in layouts {
      let copy = folder.file("\(UUID().uuidString).\(format.rawValue)")
      do { try MovieCopy(movie, to: format).write(to: FileByteSink(creating: copy), layout: layout) }
      let hashes = try Hashes(copy, without: left, in: folder)
      let isFragmented = if case .fragments = layout { true } else { false }
      // When ffmpeg looks for chapters, it knows the first fragment only.
      if !left.isEmpty, !isFragmented {
        #expect(hashes.chapters == source.chapters && !hashes.chapters.isEmpty, "\(layout)")
      }
      #expect(hashes.packets == source.packets, "\(layout)")
      #expect(hashes.words.subtracting(source.words) == [], "\(layout)")
      if hashes.decoded == source.decoded { continue }
      // FFmpeg trims another tail of audio in fragments than of other audio, in its own copies too.
      #expect(isFragmented || movie.isFragmented, "\(layout)")
      let other = folder.file("\(UUID().uuidString).\(format.rawValue)")
      let flags = isFragmented ? ["-movflags", "delay_moov+frag_keyframe"] : []
      try Oracle.make(["-i", path, "-map", "0:v?", "-map", "0:a?", "-c", "copy"] + flags + [other])
      #expect(try hashes.decoded == Hashes(other, without: [], in: folder).decoded, "\(layout)")
    }
  }

  /// FFmpeg's results for a file.
  private struct Hashes {
    /// A hash of all packets of each stream, and of the decoded first 15 seconds: all but one are shorter.
    let packets: String
    let decoded: String
    let chapters: String
    let words: Set<String>

    /// - Parameter without: Tracks whose packets are ignored.
    init(_ path: String, without: [Int], in folder: TemporaryFolder) throws {
      let (one, other) = (folder.file(UUID().uuidString), folder.file(UUID().uuidString))
      var words = try Oracle.ffmpeg(
        ["-copy_unknown", "-i", path, "-map", "0"] + without.flatMap { ["-map", "-0:\($0)"] }
          + ["-c", "copy", "-f", "streamhash", one]
      ).words
      words += try Oracle.ffmpeg(
        ["-i", path, "-map", "0:v?", "-map", "0:a?", "-t", "15", "-fps_mode", "passthrough"]
          + ["-f", "streamhash", "-hash", "md5", other]
      ).words
      chapters = try Oracle.text("ffprobe", ["-v", "error", "-show_chapters", "-of", "compact", path])
      packets = try String(contentsOfFile: one, encoding: .utf8)
      decoded = try String(contentsOfFile: other, encoding: .utf8)
      // Without addresses and names.
      self.words = Set(words.split(separator: "\n").map { line in String(line.drop { $0 != "]" }) })
    }
  }

  private func check(
    _ movie: Movie, tracks: [Track]? = nil,
    layouts: [MovieWriter.Layout] = [
      .headersLast, .headersFirst(reserved: 0), .headersFirst(reserved: 1 << 20),
      .fragments(interval: CMTime(value: 1, timescale: 3)),
    ]
  ) throws {
    let format: MovieFormat =
      movie.fileType.isQuickTime ? .mov : movie.fileType.majorBrand.text.hasPrefix("3gp") ? .threeGP : .mp4
    let copy = try MovieCopy(movie, to: format, tracks: tracks)
    for layout in layouts {
      let sink = MemoryByteSink()
      try copy.write(to: sink, layout: layout)
      let again = try Movie(source: MemoryByteSource(sink.bytes))
      #expect(again.problems.isEmpty && again.fileType.isQuickTime == movie.fileType.isQuickTime)
      #expect(again.header.matrix == movie.header.matrix && again.header.preferredRate == movie.header.preferredRate)
      #expect(again.tracks.count == copy.tracks.count)
      for (track, other) in zip(copy.tracks, again.tracks) {
        try compare(track, of: movie, other, of: again, isFragmented: again.isFragmented)
      }
    }
    let sink = MemoryByteSink()
    try copy.write(to: sink, layout: copy.headersFirst())
    let boxes = try topLevel(sink.bytes)
    #expect(boxes == ["ftyp", "moov", format.isQuickTime ? "wide" : "free", "mdat"], "nothing is moved or left over")
  }

  private func compare(
    _ track: Track, of movie: Movie, _ other: Track, of copy: Movie, isFragmented: Bool
  ) throws {
    let (header, new) = (track.header, other.header)
    #expect(new.trackID == header.trackID && new.isEnabled == header.isEnabled && new.layer == header.layer)
    #expect(new.isInMovie == header.isInMovie && new.isInPreview == header.isInPreview)
    #expect(new.alternateGroup == header.alternateGroup && new.volume == header.volume && new.matrix == header.matrix)
    #expect(new.width == header.width && new.height == header.height)
    #expect(other.timescale == track.timescale && other.mediaHeader.language == track.mediaHeader.language)
    #expect(other.extendedLanguageTag == track.extendedLanguageTag && other.references == track.references)
    #expect(other.handlerType == track.handlerType && other.handlerName == track.handlerName)
    #expect(other.isExcludedFromAutoselection == track.isExcludedFromAutoselection)
    #expect(other.sampleDescriptions.count == track.sampleDescriptions.count)
    for (a, b) in zip(track.sampleDescriptions, other.sampleDescriptions) {
      #expect(try SampleEntry(a) == SampleEntry(b))
    }
    let (samples, copied) = (try track.samples(), try other.samples())
    let (all, allCopied) = (try samples.all(), try copied.all())
    #expect(allCopied.count == all.count)
    let start = all.first?.decodeTime ?? 0
    let shift = isFragmented ? 0 : start
    for (index, (a, b)) in zip(all, allCopied).enumerated() {
      // The duration is the time to the next sample, in fragments whatever the writer set.
      let duration = index + 1 < all.count ? all[index + 1].decodeTime - a.decodeTime : a.duration
      let isSame =
        b.decodeTime == a.decodeTime - shift && b.presentationTime == a.presentationTime - shift
        && b.duration == duration && b.size == a.size && b.descriptionIndex == a.descriptionIndex
        && b.rollDistance == a.rollDistance && (b.flags == a.flags || isFragmented && b.isSync == a.isSync)
      if isSame { continue }
      Issue.record("sample \(index): \(a) is \(b)")
      break
    }
    if start == 0, !track.isFragmented {
      #expect(other.edits == track.edits)
      // The media's length in headers may be wrong in hand-made files.
      if track.mediaHeader.duration == samples.decodeEnd {
        #expect(try other.timeline().segments == track.timeline().segments)
      }
    }
    guard movie.source.size > 0 else { return }
    // Samples that follow each other in both files are compared at once: audio has one for every forty-thousandth of a
    // second.
    var index = 0
    while index < min(all.count, allCopied.count) {
      let (start, copiedStart) = (all[index].offset, allCopied[index].offset)
      var (next, size) = (index + 1, all[index].size)
      while next < min(all.count, allCopied.count), all[next].offset == start + Int64(size),
        allCopied[next].offset == copiedStart + Int64(size)
      {
        size += all[next].size
        next += 1
      }
      let bytes = try movie.source.bytes(at: start, count: size)
      if try copy.source.bytes(at: copiedStart, count: size) != bytes {
        Issue.record("samples \(index) to \(next - 1) have other bytes")
        break
      }
      index = next
    }
  }

  private func topLevel(_ bytes: [UInt8]) throws -> [String] {
    var boxes = BoxSequence(topLevelOf: ByteWindow(MemoryByteSource(bytes)))
    var names: [String] = []
    while let box = try boxes.next() { names.append(box.type.text) }
    return names
  }
}
