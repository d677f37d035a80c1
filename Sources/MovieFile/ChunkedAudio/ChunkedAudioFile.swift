import CoreAudioTypes
import Foundation
import Synchronization

/// A WAVE or AIFF file, also with 64-bit sizes (RF64, BW64), with PCM, µ-law, A-law, ADPCM, or MPEG audio.
///
/// Opening reads the chunks' headers only. Sources: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" and
/// "New Multimedia Data Types" (RFC 2361); EBU Tech 3306; Apple, "Audio Interchange File Format AIFF-C" (1991).
public final class ChunkedAudioFile: Sendable {
  public let source: any ByteSource
  /// The format of the audio.
  public let formatDescription: CMFormatDescription
  /// The number of samples per second; the timescale of all times.
  public let sampleRate: Int32
  public let channels: Int

  private let layout: AudioDataLayout
  private let table = Mutex<SampleTable?>(nil)

  /// The layout of the audio: packets of equal size, or frames with headers.
  enum AudioDataLayout {
    case packets(CoreAudioLayout)
    case frames(AudioFrameLayout)
  }

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` for other files; `unsupported` for codecs not listed above; `malformed` or `truncated` if
  ///   the audio or its description is missing.
  public init(source: any ByteSource) throws(MovieError) {
    self.source = source
    do throws(MovieError) {
      let (format, data, missing) = try IFFChunkSequence.read(source)
      (sampleRate, channels) = (format.sampleRate, Int(format.description.mChannelsPerFrame))
      formatDescription = try AudioSampleEntryFormat(
        coreAudio: format.description, layout: format.channelLayout, cookie: nil
      )
      .formatDescription(file: source.name)
      guard format.hasFrames else {
        var layout = CoreAudioLayout(data: data, missing: missing)
        layout.packet = (
          Int(format.description.mBytesPerPacket), Int(format.description.mFramesPerPacket)
        )
        self.layout = .packets(layout)
        return
      }
      let head = try source.bytes(at: data.lowerBound, count: min(AudioFrameHeader.length, data.count))
      guard head.count == AudioFrameHeader.length,
        let first = AudioFrameHeader(head.reduce(0) { $0 << 8 | UInt64($1) }), first.headerSize == 0,
        first.sampleRate == format.sampleRate
      else { throw MovieError(.unsupported, "its MPEG audio does not begin with a frame", offset: data.lowerBound) }
      layout = .frames(AudioFrameLayout(range: data, first: first))
    } catch {
      var error = error
      error.file = error.file ?? source.name
      throw error
    }
  }

  /// True if the bytes begin such a file.
  public static func isOne(_ source: any ByteSource) throws(MovieError) -> Bool {
    try IFFChunkSequence.exist(in: source)
  }

  /// Returns all packets as samples. Each frame of PCM is a sample, as in movies.
  public func samples() throws(MovieError) -> SampleTable {
    if let known = table.withLock({ $0 }) { return known }
    var track = TrackLayout(
      source: source, box: nil, trackID: 1, timescale: sampleRate, isQuickTime: false, hasFrames: false,
      tables: SampleTableBoxes(), fragmentDefaults: FragmentDefaults(), fragments: nil)
    switch layout {
    case .packets(let packets):
      track.hasFrames = packets.packet?.frames == 1
      track.packets = packets
    case .frames(let frames): track.frames = frames
    }
    let made = try SampleTable(track)
    return table.withLock { known in
      if known == nil { known = made }
      return known ?? made
    }
  }
}
