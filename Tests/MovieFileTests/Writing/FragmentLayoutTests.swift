import Foundation
import TestSupport
import Testing

@testable import MovieFile

/// The boundaries of fragments, and their headers and brands (ISO/IEC 14496-12, clause 8.8; 23000-19, clause 7).
///
/// The boxes are read by an independent program.
@Suite struct FragmentLayoutTests {
  private let material: Material
  init() throws { material = try Material.shared.get() }

  private static let interval = CMTime(value: 2, timescale: 5)

  private func write(
    _ format: MovieFormat = .mp4, interval: CMTime = interval, isPipe: Bool = false,
    _ change: (inout MovieDraft) -> Void = { _ in },
    _ body: (MovieWriter) throws -> Void
  ) throws -> (movie: Movie, boxes: [ReportedBox], path: String, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(format.rawValue)")
    let sink: any ByteSink = isPipe ? PipeSink() : try FileByteSink(creating: path)
    var draft = MovieDraft(format)
    change(&draft)
    let writer = try MovieWriter(draft, to: sink, layout: .fragments(interval: interval))
    try body(writer)
    try writer.finish()
    if let pipe = sink as? PipeSink { try Data(pipe.bytes).write(to: URL(fileURLWithPath: path)) }
    let movie = try Movie(path: path)
    #expect(movie.problems == [])
    return (movie, try Oracle.boxes(path), path, folder)
  }

  private final class PipeSink: ByteSink {
    var bytes: [UInt8] = []
    func append(_ more: UnsafeRawBufferPointer) { bytes += more }
  }

  private func segment(_ target: CMTime, _ source: CMTime, _ length: CMTime) -> TrackTimeline.Segment {
    TrackTimeline.Segment(
      target: CMTimeRange(start: target, duration: length), source: CMTimeRange(start: source, duration: length),
      rate: .one)
  }

  /// Writes audio whose first packet is priming, and whose last packet is valid up to its half.
  private func writeSound(to writer: MovieWriter, end: Int64 = 43 * 1024 - 512) throws {
    let track = try writer.addTrack(TrackDraft(material.audio, in: .m4a))
    let heard = CMTime(value: end, timescale: 44_100)
    writer.setSegments([segment(.zero, CMTime(value: 1024, timescale: 44_100), heard)], ofTrack: track)
    try writer.append(material.audio, 0..<44, at: 0, toTrack: track)
  }

  // MARK: - Boundaries

  private static let sizes = "-f lavfi -i testsrc=size=64x48:rate=25:duration=4 -c:v libx264 -preset ultrafast -bf 0"

