import CoreMedia
import Foundation

/// A part of an export, as its file says it: where it belongs, and what of it is kept when parts are joined.
struct ExportPart: Codable, Equatable, Sendable {
  /// The version of this description.
  var version = 1
  /// Its number, from 1, and that of all parts.
  var number: Int
  var count: Int
  /// The values that all parts of an export share: its source and its settings.
  var export: String
  /// The file that is exported.
  var source: String
  /// True if all of the source is exported: tags and chapters are taken over at their times.
  var isWhole: Bool
  /// The metadata of the whole besides those of the source, by name.
  var tags: [String: String]
  var video: Video?
  var audio: Audio?

  /// The frames of a part.
  struct Video: Codable, Equatable, Sendable {
    /// When the first frame is shown, on the source's timeline.
    var start: Instant
  }

  /// The packets of a part.
  struct Audio: Codable, Equatable, Sendable {
    /// Samples a second.
    var rate: Int32
    /// The first sample of the export, on the source's timeline.
    var origin: Int64
    /// The first sample of the part's encoder, counted from the first of the export.
    var offset: Int64
    /// The times of the packets that are kept, in samples of the whole with its priming; without an end in the last part
    /// with sound.
    var keptFrom: Int64
    var keptTo: Int64?
  }

  /// A rational time in JSON.
  struct Instant: Codable, Equatable, Sendable {
    var value: Int64
    var timescale: Int32

    init(_ time: CMTime) { (value, timescale) = (time.value, time.timescale) }
    var time: CMTime { CMTime(value: value, timescale: timescale) }
  }

  /// The key of the description among a QuickTime file's metadata.
  static let key = "org.reel.export-part"

  /// The description as a file's metadata have it.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// - Throws: Errors of decoding for other texts.
  init(text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

  init(number: Int, count: Int, export: String, source: String, isWhole: Bool, tags: [String: String]) {
    (self.number, self.count, self.export, self.source) = (number, count, export, source)
    (self.isWhole, self.tags) = (isWhole, tags)
  }
}

/// A digest of what identifies an export: FNV-1a of 64 bits. It tells mistakes apart, no forgeries.
struct ExportDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
