@testable import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Damaged samples are errors; nothing else is ever shown in their place.
@Suite struct DamageTests {
  /// The way in which a test spoils a sample.
  enum Damage: String, CaseIterable, Sendable {
    /// Nothing but zeros.
    case zeroed
    /// A quarter of its bytes, in the middle, are zeros.
    case holed
    /// Its last half is missing: the next sample's bytes stand there, or zeros.
    case truncated
  }

  /// Spoils one sample in the file.
  private func spoil(_ path: String, _ sample: CodedSample, _ damage: Damage) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let (start, count) =
      switch damage {
      case .zeroed: (0, sample.size)
      case .holed: (sample.size * 3 / 8, sample.size / 4)
      case .truncated: (sample.size / 2, sample.size - sample.size / 2)
      }
    try file.seek(toOffset: UInt64(sample.offset) + UInt64(start))
    try file.write(contentsOf: Data(count: count))
  }

  /// A frame of sound has 65,535 bytes there, so wavparse gives empty buffers for ever.
  @Test func audioOfImpossibleFrames_endsInAnError() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.wav")
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "pcm_f32le", path])
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let head = try #require(try file.read(upToCount: 64))
    let description = try #require(head.range(of: Data("fmt ".utf8)))
    try file.seek(toOffset: UInt64(description.upperBound) + 16)
    try file.write(contentsOf: Data([0xff, 0xff]))
    try file.close()
    let error = await #expect(throws: DecoderError.self) { try await MediaTrack.tracks(ofFile: path) }
    #expect(error?.code == .damagedSample)
    var graph = Graph()
    let asset = graph.add("source", AssetRead { $0.url = Location(path) })
    graph.connect(asset.audio, to: graph.add("sink", Null()).input)
    let problem = await #expect(throws: Diagnostics.self) {
      try await graph.run(options: RunOptions(stallTimeout: .milliseconds(300)))
    }
    #expect(problem?.all.first?.message.hasPrefix("nothing has moved") == true)
  }

  @Test(
    arguments: [CodedClips.VideoKind.h264Closed, .h264Open, .h264Pyramid, .hevcOpen, .hevc10, .proRes], Damage.allCases)
  func damagedFrame_isReported_andNeverShownAsAnother(_ kind: CodedClips.VideoKind, _ damage: Damage) async throws {
    if kind == .proRes, damage != .zeroed { return }
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder)
    let intact = try CodedClips.checksums(path)
    let track = try CodedClips.track(path, isVideo: true)
    let damaged = try track.sample(16)
    try spoil(path, damaged, damage)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    var failed: [Int] = []
    for number in intact.indices {
      let time = CMTime(value: Int64(number) * 1001, timescale: 30000)
      do {
        #expect(try cursor.frame(at: time).checksum == intact[number], "frame \(number)")
      } catch let error as DecoderError {
        #expect([.damagedSample, .missingReference].contains(error.code))
        failed.append(number)
      }
    }
    #expect(failed.contains(try track.rank(of: 16)))
    #expect(failed.count < 24)

    var shown: [String] = []
    var errors = 0
    cursor.move(to: CMTimeRange(start: .zero, end: try cursor.end()))
    while true {
      do {
        guard let frame = try cursor.next() else { break }
        shown.append(try frame.checksum)
      } catch is DecoderError { errors += 1 }
    }
    #expect(errors + shown.count == intact.count)
    #expect(errors > 0 && errors < 24)
    #expect(Set(shown).isSubset(of: intact))
  }

  /// Spoils a sample wherever its container has put it.
  @Test(arguments: [CodedClips.VideoKind.h264Closed, .hevcOpen, .proRes])
  func damagedFrame_isReportedOnce_andTheOthersAreShown_alsoBackwards(_ kind: CodedClips.VideoKind) throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder)
    try spoil(path, CodedClips.track(path, isVideo: true).sample(16), .zeroed)
    func shown(_ direction: CursorDirection) throws -> (frames: [String], errors: [Int?]) {
      let cursor = FrameCursor(try CodedClips.track(path, isVideo: true), direction: direction)
      var (frames, errors): ([String], [Int?]) = ([], [])
      while true {
        do {
          guard let frame = try cursor.next() else { return (frames, errors) }
          frames.append("\(frame.time.seconds) \(try frame.checksum)")
        } catch let error as DecoderError {
          errors.append(error.sample)
        }
      }
    }
    let (forwards, backwards) = (try shown(.forwards), try shown(.backwards))
    #expect(forwards.errors.contains(16))
    #expect(backwards.frames == forwards.frames.reversed())
    #expect(Set(backwards.errors) == Set(forwards.errors) && backwards.errors.count == Set(backwards.errors).count)
  }

  private func spoil(_ path: String, bytesOf sample: CodedSample, in track: any CodedTrack, _ damage: Damage) throws {
    let bytes = try track.bytes(of: sample).withUnsafeBytes { Data($0) }
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    let range = try #require(file.range(of: bytes))
    let count = damage == .zeroed ? bytes.count : bytes.count - bytes.count / 2
    file.replaceSubrange(range.upperBound - count..<range.upperBound, with: Data(count: count))
    try file.write(to: URL(fileURLWithPath: path))
  }

  @Test(arguments: [CodedClips.VideoKind.vp8, .vp9, .av1, .mjpeg, .mpeg4], [Damage.zeroed, .truncated])
  func damagedFrameOfAnyCoding_isReported(_ kind: CodedClips.VideoKind, _ damage: Damage) async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder, count: 24)
    let intact = try CodedClips.checksums(path)
    let track = try CodedClips.track(path, isVideo: true)
    // The largest that is no key picture, so that something is left of the others.
    let samples = try (4..<20).map { try track.sample($0) }.filter { kind == .mjpeg || !$0.isSync }
    let damaged = try #require(samples.max { $0.size < $1.size })
    try spoil(path, bytesOf: damaged, in: track, damage)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    cursor.move(to: CMTimeRange(start: .zero, end: .positiveInfinity))
    var (shown, errors): ([String], [DecoderError]) = ([], [])
    while true {
      do {
        guard let frame = try cursor.next() else { break }
        shown.append(try frame.checksum)
      } catch let error as DecoderError { errors.append(error) }
    }
    #expect(errors.contains { $0.sample == damaged.index })
    #expect(shown.count > 3 && Set(shown).isSubset(of: intact))
  }

  /// A coding of audio, and the damage that it can tell from audio. In movies: GStreamer's parsers, which read other
  /// containers, leave out what they cannot read.
  enum AudioKind: String, CaseIterable, Sendable {
    case mp3, opus, vorbis, flac, alac, ac3, eac3, aac

    var arguments: [String] {
      switch self {
      case .mp3: ["-c:a", "libmp3lame", "a.mp4"]
      case .opus: ["-c:a", "libopus", "a.mp4"]
      case .vorbis: ["-c:a", "libvorbis", "a.mp4"]
      case .flac: ["-c:a", "flac", "-strict", "-2", "a.mp4"]
      case .alac: ["-c:a", "alac", "a.m4a"]
      case .ac3: ["-c:a", "ac3", "a.mp4"]
      case .eac3: ["-c:a", "eac3", "a.mp4"]
      case .aac: ["-c:a", "aac", "-aac_pns", "0", "a.m4a"]
      }
    }

    /// The number of packets after a lost one that depend on it.
    var dependents: Int {
      switch self {
      case .flac, .alac: 0
      case .mp3: 10
      case .opus: 40
      default: 1
      }
    }

    /// True if decoders fill in noise of their own, which goes on from packet to packet.
    var hasNoise: Bool { [.ac3, .eac3].contains(self) }

    var tellsTruncation: Bool { [.vorbis, .flac, .ac3, .eac3, .alac, .aac].contains(self) }
  }

  /// The bytes of each sample of all channels by its position, and the numbers of the packets that were errors.
  private func heard(_ path: String) throws -> (frames: [Int64: ArraySlice<UInt8>], errors: [Int?]) {
    let cursor = AudioCursor(try CodedClips.track(path, isVideo: false))
    var (frames, errors): ([Int64: ArraySlice<UInt8>], [Int?]) = ([:], [])
    while true {
      do {
        guard let chunk = try cursor.next() else { return (frames, errors) }
        let size = chunk.format.bytesPerFrame
        for frame in 0..<chunk.frameCount {
          frames[chunk.position + Int64(frame)] = chunk.bytes[frame * size..<(frame + 1) * size]
        }
      } catch let error as DecoderError { errors.append(error.sample) }
    }
  }

  @Test(arguments: AudioKind.allCases, [Damage.zeroed, .truncated])
  func damagedPacketOfAnyCoding_isReported(_ audio: AudioKind, _ damage: Damage) async throws {
    guard damage == .zeroed || audio.tellsTruncation else { return }
    let folder = try TemporaryFolder()
    let path = folder.file(audio.arguments.last ?? "")
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=48000:seed=7:a=0.3:d=1"] + audio.arguments.dropLast() + [path])
    let intact = try heard(path)
    #expect(intact.errors.isEmpty)
    let track = try CodedClips.track(path, isVideo: false)
    let index = min(6, track.count / 2)
    try spoil(path, bytesOf: track.sample(index), in: track, damage)
    let damaged = try heard(path)
    #expect(damaged.errors.first == index)
    let start = try AudioCursor(track).position(ofSample: index, in: track)
    let end = try AudioCursor(track).position(
      ofSample: min(track.count, index + 1 + audio.dependents), in: track)
    if audio.hasNoise {
      // The frames behind it are those of a decoder that begins there.
      let rest = folder.file("rest.\(audio)")
      let packets = try (index + 1..<track.count).map { number in
        try track.bytes(of: track.sample(number)).withUnsafeBytes { Data($0) }
      }
      try Data(packets.joined()).write(to: URL(fileURLWithPath: rest))
      let heard = Data(damaged.frames.filter { $0.key > start }.sorted { $0.key < $1.key }.flatMap(\.value))
      let isSame = try heard == CodedClips.audio(rest, "f32le").prefix(heard.count)
      #expect(isSame && heard.count > 100_000)
    }
    let others = damaged.frames.keys.filter { $0 < start || $0 >= end && !audio.hasNoise }
    #expect(others.filter { damaged.frames[$0] != intact.frames[$0] }.sorted().prefix(3) == [])
    #expect(damaged.frames[start] == nil)
  }

  @Test func damagedPacket_isReported_andTheRestKeepsItsPlace() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.m4a")
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=7:a=0.3:d=1", "-c:a", "aac", "-aac_pns", "0", path,
    ])
    let track = try CodedClips.track(path, isVideo: false)
    let intact = try heard(path)
    #expect(intact.errors.isEmpty)
    try spoil(path, try track.sample(20), .zeroed)
    let damaged = try heard(path)
    #expect(damaged.errors == [20])
    // Packet 20 holds samples 19 · 1024 and on, the one after it overlaps with it.
    let (start, end, next): (Int64, Int64, Int64) = (19 * 1024, 20 * 1024, 21 * 1024)
    let others = damaged.frames.keys.filter { $0 < start || $0 >= next }
    #expect(others.filter { damaged.frames[$0] != intact.frames[$0] }.sorted().prefix(3) == [])
    #expect(intact.frames.keys.filter { damaged.frames[$0] == nil }.sorted() == Array(start..<end))
  }

  @Test func fileThatIsCutShort_isReadUpToThere() async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.h264NoB, in: folder, options: ["-movflags", "+faststart"])
    let intact = try CodedClips.checksums(path)
    let track = try CodedClips.track(path, isVideo: true)
    let end = try track.sample(30).offset
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let cut = folder.file("cut.mp4")
    try whole.prefix(Int(end) + 10).write(to: URL(fileURLWithPath: cut))
    let cursor = FrameCursor(try CodedClips.track(cut, isVideo: true))
    var shown: [String] = []
    cursor.move(to: CMTimeRange(start: .zero, end: .positiveInfinity))
    while let frame = try? cursor.next() { shown.append(try frame.checksum) }
    #expect(shown == Array(intact[..<30]))
  }
}

extension AudioCursor {
  /// Where the sound of a packet lies among what is heard.
  fileprivate func position(ofSample index: Int, in track: any CodedTrack) throws -> Int64 {
    let rate = Int64(try format().rate)
    let time = index < track.count ? try track.sample(index).decodeTime : try track.mediaEnd()
    let start = track.edits.lazy.compactMap(\.mediaStart).first ?? 0
    return (time - start) * rate / Int64(track.timescale)
  }
}
