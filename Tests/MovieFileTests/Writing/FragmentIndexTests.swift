import Foundation
import Testing

@testable import MovieFile

/// The segment index ('sidx'), with which players seek in a file that they load in parts.
@Suite struct FragmentIndexTests {
  private struct Index: Equatable {
    var trackID: UInt32
    var timescale: UInt32
    var time: UInt64
    /// The offset of each reference.
    var places: [Int64] = []
    var sizes: [Int64] = []
    var durations: [UInt32] = []
    var startsWithSync: [Bool] = []
    var end: Int64 = 0
  }

  private func boxes(_ bytes: [UInt8]) throws -> [Box] {
    var sequence = BoxSequence(topLevelOf: ByteWindow(MemoryByteSource(bytes)))
    var boxes: [Box] = []
    while let box = try sequence.next() { boxes.append(box) }
    return boxes
  }

  private func index(_ bytes: [UInt8]) throws -> Index? {
    guard let box = try boxes(bytes).first(where: { $0.type == "sidx" }) else { return nil }
    func number(_ offset: Int64, _ count: Int) -> UInt64 {
      bytes[Int(box.offset + offset)..<Int(box.offset + offset) + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    #expect(number(8, 4) == 0x0100_0000 && number(36, 2) == 0)
    var index = Index(trackID: UInt32(number(12, 4)), timescale: UInt32(number(16, 4)), time: number(20, 8))
    index.end = box.end + Int64(number(28, 8))
    for entry in 0..<Int64(number(38, 2)) {
      let start = 40 + 12 * entry
      index.places.append(index.end)
      index.sizes.append(Int64(number(start, 4)))
      index.durations.append(UInt32(number(start + 4, 4)))
      index.startsWithSync.append(number(start + 8, 4) == 0x9000_0000)
      index.end += index.sizes[Int(entry)]
    }
    return index
  }

  /// Writes a second of sync frames in five fragments.
  private func write(capacity: Int, audio: Bool = false, to sink: any ByteSink) throws {
    let material = try Material.shared.get()
    let writer = try MovieWriter(
      MovieDraft(.mp4), to: sink, layout: .fragments(interval: CMTime(value: 1, timescale: 5)))
    writer.fragmentIndexCapacity = capacity
    let track = try writer.addTrack(TrackDraft(material.picture, in: .mp4))
    let other = audio ? try writer.addTrack(TrackDraft(material.audio, in: .mp4)) : nil
    for part in 0..<5 {
      let (pictures, packets) = (part * 5..<part * 5 + 5, part * 9..<min(part * 9 + 9, 43))
      try writer.append(
        material.picture, pictures, at: Int64(pictures.lowerBound) * material.picture.duration, toTrack: track)
      guard let other else { continue }
      try writer.append(
        material.audio, packets, at: Int64(packets.lowerBound) * material.audio.duration, toTrack: other)
    }
    try writer.finish()
  }

  private func bytes(capacity: Int, audio: Bool = false) throws -> [UInt8] {
    let sink = MemoryByteSink()
    try write(capacity: capacity, audio: audio, to: sink)
    #expect(try Movie(source: MemoryByteSource(sink.bytes)).problems == [])
    return sink.bytes
  }

  @Test(arguments: [false, true]) func index_saysWhereEachFragmentIs(audio: Bool) throws {
    let bytes = try bytes(capacity: 5, audio: audio)
    let boxes = try boxes(bytes)
    #expect(boxes.prefix(4).map(\.type.text) == ["ftyp", "moov", "sidx", "moof"])
    let index = try #require(try index(bytes))
    let duration = UInt32(try Material.shared.get().picture.duration)
    #expect(index.trackID == 1 && index.timescale == duration * 25 && index.time == 0)
    #expect(index.places == boxes.filter { $0.type == "moof" }.map(\.offset) && index.places.count == 5)
    #expect(index.durations == [UInt32](repeating: duration * 5, count: 5))
    #expect(index.startsWithSync == [Bool](repeating: true, count: 5))
    #expect(index.end == boxes.first { $0.type == "mfra" }?.offset)
  }

  @Test func moreFragmentsThanRoom_shareEntries() throws {
    let bytes = try bytes(capacity: 2)
    let index = try #require(try index(bytes))
    let fragments = try boxes(bytes).filter { $0.type == "moof" }.map(\.offset)
    let duration = UInt32(try Material.shared.get().picture.duration)
    #expect(index.places == [fragments[0], fragments[3]] && index.durations == [duration * 15, duration * 10])
  }

  @Test func moreRoomThanFragments_isFree() throws {
    let bytes = try bytes(capacity: 100)
    #expect(try boxes(bytes).prefix(5).map(\.type.text) == ["ftyp", "moov", "free", "sidx", "moof"])
    let index = try #require(try index(bytes))
    #expect(index.places == (try boxes(bytes).filter { $0.type == "moof" }.map(\.offset)))
  }

  /// A sink that cannot seek gets no index.
  @Test func pipes_getNone() throws {
    final class Pipe: ByteSink {
      var bytes: [UInt8] = []
      func append(_ more: UnsafeRawBufferPointer) { bytes += more }
    }
    let pipe = Pipe()
    try write(capacity: 10, to: pipe)
    #expect(try boxes(pipe.bytes).prefix(3).map(\.type.text) == ["ftyp", "moov", "moof"])
  }

  /// With a complete index, ffmpeg reads only the fragments it needs.
  @Test(arguments: [2, 5, 100]) func ffmpeg_findsTimesWithIt(capacity: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    do { try write(capacity: capacity, audio: true, to: FileByteSink(creating: path)) }
    let all = try Oracle.ffmpeg(["-i", path, "-map", "0:v", "-c", "copy", "-f", "framemd5", "-"])
    #expect(all.words == "")
    let hashes = String(decoding: all.output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last }
    #expect(hashes.count == 25)
    for picture in [0, 4, 5, 13, 24] {
      let seconds = String(format: "%.3f", (Double(picture) + 0.1) / 25)
      let one = try Oracle.ffmpeg(
        ["-ss", seconds, "-i", path, "-map", "0:v", "-c", "copy", "-frames:v", "1", "-f", "framemd5", "-"])
      #expect(one.words == "")
      let hash = String(decoding: one.output, as: UTF8.self).split(separator: "\n").last?.split(separator: ",").last
      #expect(hash == hashes[picture], "picture \(picture)")
    }
  }

  /// Presentation times: of reordered frames, and of audio that begins with priming packets.
  @Test(arguments: [Recipe.video[0], Recipe("aac.m4a", "\(Recipe.tone) -c:a aac")])
  func timesOfACopy_areThoseThatAreShown(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let movie = try Movie(path: recipe.make(in: folder))
    let sink = MemoryByteSink()
    try MovieCopy(movie, to: .mp4).write(to: sink, layout: .fragments(interval: CMTime(value: 1, timescale: 4)))
    let index = try #require(try index(sink.bytes))
    let track = try Movie(source: MemoryByteSource(sink.bytes)).tracks[0]
    // An entry for every interval in which decoding can begin.
    let beginnings = try track.samples().all().filter(\.isSync).map { $0.decodeTime * 4 / Int64(track.timescale) }
    #expect(index.time == 0 && index.places.count == Set(beginnings).count && index.places.count >= 3)
    let sum = CMTime(value: index.durations.reduce(0) { $0 + Int64($1) }, timescale: track.timescale)
    let timeline = try track.timeline()
    // The last audio packet's part beyond the end is included.
    #expect(sum >= timeline.duration && sum < timeline.duration + CMTime(value: 1, timescale: 40))
    // Entries that start with a sync sample begin at one.
    let samples = try track.samples().all()
    var time: Int64 = 0
    for (place, isSync) in zip(index.places, index.startsWithSync) {
      let sample = try #require(samples.first { $0.offset > place })
      #expect(sample.isSync || !isSync)
      if isSync {
        #expect(
          max(.zero, timeline.movieTime(ofMedia: sample.presentationTimeStamp))
            == CMTime(value: time, timescale: track.timescale))
      }
      time += Int64(index.durations[index.places.firstIndex(of: place) ?? 0])
    }
    #expect(index.startsWithSync.first == true)
  }
}
