public import CoreMedia

/// A file that holds one track of sound and is read by its own tables: MP3 and AAC in ADTS, Core Audio, WAVE, AIFF.
public protocol SoundFile: Sendable {
  /// Where the bytes are.
  var source: any ByteSource { get }
  /// Samples a second of what a decoder gives.
  var sampleRate: Int32 { get }
  var formatDescription: CMFormatDescription { get }
  /// Which samples are heard; nil if all are, as far as the file says.
  var gapless: GaplessInfo? { get }
  /// Bytes of each packet's own header that the samples leave out.
  var headerSize: Int { get }
  /// The packets. Blocks while they are walked, where no table lists them.
  func samples() throws(MovieError) -> SampleTable
}

extension SoundFile {
  public var headerSize: Int { 0 }
}

extension AudioFrameFile: SoundFile {}
extension CoreAudioFile: SoundFile {}
extension ChunkedSoundFile: SoundFile {
  public var gapless: GaplessInfo? { nil }
}
