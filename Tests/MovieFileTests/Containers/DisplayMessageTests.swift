import Foundation
import Testing

@testable import MovieFile

/// The display of HDR video, which only messages in the stream describe.
@Suite struct DisplayMessageTests {
  private static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=0.4 -c:v libx265 -preset ultrafast"
  private static let options =
    "log-level=none:hdr10=1:max-cll=1000,400:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"

  /// Green, blue, red and white, then the largest and the smallest luminance, as the encoder was told.
  private static let display: [UInt8] =
    [13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } + [
      0x00, 0x98, 0x96, 0x80, 0, 0, 0, 1,
    ]
  private static let level: [UInt8] = [0x03, 0xe8, 0x01, 0x90]

  @Test(arguments: ["a.mkv", "a.ts"]) func tenBits_areDescribedByMessages(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try Recipe(name, "\(Self.picture) -pix_fmt yuv420p10le -x265-params \(Self.options)").make(in: folder)
    var file = try open(path)
    try file.describeDisplays()
    let description = try #require(file.streams[0].formatDescription)
    #expect(bytes(description, .masteringDisplayColorVolume) == Self.display)
    #expect(bytes(description, .contentLightLevelInfo) == Self.level)
    #expect(description.dimensions.width == 64 && !description.parameterSets.isEmpty)
  }

  @Test(arguments: ["a.mkv", "a.ts"]) func tenBitsWithoutMessages_haveNoDisplay(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try Recipe(name, "\(Self.picture) -pix_fmt yuv420p10le -x265-params log-level=none").make(in: folder)
    var file = try open(path)
    let before = file.streams[0].formatDescription
    try file.describeDisplays()
    #expect(file.streams[0].formatDescription == before)
  }

  @Test func messagesOfAConfiguration_areRead() {
    let unit = [0x4e, 0x01, 137, 24] + Self.display + [0x80]
    // The fields before the lists, and a list of one unit of type 39.
    let configuration: [UInt8] = [1, 2] + [UInt8](repeating: 0, count: 20) + [1, 39, 0, 1, 0, UInt8(unit.count)]
    // The zeros in the luminance would be a start code.
    #expect(Self.display.suffix(4) == [0, 0, 0, 1])
    let escaped = unit.prefix(26) + [3, 0, 1, 0x80]
    let messages = DisplayMessages(configuration: configuration.dropLast() + [UInt8(escaped.count)] + escaped)
    #expect(messages.masteringDisplay == Self.display && messages.lightLevel == nil)
  }

  @Test func messagesCutShort_areIgnored() {
    let unit = [0x4e, 0x01, 144, 4] + Self.level + [0x80]
    for count in 0..<unit.count {
      var messages = DisplayMessages(configuration: [])
      messages.read([0, 0, 0, UInt8(unit.count)] + unit.prefix(count), lengthSize: 4)
      #expect((messages.lightLevel != nil) == (count >= 8), "\(count)")
      #expect(messages.masteringDisplay == nil)
    }
    for count in [0, 1, 22, 23, 26, 27, 28] {
      let configuration = [UInt8](repeating: 0xff, count: count)
      #expect(DisplayMessages(configuration: configuration).masteringDisplay == nil)
    }
  }

  private func open(_ path: String) throws -> any InterleavedFile {
    let source = try FileByteSource(path: path)
    return path.hasSuffix(".mkv") ? try MatroskaFile(source: source) : try TransportStreamFile(source: source)
  }

  private func bytes(
    _ description: CMFormatDescription, _ key: CMFormatDescription.Extensions.Key
  ) -> [UInt8]? {
    (description.extensions[key]?.propertyListRepresentation as? Data).map { [UInt8]($0) }
  }
}
