import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// An index that grows as far as lookups need, against the samples of the same media in a movie.
@Suite struct PacketIndexTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=4"
  private static let tone = "-f lavfi -i sine=duration=4:sample_rate=44100"

  /// Makes a movie and a Matroska file of the same packets.
  private func make(_ options: String) throws -> (movie: Movie, file: MatroskaFile) {
    let movie = try Recipe("a.mp4", options).make(in: folder)
    let copy = folder.file("a.mkv")
    try Oracle.make(["-i", movie, "-map", "0", "-c", "copy", copy])
    return (try Movie(path: movie), try MatroskaFile(source: FileByteSource(path: copy)))
  }

  /// The first packet of Vorbis gives no samples: FFmpeg puts it 128 of them before the first frame.
  @Test func soundOfVorbis_beginsAtItsSecondPacket() throws {
    let path = try Recipe("a.mkv", "\(Self.picture) \(Self.tone) -c:v mpeg4 -c:a libvorbis").make(in: folder)
    let file = try MatroskaFile(source: FileByteSource(path: path))
    let index = PacketIndex(file)
    let packets = try (0..<3).map { try #require(try index.packet($0, of: 1)) }
    // 3 ms, at 44.1 kHz.
    #expect(packets.map(\.presentationTime) == [0, 132, 132 + packets[1].duration])
    #expect(try index.packet(0, of: 0)?.presentationTime == 3)
  }

  @Test(arguments: [
    "-c:v libx264 -bf 3 -b_strategy 0 -x264-params b-pyramid=normal:keyint=12 -pix_fmt yuv420p",
    "-c:v libx264 -bf 3 -x264-params open-gop=1:keyint=10 -pix_fmt yuv420p",
    "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10:bframes=3",
    "-c:v mpeg4 -bf 2", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8",
  ])
  func orderOfVideo_isThatOfAMovie(options: String) throws {
    let (movie, file) = try make("\(Self.picture) \(options)")
    let table = try movie.tracks[0].samples()
    let index = PacketIndex(file)
    let reader = PacketReader(index, stream: 0)
    let scale = Int64(movie.tracks[0].timescale)
    let samples = try table.all()
    let first = try #require(samples.map(\.presentationTime).min())
    #expect(try index.count(of: 0) == samples.count)
    let decodes = samples.map(\.presentationTime).sorted()
    for sample in samples {
      let packet = try #require(try index.packet(sample.index, of: 0))
      // Milliseconds.
      #expect(abs(packet.presentationTime * scale - (sample.presentationTime - first) * 1000) <= scale / 2)
      #expect(abs(packet.decodeTime * scale - (decodes[sample.index] - first) * 1000) <= scale / 2)
      #expect(packet.size == sample.size && packet.number == sample.index && packet.duration == 40)
      #expect(packet.isSync == !sample.flags.isDisjoint(with: .randomAccess))
      let bytes = try reader.bytes(of: packet).read(from: file.source)
      #expect(try bytes == movie.source.bytes(at: sample.offset, count: sample.size))
      // Each is found by its time, and by the times until the next.
      for time in [packet.presentationTime, packet.presentationTime + 39] {
        #expect(try index.packet(of: 0, shownAt: time) == packet)
      }
      #expect(try index.packet(of: 0, shownAfter: packet.presentationTime - 1) == packet)
      #expect(try index.syncPacket(of: 0, atOrBefore: sample.index)?.number == lastSync(samples[...sample.index]))
      #expect(try index.syncPacket(of: 0, after: sample.index)?.number == firstSync(samples[(sample.index + 1)...]))
    }
    #expect(try index.packet(samples.count, of: 0) == nil && index.packet(-1, of: 0) == nil)
    #expect(try index.packet(of: 0, shownAt: -1) == nil && index.packet(of: 0, shownAfter: 1 << 40) == nil)
    #expect(index.isComplete && index.problem == nil)
  }

  private func lastSync(_ samples: ArraySlice<Sample>) -> Int? {
    samples.last { !$0.flags.isDisjoint(with: .randomAccess) }?.index
  }

  private func firstSync(_ samples: ArraySlice<Sample>) -> Int? {
    samples.first { !$0.flags.isDisjoint(with: .randomAccess) }?.index
  }

  /// A lookup near the beginning reads no more than it needs, and gives what a whole walk gives.
  @Test func lookups_growTheIndexAsFarAsTheyNeed() throws {
    let (_, file) = try make("\(Self.picture) \(Self.tone) -c:v libx264 -bf 3 -g 25 -pix_fmt yuv420p -c:a aac")
    let whole = PacketIndex(file)
    let count = try whole.count(of: 0)
    for number in 0..<count - 30 {
      let index = PacketIndex(file)
      #expect(try index.packet(number, of: 0) == whole.packet(number, of: 0))
      #expect(!index.isComplete)
      let other = PacketIndex(file)
      let time = Int64(number * 40 + 7)
      #expect(try other.packet(of: 0, shownAt: time) == whole.packet(of: 0, shownAt: time))
    }
  }

  @Test(arguments: ["aac", "libmp3lame", "libopus -ar 48000", "flac -strict -2", "ac3", "alac"])
  func timesOfAudio_areCountedInSamples(codec: String) throws {
    let (movie, file) = try make("\(Self.tone) -c:a \(codec)")
    let track = movie.tracks[0]
    let samples = try track.samples().all()
    let index = PacketIndex(file)
    #expect(index.timescale(of: 0) == track.timescale)
    let first = try #require(try index.packet(0, of: 0)).presentationTime
    for sample in samples {
      let packet = try #require(try index.packet(sample.index, of: 0))
      // A movie's last duration may be shortened.
      #expect(packet.presentationTime - first == sample.decodeTime - samples[0].decodeTime, "\(sample.index)")
      #expect(packet.isSync && packet.decodeTime == packet.presentationTime)
      if sample.index < samples.count - 1 { #expect(packet.duration == sample.duration) }
    }
    #expect(try index.count(of: 0) == samples.count)
  }

  /// The first packet only prepares the second, which FFmpeg puts 3 ms behind it.
  @Test func firstPacketOfVorbis_hasNoSamples() throws {
    let path = try Recipe("a.mka", "\(Self.tone) -c:a libvorbis").make(in: folder)
    let index = PacketIndex(try MatroskaFile(source: FileByteSource(path: path)))
    let packets = try (0..<index.count(of: 0)).compactMap { try index.packet($0, of: 0) }
    #expect(packets.prefix(3).map(\.duration) == [132, 576, 1024])
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.presentationTime + $0.duration == $1.presentationTime })
  }

  @Test func primingAndPadding_areKnown() throws {
    let path = try Recipe("a.webm", "-f lavfi -i sine=duration=1.013:sample_rate=48000 -c:a libopus").make(in: folder)
    let index = PacketIndex(try MatroskaFile(source: FileByteSource(path: path)))
    #expect(index.file.streams[0].priming == 312)
    let count = try index.count(of: 0)
    let last = try #require(try index.packet(count - 1, of: 0))
    let padding = try index.discardPadding(of: 0)
    #expect(last.presentationTime + last.duration - 312 - padding.end == 48_624)
  }

  @Test func gapOfAudio_stays() throws {
    try Oracle.make(
      Recipe("", "\(Self.tone) -af aselect='not(between(t,1,2))' -c:a pcm_s16le").arguments + [folder.file("gap.mkv")])
    let index = PacketIndex(try MatroskaFile(source: FileByteSource(path: folder.file("gap.mkv"))))
    let count = try index.count(of: 0)
    var gaps = 0
    for number in 1..<count {
      let (before, packet) = (
        try #require(try index.packet(number - 1, of: 0)), try #require(try index.packet(number, of: 0))
      )
      let gap = packet.presentationTime - before.presentationTime - before.duration
      #expect(gap >= 0)
      if gap > 0 {
        gaps += 1
        #expect(abs(gap - 44_100) < 2500)
      }
    }
    #expect(gaps == 1)
  }

  @Test func errorOfTheCheckpoint_endsALookupAndALaterOneContinues() throws {
    struct Stop: Error {}
    let path = try Recipe("long.mka", "-f lavfi -i sine=duration=60:sample_rate=48000 -c:a pcm_s16le -frame_size 480")
      .make(
        in: folder)
    let calls = Counter()
    let index = PacketIndex(try MatroskaFile(source: FileByteSource(path: path))) {
      { if calls.next() == 1 { throw Stop() } }
    }
    #expect(throws: Stop.self) { try index.count(of: 0) }
    #expect(!index.isComplete)
    #expect(try index.count(of: 0) > 1024)
  }

  /// Files that only have the order of decoding, such as AVI: the n-th picture that is shown takes the n-th time.
  @Test(arguments: ["-c:v mpeg4 -bf 2", "-c:v libx264 -bf 3 -g 12 -x264-params open-gop=1 -pix_fmt yuv420p"])
  func picturesWithoutTimes_areShownInTheirOwnOrder(options: String) throws {
    let movie = try Movie(path: Recipe("a.mp4", "\(Self.picture) \(options)").make(in: folder))
    let samples = try movie.tracks[0].samples().all()
    let index = PacketIndex(try UntimedFile(movie))
    let shown = samples.indices.sorted { samples[$0].presentationTime < samples[$1].presentationTime }
    for (rank, number) in shown.enumerated() {
      let packet = try #require(try index.packet(number, of: 0))
      #expect(packet.presentationTime == Int64(rank) * 40 && packet.decodeTime == Int64(number) * 40)
      #expect(try index.packet(of: 0, shownAt: Int64(rank) * 40 + 1)?.number == number)
    }
  }

  private final class Counter: @unchecked Sendable {
    // Used by one thread.
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }

  /// Captions of many seconds, in a file that counts nanoseconds.
  @Test func longDurations_stay() throws {
    typealias M = MatroskaBytes
    let blocks = [10_000_000_000, 4_294_967_295, 2_000_000_000].enumerated().map { number, duration in
      M.element(0xa0, M.element(0xa1, M.block(1, 0, [1, 2])) + M.number(0x9b, duration))
    }
    let bytes =
      M.header
      + M.segment(
        M.info(scale: 1), M.tracks(M.track(1, type: 17, codec: "S_TEXT/UTF8")),
        blocks.enumerated().flatMap { M.cluster($0 * 20_000_000_000, $1) })
    let index = PacketIndex(try MatroskaFile(source: MemoryByteSource(bytes)))
    let durations = try (0..<3).map { try index.packet($0, of: 0)?.duration }
    #expect(durations == [10_000_000_000, 4_294_967_295, 2_000_000_000])
  }
}