  /// A movie whose sync frames are at times that are no multiples of the interval, or further apart than it.
  @Test(arguments: [7, 20, 45]) func framesThatStandAlone_areNotBehindOthers(distance: Int) throws {
    let folder = try TemporaryFolder()
    let recipe = Recipe(
      "in.mp4", "\(Self.sizes) -g \(distance) -keyint_min \(distance) -sc_threshold 0 -pix_fmt yuv420p")
    let source = try Movie(path: recipe.make(in: folder))
    let path = folder.file("out.mp4")
    do {
      try MovieCopy(source, to: .mp4).write(
        to: FileByteSink(creating: path), layout: .fragments(interval: Self.interval))
    }
    let boxes = try Oracle.boxes(path)
    // Each fragment ends at the next multiple of ten frames, or at a sync frame.
    let runs = boxes.filter { $0.path == "moof/traf/trun" }
    let starts = boxes.filter { $0.path == "moof/traf/tfdt" }.compactMap { $0.number("time") }.map { Int($0 / 512) }
    #expect(runs.compactMap { $0.number("count") }.reduce(0, +) == 100)
    let alone = Set(stride(from: 0, to: 100, by: distance))
    for start in starts { #expect(start % 10 == 0 || alone.contains(start), "\(starts)") }
    #expect(Set(stride(from: 0, to: 100, by: 10)).isSubset(of: starts), "\(starts)")
    // The first sync frame of an interval begins a fragment.
    for interval in 0..<10 {
      if let first = alone.filter({ $0 / 10 == interval }).min() { #expect(starts.contains(first), "\(starts)") }
    }
    // So does every entry of the index.
    let index = try #require(boxes.first { $0.path == "sidx" })
    var place = index.end + (index.number("first") ?? -1)
    let moofs = boxes.filter { $0.path == "moof" }.map(\.offset)
    #expect(index.list("access") == index.list("sizes").map { _ in "9" })
    for size in index.numbers("sizes") {
      let number = try #require(moofs.firstIndex(of: place))
      #expect(alone.contains(starts[number]))
      place += size
    }
    #expect(index.number("indexes") == 0 && place == boxes.first { $0.path == "mfra" }?.offset)
    #expect(index.numbers("durations").reduce(0, +) == 100 * 512)
    let all = try Oracle.ffmpeg(["-i", path, "-c", "copy", "-f", "framemd5", "-"])
    let original = try Oracle.ffmpeg(["-i", folder.file("in.mp4"), "-c", "copy", "-f", "framemd5", "-"])
    #expect(all.words == "" && all.output == original.output)
  }

  @Test func samplesOfAFragment_haveOneDescription() throws {
    let (large, small) = (material.picture, material.smallVideo)
    let (movie, boxes, _, folder) = try write { writer in
      var draft = try TrackDraft(large, in: .mp4)
      draft.sampleEntries.append(try small.entry(.mp4))
      let track = try writer.addTrack(draft)
      let audio = try writer.addTrack(TrackDraft(material.audio, in: .mp4))
      try writer.append(large, 0..<3, at: 0, toTrack: track)
      try writer.append(small, 0..<1, at: 3 * large.duration, toTrack: track, description: 1)
      try writer.append(large, 3..<12, at: 4 * large.duration, toTrack: track)
      try writer.append(small, 0..<12, at: 13 * large.duration, toTrack: track, description: 1)
      try writer.append(material.audio, 0..<43, at: 0, toTrack: audio)
    }
    defer { withExtendedLifetime(folder) {} }
    var headers: [[Int64?]] = []
    for box in boxes {
      if box.path == "moof" { headers.append([]) }
      if box.path == "moof/traf/tfhd" { headers[headers.count - 1].append(box.number("id")) }
    }
    // Each track is in a fragment once.
    #expect(headers.allSatisfy { Set($0).count == $0.count })
    let descriptions = boxes.filter { $0.path == "moof/traf/tfhd" && $0.number("id") == 1 }.map {
      $0.number("description")
    }
    #expect(descriptions == [1, 2, 1, 1, 2, 2])
    let samples = try movie.tracks[0].samples().all()
    #expect(samples.map(\.descriptionIndex) == (0..<25).map { $0 == 3 || $0 > 12 ? 1 : 0 })
  }

  // MARK: - Headers

  @Test func durations_areInTheHeadersWhenAllIsThere() throws {
    let (movie, boxes, path, folder) = try write { writer in
      let track = try writer.addTrack(TrackDraft(material.picture, in: .mp4))
      try writeSound(to: writer)
      try writer.append(material.picture, 0..<25, at: 0, toTrack: track)
    }
    defer { withExtendedLifetime(folder) {} }
    let header = try #require(boxes.first { $0.path == "moov/mvhd" })
    let extends = try #require(boxes.first { $0.path == "moov/mvex/mehd" })
    #expect(header.number("timescale") == 44_100 && extends.number("duration") == 44_100)
    // The headers have no samples, so their durations are 0.
    for name in ["moov/mvhd", "moov/trak/tkhd", "moov/trak/mdia/mdhd"] {
      #expect(boxes.filter { $0.path == name }.allSatisfy { $0.number("duration") == 0 })
    }
    #expect(movie.fragmentsDuration == 44_100)
    #expect(try Oracle.text("mediainfo", ["--Output=Video;%Duration%", path]) == "1000")
  }

  @Test func durationsOfAPipe_areNotKnown() throws {
    let (movie, boxes, _, folder) = try write(isPipe: true) { writer in
      let track = try writer.addTrack(TrackDraft(material.picture, in: .mp4))
      try writer.append(material.picture, 0..<25, at: 0, toTrack: track)
    }
    defer { withExtendedLifetime(folder) {} }
    #expect(!boxes.contains { $0.path.hasSuffix("mehd") } && movie.fragmentsDuration == nil)
    #expect(boxes.first { $0.path == "ftyp" }?.list("brands") == ["iso6", "cmfc"])
  }

  /// A camera that was stopped and started: the edit list is known at the end.
  @Test(arguments: [MovieFormat.mp4, .mov]) func severalSessions_areSeveralEdits(format: MovieFormat) throws {
    let kind = material.picture
    let second = CMTime(value: 1, timescale: 1)
    let (movie, boxes, path, folder) = try write(format) { writer in
      let track = try writer.addTrack(TrackDraft(kind, in: format))
      writer.setSegments([segment(.zero, .zero, second)], ofTrack: track)
      try writer.append(kind, 0..<25, at: 0, toTrack: track)
      try writer.append(kind, 0..<25, at: 10 * Int64(kind.timescale), toTrack: track)
      writer.setSegments(
        [segment(.zero, .zero, second), segment(second, CMTime(value: 10, timescale: 1), second)], ofTrack: track)
    }
    defer { withExtendedLifetime(folder) {} }
    let timeline = try movie.tracks[0].timeline()
    #expect(timeline.segments.map { $0.source?.start } == [.zero, CMTime(value: 10, timescale: 1)])
    #expect(timeline.duration == CMTime(value: 2, timescale: 1))
    #expect(boxes.first { $0.path.hasSuffix("elst") }?.numbers("times") == [0, 10 * Int64(kind.timescale)])
    #expect(try Oracle.ffmpeg(["-i", path, "-f", "null", "-"]).words == "")
  }

  @Test func audioThatIsNotHeardToItsEnd_endsThere() throws {
    let (movie, _, path, folder) = try write(.m4a) { try writeSound(to: $0) }
    defer { withExtendedLifetime(folder) {} }
    #expect(try movie.tracks[0].timeline().duration == CMTime(value: 43 * 1024 - 512, timescale: 44_100))
    #expect(try Oracle.ffmpeg(["-i", path, "-f", "null", "-"]).words == "")
  }

  // MARK: - Brands

  /// Each file has a brand for offsets that only newer players know, and none of older formats.
  @Test(arguments: MovieFormat.allCases) func brands_areOfFragments(format: MovieFormat) throws {
    let (_, boxes, _, folder) = try write(format) { writer in
      try writer.append(
        material.audio, 0..<43, at: 0, toTrack: writer.addTrack(TrackDraft(material.audio, in: format)))
    }
    defer { withExtendedLifetime(folder) {} }
    let brands = try #require(boxes.first { $0.path == "ftyp" }).list("brands")
    let expected: [MovieFormat: [String]] = [
      .mp4: ["iso6", "cmfc"], .m4a: ["M4A ", "iso6", "cmfc"], .m4v: ["M4V ", "M4A ", "iso6", "cmfc"],
      .threeGP: ["3gp6", "iso6"], .mov: ["qt  "],
    ]
    #expect(brands == expected[format])
  }

  @Test func brandsOfACopy_areNotThoseOfTheSource() throws {
    let folder = try TemporaryFolder()
    let movie = try Movie(path: Recipe("in.mp4", "\(Recipe.picture) \(Recipe.h264)").make(in: folder))
    #expect(movie.fileType.compatibleBrands.contains("isom"))
    let sink = MemoryByteSink()
    try MovieCopy(movie, to: .mp4).write(to: sink, layout: .fragments(interval: Self.interval))
    let type = try Movie(source: MemoryByteSource(sink.bytes)).fileType
    #expect(type.majorBrand == "iso6" && Set(["isom", "iso2", "avc1", "mp41"]).isDisjoint(with: type.compatibleBrands))
  }

  private func promises(in format: MovieFormat = .mp4, isPipe: Bool = false, _ body: (MovieWriter) throws -> Void)
    throws -> Bool
  {
    let (_, boxes, _, folder) = try write(format, isPipe: isPipe, { _ in }, body)
    defer { withExtendedLifetime(folder) {} }
    return boxes[0].list("brands").contains("cmfc")
  }

  private func picture(_ change: (inout TrackDraft) -> Void = { _ in }) throws -> (MovieWriter) throws -> Void {
    var draft = try TrackDraft(material.picture, in: .mp4)
    change(&draft)
    return { [draft] in try $0.append(material.picture, 0..<25, at: 0, toTrack: $0.addTrack(draft)) }
  }

  @Test func whatIsNoTrackFileOfCMAF_doesNotPromiseIt() throws {
    #expect(try promises(picture()))
    // Rotated, in a layer, with two edits, with an edit that ends.
    let turned = MovieMatrix(rawValues: [0, 0x10000, 0, -0x10000, 0, 0, 48 << 16, 0, 0x4000_0000])
    let edit = Edit(duration: 0, mediaTime: 512, rate: .one)
    #expect(try promises(picture { $0.timing = .stored([edit]) }))
    #expect(try !promises(picture { $0.matrix = turned }))
    #expect(try !promises(picture { $0.layer = 1 }))
    #expect(try !promises(picture { $0.timing = .stored([Edit(duration: 100, mediaTime: 512, rate: .one)]) }))
    #expect(try !promises(picture { $0.timing = .stored([Edit(duration: 100, mediaTime: nil, rate: .one), edit]) }))
    // Two tracks.
    #expect(
      try !promises { writer in
        for track in try (0..<2).map({ _ in try writer.addTrack(TrackDraft(material.picture, in: .mp4)) }) {
          try writer.append(material.picture, 0..<25, at: 0, toTrack: track)
        }
      })
    // A start that needs missing samples.
    #expect(
      try !promises { writer in
        let track = try writer.addTrack(TrackDraft(material.picture, in: .mp4))
        for number in 0..<20 {
          let bytes = material.picture.samples[number]
          let time = Int64(number) * material.picture.duration
          let sample = Sample(
            decodeTime: time, presentationTime: time, duration: material.picture.duration, size: bytes.count,
            flags: number % 10 == 5 ? .sync : [], timescale: material.picture.timescale)
          try writer.append(sample, .memory(bytes), toTrack: track)
        }
      })
  }

