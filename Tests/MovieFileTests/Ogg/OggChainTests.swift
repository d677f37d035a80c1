import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Chained files, whose links follow each other on one timeline.
@Suite struct OggChainTests {
  private static let tone = "-f lavfi -i sine=duration=2:sample_rate=48000"

  private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// Makes links of a codec, of different lengths.
  private func links(_ options: String, in folder: TemporaryFolder) throws -> [[UInt8]] {
    try ["1", "2.5", "0.7"].enumerated().map { number, duration in
      let source = "-f lavfi -i sine=frequency=\(440 + number):duration=\(duration):sample_rate=48000"
      return try bytes(Recipe("\(number).ogg", "\(source) \(options)").make(in: folder))
    }
  }

  @Test(arguments: ["-c:a libopus", "-c:a libvorbis", "-c:a flac", "-ar 16000 -c:a libspeex"])
  func links_areOneStream(options: String) throws {
    let folder = try TemporaryFolder()
    let links = try links(options, in: folder)
    let chain = try OggFile(source: MemoryByteSource(links.flatMap { $0 }))
    #expect(chain.streams.count == 1 && chain.links.count == 3)
    let rate = Int64(chain.streams[0].timescale)
    let packets = try chain.allPackets()
    var position = 0
    var start = chain.streams[0].priming
    for link in links {
      let single = try OggFile(source: MemoryByteSource(link))
      let own = try single.allPackets()
      let part = packets[position..<position + own.count]
      #expect(part.map(\.bytes.count) == own.map(\.bytes.count))
      // The heard part of a link begins where the one before ends.
      let offset = start - single.streams[0].priming
      #expect(part.map(\.presentationTime) == own.map { ($0.presentationTime ?? 0) + offset })
      position += own.count
      start += try OggFileTests.heard(single, stream: 0)
    }
    #expect(position == packets.count)
    #expect(chain.statedDuration == CMTime(value: start, timescale: Int32(rate)))
    // Ffmpeg leaves out the encoder's delay at the end of Speex too.
    #expect(options.contains("speex") || start - chain.streams[0].priming == rate * 42 / 10)
  }

  @Test func placesInLaterLinks_areFound() throws {
    let folder = try TemporaryFolder()
    let chain = try OggFile(source: MemoryByteSource(links("-c:a libopus", in: folder).flatMap { $0 }))
    let packets = try chain.allPackets()
    for time in stride(from: 0 as Int64, through: 200_000, by: 9_600) {
      let place = try #require(try chain.place(of: 0, atOrBefore: time))
      let found = try chain.allPackets(from: place)
      #expect(found == packets.suffix(found.count))
      #expect(try #require(found.first?.presentationTime) <= time)
    }
  }

  /// A file behind itself has the same number twice, which no bisection finds.
  @Test func linkWithTheSameNumber_goesOnToo() throws {
    let folder = try TemporaryFolder()
    let link = try bytes(Recipe("a.opus", "\(Self.tone) -c:a libopus").make(in: folder))
    let chain = try OggFile(source: MemoryByteSource(link + link))
    #expect(try OggFileTests.heard(chain, stream: 0) == 2 * 96_000)
    let times = try chain.allPackets().compactMap(\.presentationTime)
    #expect(times == times.sorted() && times.count == 202)
  }

  @Test func linksOfOtherFormats_areStreamsOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    let one = try bytes(Recipe("a.ogg", "\(Self.tone) -c:a libopus").make(in: folder))
    let two = try bytes(Recipe("b.ogg", "\(Self.tone) -ar 44100 -c:a flac").make(in: folder))
    let chain = try OggFile(source: MemoryByteSource(one + two))
    #expect(chain.streams.map(\.codecID) == ["OpusHead", "FLAC"])
    // The second begins where the first ends, after 96,312 samples at 48 kHz.
    let first = try #require(try chain.allPackets().first { $0.stream == 1 }?.presentationTime)
    #expect(first == 88_487)
  }

  @Test func streamsOfTheNextLink_areNotTakenForThisOnes() throws {
    typealias O = OggBytes
    let opus: [UInt8] = [0xfc] + [UInt8](repeating: 0, count: 40)
    func link(_ serial: Int, _ count: Int) -> [UInt8] {
      O.page(2, serial: serial, number: 0, granule: 0, O.opusHead(preSkip: 0))
        + O.page(0, serial: serial, number: 1, granule: 0, Array("OpusTags".utf8) + MovieBytes.zeros(8))
        + (1...count).flatMap { number in
          O.page(number == count ? 4 : 0, serial: serial, number: 1 + number, granule: 960 * number, opus)
        }
    }
    let chain = try OggFile(source: MemoryByteSource((1...40).flatMap { link($0, $0) }))
    #expect(chain.links.count == 40)
    let packets = try chain.allPackets()
    #expect(packets.map(\.presentationTime) == (0..<820).map { 960 * Int64($0) })
    #expect(chain.statedDuration == CMTime(value: 820 * 960, timescale: 48_000))
  }
}
