import Foundation
import Synchronization

/// An audio file in Apple's Core Audio Format (`.caf`): any codec, in packets of equal size or with a packet table.
///
/// Opening reads the chunks' headers only; `samples()` walks the packet table once. Source: Apple Core Audio Format Specification 1.0.
public final class CoreAudioFile: Sendable {
  public let source: any ByteSource
  /// The format of the audio.
  public let formatDescription: CMFormatDescription
  /// The number of samples per second; the timescale of all times.
  public let sampleRate: Int32
  public let channels: Int
  /// The priming and padding of the packet table; nil if there are none.
  public var gapless: GaplessInfo? { layout.gapless(sampleRate) }

  private let layout: CoreAudioLayout
  private let table = Mutex<SampleTable?>(nil)

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` for other files; `malformed` if its description or packet table is missing;
  ///   `unsupported` for sample rates that are not integers.
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

  /// True if the bytes begin such a file.
  public static func isOne(_ source: any ByteSource) throws(MovieError) -> Bool {
    guard source.size >= 8 else { return false }
    return try source.bytes(at: 0, count: 4).elementsEqual("caff".utf8)
  }

  /// Returns all packets as samples; times count samples from the first packet on, priming included.
  ///
  /// Each frame of PCM is a sample, as in movies. The first call reads the packet table.
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

extension CoreAudioLayout {
  /// The part of the decoded sound that is heard; nil if all of it is.
  func gapless(_ rate: Int32) -> GaplessInfo? {
    guard let valid, valid.priming > 0 || valid.remainder > 0 else { return nil }
    return GaplessInfo(
      priming: valid.priming, sampleCount: valid.frames, padding: valid.remainder, sampleRate: rate,
      source: .packetTable)
  }
}
