import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Read, write, read: what is there the second time is what was there the first time.
@Suite struct MovieCopyTests {
  @Test(arguments: Recipe.video + Recipe.audio + Recipe.containers)
  func copy_readsBackEqual(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    try check(Movie(path: recipe.make(in: folder)))
  }

  @Test(arguments: SharedMedia.movies) func copyOfOthers_readsBackEqual(name: String) throws {
    try check(Movie(path: #require(SharedMedia.path(name))))
  }

  @Test(arguments: ["video with B-frames", "text and metadata"])
  func copyOfWhatFewFilesHave_readsBackEqual(name: String) throws {
    let bytes = try #require(SeedMovies.all.first { $0.name == name }?.bytes)
    // Places of samples are made up there; the copy is of what they say, not of what is in them.
    let movie = try Movie(source: MemoryByteSource(bytes + MovieBytes.zeros(1 << 20)))
    let tracks = movie.tracks.filter { !$0.isProtected && $0.isSelfContained }
    try check(movie, tracks: tracks, layouts: [.headersLast])
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
    try copy.write(to: sink, headersFirst: true)
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
      // The duration is the time to the next sample, in fragments whatever the writer says.
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
      // What headers say of the media's length may be wrong in files that were made by hand.
      if track.mediaHeader.duration == samples.decodeEnd {
        #expect(try other.timeline().segments == track.timeline().segments)
      }
    }
    guard movie.source.size > 0 else { return }
    for index in Set([0, all.count / 2, all.count - 1]) where all.indices.contains(index) {
      #expect(try copy.data(of: allCopied[index], in: other) == movie.data(of: all[index], in: track))
    }
  }

  private func topLevel(_ bytes: [UInt8]) throws -> [String] {
    var boxes = BoxSequence(topLevelOf: ByteWindow(MemoryByteSource(bytes)))
    var names: [String] = []
    while let box = try boxes.next() { names.append(box.type.text) }
    return names
  }
}
