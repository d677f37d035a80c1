import Foundation
import MovieExercise
import MovieFile
import Testing

/// Movies in fragments, whole and cut.
@Suite struct FragmentTests {
  private func fragmented() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let recipe = Recipe(
      "fragments.mp4",
      "\(Recipe.picture) \(Recipe.tone) \(Recipe.h264) -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof")
    return Array(try Data(contentsOf: URL(fileURLWithPath: recipe.make(in: folder))))
  }

  /// Where fragments start, and where their data end.
  private func fragments(_ bytes: [UInt8]) throws -> [Range<Int>] {
    var starts: [Int] = []
    var ends: [Int] = []
    var tree = BoxTree(MemoryByteSource(bytes))
    try tree.walk { entry in
      guard case .box(let box, depth: 0) = entry else { return }
      if box.type == "moof" { starts.append(Int(box.offset)) }
      if box.type == "mdat" { ends.append(Int(box.end)) }
    }
    return zip(starts, ends).map { $0..<$1 }
  }

  @Test func cutFile_isReadUpToItsLastWholeFragment() throws {
    let bytes = try fragmented()
    let fragments = try fragments(bytes)
    #expect(fragments.count >= 3)
    let whole = try Movie(source: MemoryByteSource(bytes)).tracks.map { try $0.samples().packets() }
    for (number, fragment) in fragments.enumerated() {
      for length in [
        fragment.lowerBound + 20, (fragment.lowerBound + fragment.upperBound) / 2, fragment.upperBound - 1,
      ] {
        let movie = try Movie(source: MemoryByteSource(Array(bytes[..<length])))
        for (track, all) in zip(movie.tracks, whole) {
          let samples = try track.samples()
          let packets = try samples.packets()
          #expect(packets == Array(all.prefix(packets.count)))
          #expect(samples.problem?.code == .truncated)
          // Everything of the fragments before, nothing of this one.
          let before = all.filter { $0.offset < Int64(fragment.lowerBound) }
          #expect(packets.count == before.count, "fragment \(number) cut at \(length)")
          if !packets.isEmpty { _ = try movie.data(of: samples[packets.count - 1], in: track) }
        }
      }
    }
  }

  @Test func headerAndSegments_readAsOneMovie() throws {
    let bytes = try fragmented()
    let fragments = try fragments(bytes)
    let cuts = [0] + fragments.map(\.lowerBound) + [bytes.count]
    let segments = zip(cuts, cuts.dropFirst()).map { MemoryByteSource(Array(bytes[$0..<$1])) }
    let source = try SegmentedByteSource(segments)
    let (parts, whole) = (try Movie(source: source), try Movie(source: MemoryByteSource(bytes)))
    #expect(parts.isFragmented)
    for (left, right) in zip(parts.tracks, whole.tracks) {
      #expect(try left.samples().all() == right.samples().all())
    }
  }

  @Test func fieldsDefaultsAndGroups_areApplied() throws {
    let movie = try Movie(source: MemoryByteSource(SeedMovies.all[4].bytes))
    let samples = try movie.tracks[0].samples()
    // Three fragments of 3, 2 and 2 samples.
    #expect(samples.count == 21 && movie.fragmentsDuration == 1200)
    let all = try samples.all()
    #expect(all.prefix(7).map(\.decodeTime) == [0, 40, 81, 121, 161, 201, 241])
    #expect(all.prefix(7).map(\.size) == [5, 6, 7, 8, 8, 3, 4])
    #expect(all.prefix(3).map(\.presentationTime) == [40, 120, 41])
    #expect(all[7].decodeTime == 282)
    #expect(all[0].flags.contains(.sync) && all[0].flags.contains(.independent) && !all[1].isSync)
    #expect(all[3].isSync)
    // The group of the first sample in each fragment; it is a sync sample already.
    #expect(all.filter { $0.flags.contains(.partialSync) }.isEmpty)
    #expect(all[3].offset == all[2].offset + 7)
  }
}
