import Foundation
import MovieExercise
import MovieFile
import Testing

/// Fragmented movies, complete and truncated.
@Suite struct FragmentTests {
  private func fragmented() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let recipe = Recipe(
      "fragments.mp4",
      "\(Recipe.picture) \(Recipe.tone) \(Recipe.h264) -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof")
    return Array(try Data(contentsOf: URL(fileURLWithPath: recipe.make(in: folder))))
  }

  /// Returns the byte ranges of the fragments, from the header to the end of their data.
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
          // All samples of the fragments before, none of this one.
          let before = all.filter { $0.offset < Int64(fragment.lowerBound) }
          #expect(packets.count == before.count, "fragment \(number) cut at \(length)")
          if !packets.isEmpty { _ = try movie.data(of: samples[packets.count - 1], in: track) }
        }
      }
    }
  }

  /// Sample dependencies may be in a box of their own, as in movies without fragments.
  @Test func dependenciesOfFragments_areRead() throws {
    typealias B = MovieBytes
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [], sizes: [])
    let mvex = B.box("mvex", B.full("trex", B.u32(1, 1, 40, 2, 0x10000)))
    var bytes = TrackBytes.movie([track], brand: "iso6", extra: mvex)
    for (number, dependencies) in [[0x20, 0x18, 0x58, 0x08], [0x24, 0x18]].enumerated() {
      let runs =
        B.full("trun", flags: 0x5, B.u32(2, 100, 0x200_0000)) + B.full("trun", flags: 0, B.u32(dependencies.count - 2))
      let traf = B.box(
        "traf", B.full("tfhd", flags: 0x20000, B.u32(1)), B.full("tfdt", B.u32(number * 160)), runs,
        B.full("sdtp", dependencies.map { UInt8($0) }))
      bytes += B.box("moof", B.full("mfhd", B.u32(number + 1)), traf) + B.box("mdat", B.zeros(60))
    }
    let samples = try Movie(source: MemoryByteSource(bytes)).tracks[0].samples().all()
    #expect(samples.count == 6)
    #expect(samples.map { $0.flags.contains(.disposable) } == [false, true, true, true, false, true])
    #expect(samples.map { $0.flags.contains(.leading) } == [false, false, true, false, false, false])
    #expect(samples.map(\.isSync) == [true, false, false, false, true, false])
    #expect(samples[4].flags.contains(.isDependedOn) && samples[0].flags.contains(.independent))
  }

  /// Two runs without fields for their samples state as many as 32 bits count, twice.
  @Test func meanRateOfMoreTicksThan64BitsHold_isExact() throws {
    typealias B = MovieBytes
    var track = TrackBytes()
    track.timescale = 2_000_000_000
    track.tables = TrackBytes.tables(durations: [], sizes: [])
    let run = B.full("trun", flags: 0, B.u32(0xffff_ffff))
    let traf = B.box("traf", B.full("tfhd", flags: 0x20000, B.u32(1)), run, run)
    let samples = try Movie(
      source: MemoryByteSource(
        TrackBytes.movie(
          [track], brand: "iso6", extra: B.box("mvex", B.full("trex", B.u32(1, 1, 80_000_000, 0, 0))))
          + B.box("moof", B.full("mfhd", B.u32(1)), traf))
    ).tracks[0].samples()
    #expect(Int64(samples.count).multipliedReportingOverflow(by: Int64(samples.timescale)).overflow)
    let rate = try #require(samples.meanFrameRate)
    #expect(rate.frames == 25 && rate.seconds == 1)
  }

  @Test func meanRateWithoutSamples_isNone() throws {
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [], sizes: [])
    #expect(try Movie(source: MemoryByteSource(TrackBytes.movie([track]))).tracks[0].samples().meanFrameRate == nil)
  }

  /// Samples of encrypted fragments are listed, as their times and sizes are not encrypted; their bytes are refused.
  @Test func encryptedFragments_areListed_andRefused() throws {
    let folder = try TemporaryFolder()
    let recipe = Recipe(
      "secret.mp4",
      "\(Recipe.picture) \(Recipe.h264) -movflags frag_keyframe+empty_moov -encryption_scheme cenc-aes-ctr "
        + "-encryption_key 00112233445566778899aabbccddeeff -encryption_kid 00000000000000000000000000000001")
    let movie = try Movie(path: recipe.make(in: folder))
    let track = movie.tracks[0]
    #expect(track.isProtected && track.sampleDescriptions[0].protection?.scheme == "cenc")
    let samples = try track.samples()
    #expect(samples.count == 30 && samples.problem == nil)
    let sample = try samples[29]
    let error = #expect(throws: MovieError.self) { try movie.data(of: sample, in: track) }
    #expect(error?.code == .protected && error?.message == "the media are encrypted with scheme 'cenc'")
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
    // The sample group of the first sample in each fragment, which is a sync sample already.
    #expect(all.filter { $0.flags.contains(.partialSync) }.isEmpty)
    #expect(all[3].offset == all[2].offset + 7)
  }
}
