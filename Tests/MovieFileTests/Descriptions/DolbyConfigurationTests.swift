import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// The configuration boxes of AC-3 and E-AC-3, from their first packet.
@Suite struct DolbyConfigurationTests {
  private func box(_ packet: [UInt8], isEnhanced: Bool = true) throws -> [UInt8] {
    try packet.withUnsafeBytes { try DolbyConfiguration($0, isEnhanced: isEnhanced).box }
  }

  @Test(
    arguments: ["ac3", "eac3"], ["-ac 1", "-ac 2 -ar 44100", "-ac 6 -ar 48000", "-ac 5 -ar 32000", "-ac 2 -b:a 96k"])
  func box_isTheOneThatFFmpegWrites(codec: String, options: String) throws {
    let folder = try TemporaryFolder()
    let movie = try Movie(path: Recipe("a.mp4", "\(Recipe.tone) -c:a \(codec) \(options)").make(in: folder))
    let track = movie.tracks[0]
    let packet = try movie.data(of: track.samples()[0], in: track)
    let description = try track.formatDescriptions()[0]
    #expect(try box(packet, isEnhanced: codec == "eac3") == [UInt8](description.magicCookie ?? Data()))
    let channels = options.split(separator: " ")[1]
    #expect(description.audioStreamBasicDescription.map { "\($0.mChannelsPerFrame)" } == String(channels))
  }

  /// The header of a frame of E-AC-3 with 48 kHz, six blocks and 5.1 channels, and zeros behind it.
  private func frame(type: Int, number: Int = 0, bytes: Int = 64, map: Int? = nil, service: Int = 0) -> [UInt8] {
    var bits: [(Int, Int)] = [
      (0x0b77, 16), (type, 2), (number, 3), (bytes / 2 - 1, 11), (0, 2), (3, 2), (7, 3), (1, 1), (16, 5), (27, 5),
      (1, 1),
      (0, 8),
    ]
    if type == 1 { bits += [(map == nil ? 0 : 1, 1)] + (map.map { [($0, 16)] } ?? []) }
    // Mixing metadata: levels of all channels, a programme gain, a definition of three bytes, a configuration for each
    // block.
    bits += [(1, 1), (1, 2), (0, 6), (0, 6), (1, 1), (5, 5)]
    if type == 0 {
      bits += [(1, 1), (33, 6), (0, 1), (3, 2), (1, 5), (0, 24), (1, 1)]
      bits += (0..<6).flatMap { _ in [(1, 1), (9, 5)] }
    }
    bits += [(1, 1), (service, 3)]
    var result = [UInt8](repeating: 0, count: bytes)
    var position = 0
    for (value, count) in bits {
      for bit in (0..<count).reversed() {
        result[position / 8] |= UInt8(value >> bit & 1) << UInt8(7 - position % 8)
        position += 1
      }
    }
    return result
  }

  @Test func addedChannels_areNamed() throws {
    // Rear surround channels: the seventh bit of the channel map.
    let packet = frame(type: 0, bytes: 640) + frame(type: 1, bytes: 640, map: 1 << 9)
    let dec3 = try box(packet)
    // 2 × 160 kb/s; one stream of 48 kHz, version 16, 5.1 channels; one dependent stream, the second bit of chan_loc.
    let numbers = [(320, 13), (0, 3), (0, 2), (16, 5), (0, 2), (0, 3), (7, 3), (1, 1), (0, 3), (1, 4), (2, 9)]
    let text = numbers.map { number, bits in
      String(repeating: "0", count: bits - String(number, radix: 2).count) + String(number, radix: 2)
    }.joined()
    let written = dec3.map { byte -> String in
      let digits = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    #expect(written.joined() == text)
    let audio = try #require(DolbyConfiguration.audio(enhancedBox: dec3))
    #expect(audio.sampleRate == 48_000 && audio.channels == 8)
  }

  @Test func service_isReadAfterTheMixingFields() throws {
    let parsed = try #require(DolbyFrame(frame(type: 0, service: 5)))
    #expect(parsed.serviceMode == 5 && parsed.size == 64 && parsed.blockCount == 6)
    #expect(parsed.kind == .independent(0) && parsed.codingMode == 7 && parsed.hasLowFrequencies)
  }

  @Test func severalProgrammes_areCounted_andShortFramesAreNot() throws {
    let two = try box(frame(type: 0) + frame(type: 0, number: 1) + frame(type: 1, number: 1))
    #expect(two.count == 9 && two[1] & 7 == 1)
    let one = try box(frame(type: 0) + frame(type: 0))
    #expect(one.count == 5 && one[1] & 7 == 0)
  }

  @Test(
    arguments: [
      [], [0x0b], [0x0b, 0x77], [0x0b, 0x77, 0, 0, 0, 0xff], [UInt8](repeating: 0x0b, count: 200),
    ] as [[UInt8]]) func invalidConfiguration_isRefused(packet: [UInt8])
  {
    for isEnhanced in [false, true] {
      #expect { try box(packet, isEnhanced: isEnhanced) } throws: { ($0 as? MovieError)?.code == .notStorable }
    }
  }

  @Test func substreamsOutOfOrder_areRefused() {
    #expect(throws: MovieError.self) { try box(frame(type: 1)) }
    #expect(throws: MovieError.self) { try box(frame(type: 0, number: 3)) }
    #expect(throws: MovieError.self) { try box(frame(type: 0) + frame(type: 0, number: 2)) }
    let many = frame(type: 0) + (0..<16).flatMap { _ in frame(type: 1) }
    #expect(throws: MovieError.self) { try box(many) }
  }

  /// The parser ends for all bytes, and its output can be read.
  @Test func damage_neverTraps() throws {
    let whole = frame(type: 0, bytes: 128) + frame(type: 1, bytes: 128, map: 0xffff)
    for length in 0...whole.count { _ = try? box(Array(whole[..<length])) }
    for position in 0..<64 {
      for bit in 0..<8 {
        var bytes = whole
        bytes[position] ^= 1 << UInt8(bit)
        for isEnhanced in [false, true] {
          guard let box = try? box(bytes, isEnhanced: isEnhanced) else { continue }
          #expect(!box.isEmpty && box.count < 40)
          if isEnhanced { _ = DolbyConfiguration.audio(enhancedBox: box) }
        }
      }
    }
    for length in 0..<12 { _ = DolbyConfiguration.audio(enhancedBox: [UInt8](repeating: 0xff, count: length)) }
  }
}