  /// An edit without an end conforms to CMAF; when the movie's end is known, the edit gets a duration.
  @Test func promise_isTakenBack_whenTheEndSaysMore() throws {
    #expect(try promises(in: .m4a, isPipe: true) { try writeSound(to: $0) })
    #expect(try !promises(in: .m4a) { try writeSound(to: $0) })
    #expect(try promises(in: .m4a) { try writeSound(to: $0, end: 43 * 1024) })
  }

  /// The contents of each fragment of a single track (clauses 7.3.2.3, 7.5.13, 7.5.15 to 7.5.17): one run, offsets from
  /// the fragment, a decode time that continues the one before, no frame presented before it is decoded, and an edit
  /// that compensates for that.
  @Test func fragments_areAsCMAFWantsThem() throws {
    let folder = try TemporaryFolder()
    let source = try Movie(path: Recipe.video[0].make(in: folder))
    let (_, boxes, _, other) = try write { writer in
      let track = source.tracks[0]
      var draft = try TrackDraft(
        copying: track, of: source, to: .mp4, movieTimescale: Int32(source.header.timescale))
      draft.timing = .presented(reorderDepth: 3)
      let number = try writer.addTrack(draft)
      for sample in try track.samples().all() {
        try writer.append(sample, .memory(source.data(of: sample, in: track)), toTrack: number)
      }
    }
    defer { withExtendedLifetime(other) {} }
    #expect(boxes.filter { $0.path == "moov/trak" }.count == 1)
    let edit = try #require(boxes.first { $0.path.hasSuffix("elst") })
    #expect(edit.numbers("times") == [1024] && edit.numbers("durations") == [0] && edit.numbers("rates") == [0x10000])
    #expect(boxes[0].list("brands").contains("cmfc"))
    for name in ["stts", "stsc", "stco"] {
      #expect(boxes.first { $0.path == "moov/trak/mdia/minf/stbl/\(name)" }?.number("count") == 0)
    }
    let moofs = boxes.filter { $0.path == "moof" }
    let (headers, times) = (boxes.filter { $0.path.hasSuffix("tfhd") }, boxes.filter { $0.path.hasSuffix("tfdt") })
    let runs = boxes.filter { $0.path.hasSuffix("trun") }
    #expect(moofs.count > 2 && headers.count == moofs.count && times.count == moofs.count && runs.count == moofs.count)
    var end: Int64 = 0
    var shown: [Int64] = []
    for (moof, (header, (time, run))) in zip(moofs, zip(headers, zip(times, runs))) {
      #expect(header.facts["flags"] == "0x2003a" && run.number("version") == 0)
      #expect(time.number("time") == end)
      let count = try #require(run.number("count"))
      let durations = run.numbers("durations")
      end += durations.isEmpty ? count * (header.number("duration") ?? 0) : durations.reduce(0, +)
      // The data begin after the header of the next box.
      #expect(run.number("data") == moof.size + 8)
      let first = (time.number("time") ?? 0) - 1024
      shown += run.numbers("offsets").enumerated().map { first + Int64($0) * 512 + $1 }
      // A sync frame is flagged as one, and comes first where there is one.
      let flags = run.numbers("sampleFlags")
      if let first = flags.first ?? run.number("first"), time.number("time") == 0 { #expect(first & 0x10000 == 0) }
    }
    #expect(shown.sorted() == (0..<30).map { $0 * 512 } && shown != shown.sorted())
    let extends = boxes.filter { $0.path == "moov/mvex/trex" }
    #expect(extends.count == 1)
  }

  /// Frames that keep their times are decoded before the first is shown; an edit is there only as far as that would be before 0.
  @Test(arguments: [(0, 1024), (512, 512), (1024, 0), (1_000_000, 0)] as [(Int64, Int64)])
  func keptTimes_needNoEdit_whereThereIsRoomToDecode(lead: Int64, delay: Int64) throws {
    let folder = try TemporaryFolder()
    let source = try Movie(path: Recipe.video[0].make(in: folder))
    let track = source.tracks[0]
    let timescale = try track.samples().timescale
    let (_, boxes, path, other) = try write { writer in
      var draft = try TrackDraft(
        copying: track, of: source, to: .mp4, movieTimescale: Int32(source.header.timescale))
      draft.timing = .presented(reorderDepth: 3)
      let number = try writer.addTrack(draft)
      writer.keepTimes(from: CMTime(value: -lead, timescale: timescale))
      for (index, sample) in try track.samples().all().enumerated() {
        var shown = sample
        // The order of presentation is the source's; the first frame is shown at 0.
        shown.presentationTime -= try track.samples().presentationRange.lowerBound
        #expect(index > 0 || shown.presentationTime == 0)
        try writer.append(shown, .memory(source.data(of: sample, in: track)), toTrack: number)
      }
    }
    defer { withExtendedLifetime(other) {} }
    #expect(boxes.first { $0.path.hasSuffix("elst") }?.numbers("times") ?? [] == (delay > 0 ? [delay] : []))
    let decoded = boxes.first { $0.path.hasSuffix("tfdt") }?.number("time")
    let offset = boxes.first { $0.path.hasSuffix("trun") }?.numbers("offsets").first
    #expect(decoded == lead + delay - 1024 && offset == 1024)
    let start = try #require(Oracle.streams(path, "start_time").first.flatMap { Double($0) })
    #expect(abs(start - Double(lead) / Double(timescale)) < 0.001)
  }
}
