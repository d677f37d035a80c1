/// A stream of a container, as its headers announce it.
package struct ContainerStream: Sendable {
  /// The number in the file: a track number, PID, stream ID or serial number.
  package var number: Int
  /// The media type by QuickTime's handlers: `vide`, `soun`, `sbtl`, `meta`; empty if unknown.
  package var mediaType: String
  /// The name of the codec in the container, such as `V_MPEG4/ISO/AVC` or a FourCC.
  package var codecID: String
  /// The units per second of the packets' times; positive.
  package var timescale: Int32
  /// The format; nil if the codec is unknown, or the headers do not tell enough.
  package var formatDescription: CMFormatDescription?
  /// The parameters that parse samples; nil if the codec is not in the table of codecs.
  package var coded: CodedStream?
  /// The reason why the packets cannot be decoded: `protected` or `unsupported`; nil if there is none.
  package var problem: MovieError?

  /// The language as the file states it: three letters of ISO 639-2, or a tag of BCP 47; nil if unknown.
  package var language: String?
  /// The name of the stream, for people.
  package var name: String?
  package var flags: StreamFlags = .enabled
  /// The turn of frames for display.
  package var turn = PictureTurn()
  /// True if the file stores the alpha of frames beside the packets, which are read without it.
  package var lacksAlpha = false

  /// The number of decoded samples before the first that is heard, at `sampleRate`: codec delay, pre-skip. Packets'
  /// times count them: what is decoded at a time is heard earlier by the priming.
  package var priming: Int64 = 0
  /// The number of decoded audio samples per second; 0 for other media.
  package var sampleRate: Int32 = 0
  /// The time to decode before a seek's target so that the output is right; nil if the file does not state it.
  package var preRoll: CMTime?
  /// The nominal duration of a video frame or packet; nil if the headers have none.
  package var frameDuration: CMTime?
  /// True if packets of video may lack presentation times: their pictures' headers tell the order.
  package var lacksTimes = false
  /// True if the time that a packet states may be that of a sample within it: the first of a unit that begins there.
  var hasLateTimes = false
  /// The duration of this stream in the headers; nil if they have none.
  package var statedDuration: CMTime?

  package init(number: Int, mediaType: String, codecID: String, timescale: Int32) {
    (self.number, self.mediaType, self.codecID, self.timescale) = (number, mediaType, codecID, timescale)
  }
}
