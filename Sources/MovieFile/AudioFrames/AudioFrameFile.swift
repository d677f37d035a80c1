import CoreAudioTypes
import Foundation
import Synchronization

/// A file of raw audio frames: MP3, MPEG layers I and II, or AAC in ADTS, with tags around them.
///
/// Opening reads the tags and the first frames only; `samples()` walks the whole file once.
public final class AudioFrameFile: Sendable {
  public let source: any ByteSource
  /// The tags before and after the audio.
  public let tags: ID3Location
  /// The format of the audio. Rate and channels of AAC are those of its core: spectral band replication and parametric
  /// stereo are only detected by a decoder.
  public let formatDescription: CMFormatDescription
  /// The number of samples per second; the timescale of all times.
  public let sampleRate: Int32
  /// The number of channels; 0 if only the contents tell.
  public let channels: Int
  /// The number of samples in a frame.
  public let samplesPerFrame: Int
  /// The number of bytes before the packet of each frame: the ADTS header; 0 in MPEG audio.
  public var headerSize: Int { layout.first.headerSize }
  /// The bit rate of the first frame, in bits per second; nil in AAC, which does not state it.
  public let firstBitRate: Int?
  /// The summary that the encoder wrote into a frame of its own; nil without one.
  public let summary: MP3Summary?
  /// True if the audio begins where a file of nothing else has it; frames found further on may belong to other data.
  public let isBare: Bool
  /// The byte range of the frames.
  public var range: Range<Int64> { layout.range }

  private let layout: AudioFrameLayout
  private let table = Mutex<SampleTable?>(nil)

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it does not begin with frames; `unsupported` for features of ADTS that are not in use.
  public convenience init(path: String) throws(MovieError) {
    try self.init(source: FileByteSource(path: path))
  }

  public init(source: any ByteSource) throws(MovieError) {
    self.source = source
    tags = try ID3Location(of: source)
    let window = ByteWindow(source)
    guard let (offset, first) = try Self.start(in: tags.audio, window) else {
      throw MovieError(.notAMovie, "it is no MPEG audio and no AAC", offset: tags.audio.lowerBound, file: source.name)
    }
    // Some writers leave a gap after a tag.
    isBare = offset == tags.audio.lowerBound || !tags.tags.isEmpty && offset - tags.audio.lowerBound <= 4096
    var start = offset
    let frame = try source.bytes(at: offset, count: min(first.size, Int(tags.audio.upperBound - offset)))
    summary = MP3Summary(frame: frame, header: first, offset: offset)
    // The summary frame decodes to silence in players that do not know it, and is not part of the audio.
    if summary != nil { start += Int64(first.size) }
    guard first.headerSize == 0 || first.sampleCount == 1024 else {
      throw MovieError(.unsupported, "its frames hold several blocks of AAC each", offset: offset, file: source.name)
    }
    layout = AudioFrameLayout(range: start..<tags.audio.upperBound, first: first)
    sampleRate = first.sampleRate
    let program = first.channels == 0 ? ProgramConfigElement(Array(frame.dropFirst(first.headerSize))) : nil
    channels = program?.channels ?? first.channels
    samplesPerFrame = first.sampleCount
    firstBitRate = first.bitRate == 0 ? nil : first.bitRate
    formatDescription = try Self.formatDescription(first, program, file: source.name)
  }

  /// Returns all frames as samples, without ADTS headers. Times count samples from the first frame on, priming
  /// included.
  ///
  /// The first call reads the headers of all frames, wherever they are in the file.
  public func samples() throws(MovieError) -> SampleTable {
    if let known = table.withLock({ $0 }) { return known }
    let made = try SampleTable(
      TrackLayout(
        source: source, box: nil, trackID: 1, timescale: sampleRate, isQuickTime: false, hasFrames: false,
        tables: SampleTableBoxes(),
        fragmentDefaults: FragmentDefaults(), fragments: nil, frames: layout))
    return table.withLock { known in
      if known == nil { known = made }
      return known ?? made
    }
  }

  /// The priming and padding that the encoder recorded; nil if it did not.
  public var gapless: GaplessInfo? { summary?.gapless }

  /// Returns the duration, as far as it is known without reading the whole file: exact if the encoder recorded the
  /// number of frames, else estimated from the first frame's bit rate or the first frames' size.
  public func estimatedDuration() throws(MovieError) -> (duration: CMTime, isExact: Bool) {
    if let known = table.withLock({ $0 }) { return (duration(of: known.decodeEnd), true) }
    if let frames = summary?.frameCount { return (duration(of: frames * Int64(samplesPerFrame)), true) }
    let bytes = range.upperBound - range.lowerBound
    var walker = AudioFrameWalker(layout, source: source, readAhead: 65_536)
    var (seen, samples) = (Int64(0), Int64(0))
    var last: SampleRun?
    while samples < 10 * Int64(sampleRate), let run = try walker.next() {
      samples = run.decodeEnd
      seen = walker.position.offset - range.lowerBound
      last = run
    }
    guard last != nil, seen > 0, seen < bytes else { return (duration(of: samples), true) }
    let estimate = Double(samples) * Double(bytes) / Double(seen)
    return (CMTime(value: Int64(estimate), timescale: sampleRate), false)
  }

  private func duration(of samples: Int64) -> CMTime {
    CMTime(value: gapless?.sampleCount ?? samples, timescale: sampleRate)
  }

  /// Returns the first byte at which three frames follow each other, or all of a shorter file.
  private static func start(
    in range: Range<Int64>, _ window: ByteWindow
  ) throws(MovieError) -> (Int64, AudioFrameHeader)? {
    func header(at offset: Int64) throws(MovieError) -> AudioFrameHeader? {
      guard range.upperBound - offset >= Int64(AudioFrameHeader.length) else { return nil }
      return AudioFrameHeader(try window.u64(at: offset))
    }
    // Some files begin with zeros or the rest of a tag.
    let limit = min(range.upperBound, range.lowerBound + 1 << 17)
    var offset = range.lowerBound
    search: while offset < limit {
      defer { offset += 1 }
      guard let first = try header(at: offset) else { continue }
      var next = offset + Int64(first.size)
      for _ in 0..<2 where next != range.upperBound {
        guard let header = try header(at: next), header.continues(first) else { continue search }
        next += Int64(header.size)
      }
      // A single frame within other bytes is a coincidence.
      if next <= range.upperBound || offset == range.lowerBound { return (offset, first) }
    }
    return nil
  }

  private static func formatDescription(
    _ header: AudioFrameHeader, _ program: ProgramConfigElement?, file: String?
  ) throws(MovieError) -> CMFormatDescription {
    let formatID: AudioFormatID
    var cookie: Data?
    switch header.format {
    case .mpeg(_, let layer):
      formatID = [kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3][layer - 1]
    case .adts(let objectType, let rateIndex, _):
      formatID = kAudioFormatMPEG4AAC
      let configuration = program?.configuration(objectType: objectType, rateIndex: rateIndex)
      cookie = (configuration ?? header.configuration).map { Data($0) }
    }
    var description = AudioStreamBasicDescription()
    description.mFormatID = formatID
    description.mSampleRate = Double(header.sampleRate)
    description.mFramesPerPacket = UInt32(header.sampleCount)
    description.mChannelsPerFrame = UInt32(program?.channels ?? header.channels)
    do {
      return try CMFormatDescription(audioStreamBasicDescription: description, magicCookie: cookie)
    } catch {
      throw MovieError(.unsupported, "its format cannot be described: \(error)", file: file)
    }
  }
}
