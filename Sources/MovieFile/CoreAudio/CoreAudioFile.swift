import Foundation
import Synchronization

/// A file of sound in Apple's Core Audio Format (`.caf`): any coding, in packets of equal size or with a table of them.
///
/// Opening reads the chunks' headers only; `samples()` walks the packet table once. Source: Apple Core Audio Format Specification 1.0.
public final class CoreAudioFile: Sendable {
  public let source: any ByteSource
  /// What the coded sound is.
  public let formatDescription: CMFormatDescription
  /// Samples a second; the timescale of all times.
  public let sampleRate: Int32
  public let channels: Int
  /// Priming and padding as the packet table has them; nil if there are none.
  public var gapless: GaplessInfo? { layout.gapless(sampleRate) }

  private let layout: CoreAudioLayout
  private let table = Mutex<SampleTable?>(nil)

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it is something else; `malformed` if it lacks its description or its packets' table;
  ///   `unsupported` for rates that are no whole number.
  public convenience init(path: String) throws(MovieError) {
    try self.init(source: FileByteSource(path: path))
  }

  public init(source: any ByteSource) throws(MovieError) {
    self.source = source
    do throws(MovieError) {
      let chunks = try CoreAudioChunks(source)
      (layout, formatDescription) = (chunks.layout, chunks.formatDescription)
      (sampleRate, channels) = (chunks.sampleRate, chunks.channels)
    } catch {
      var error = error
      error.file = error.file ?? source.name
      throw error
    }
  }

  /// Whether bytes begin such a file.
  public static func isOne(_ source: any ByteSource) throws(MovieError) -> Bool {
    guard source.size >= 8 else { return false }
    return try source.bytes(at: 0, count: 4).elementsEqual("caff".utf8)
  }

  /// All packets as samples; the times count samples from the first packet on, priming included.
  ///
  /// Frames of uncompressed sound are a sample each, as in movies. The first call reads the packet table.
  public func samples() throws(MovieError) -> SampleTable {
    if let known = table.withLock({ $0 }) { return known }
    let made = try SampleTable(
      TrackLayout(
        source: source, box: nil, trackID: 1, timescale: sampleRate, isQuickTime: false,
        hasFrames: layout.packet?.frames == 1, tables: SampleTableBoxes(), fragmentDefaults: FragmentDefaults(),
        fragments: nil, packets: layout))
    return table.withLock { known in
      if known == nil { known = made }
      return known ?? made
    }
  }
}

/// Where the packets of a Core Audio file are.
struct CoreAudioLayout: Sendable {
  /// The sound's bytes, as many as the file has.
  var data: Range<Int64>
  /// What the file promises beyond its end.
  var missing: Int64 = 0
  /// The packets' size and frames where all are alike.
  var packet: (bytes: Int, frames: Int)?
  /// The bytes of the packet table's entries, and how many there are.
  var entries: Range<Int64> = 0..<0
  var packetCount: Int64 = 0
  /// Frames of each packet; nil if the entries say.
  var framesPerPacket: Int?
  /// Bytes of each packet; nil if the entries say.
  var bytesPerPacket: Int?
  /// Frames that are heard, those before and those after.
  var valid: (frames: Int64, priming: Int64, remainder: Int64)?

  func gapless(_ rate: Int32) -> GaplessInfo? {
    guard let valid, valid.priming > 0 || valid.remainder > 0 else { return nil }
    return GaplessInfo(
      priming: valid.priming, sampleCount: valid.frames, padding: valid.remainder, sampleRate: rate,
      source: .packetTable)
  }
}
