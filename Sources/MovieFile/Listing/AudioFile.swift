public import CoreMedia

/// A file with one audio track, read by its own tables: MP3 and AAC in ADTS, Core Audio, WAVE, AIFF.
public protocol AudioFile: Sendable {
  /// The source of the bytes.
  var source: any ByteSource { get }
  /// The number of decoded samples per second.
  var sampleRate: Int32 { get }
  var formatDescription: CMFormatDescription { get }
  /// The valid part of the decoded samples; nil if all are valid, as far as the file states it.
  var gapless: GaplessInfo? { get }
  /// The size of each packet's own header, which samples leave out, in bytes.
  var headerSize: Int { get }
  /// Returns the packets. Blocks while they are walked, if no table lists them.
  func samples() throws(MovieError) -> SampleTable
}

extension AudioFile {
  public var headerSize: Int { 0 }
}

extension AudioFrameFile: AudioFile {}
extension CoreAudioFile: AudioFile {}
extension ChunkedAudioFile: AudioFile {
  public var gapless: GaplessInfo? { nil }
}
