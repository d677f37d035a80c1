/// Cuts an elementary stream into access units and audio frames, while its bytes come in pieces of any size.
///
/// Positions count the bytes of the stream. Belongs to one walk; copies go on independently.
protocol StreamSplitter: Sendable {
  /// Takes the parameters that an earlier part of the stream has shown.
  mutating func adopt(_ headers: StreamHeaders)
  /// Notes that the payload of a packet begins at a position: frames often begin with it.
  mutating func beginPayload(at position: Int64)
  /// Takes the next bytes, which follow the last ones.
  mutating func take(_ bytes: UnsafeRawBufferPointer, at position: Int64)
  /// Notes that the payload of a packet is complete.
  mutating func endPayload(at position: Int64)
  /// Ends the stream: what is whole is given out.
  mutating func finish()
  /// Removes and returns the first unit that is complete.
  mutating func next() -> StreamUnit?
  /// The position of the first byte that has not been given out, and may be part of a unit.
  var pending: Int64 { get }
  /// The parameters that decoders need, as far as the stream has shown them.
  var headers: StreamHeaders { get }
}

extension StreamSplitter {
  mutating func adopt(_ headers: StreamHeaders) {}
}

/// An access unit or audio frame of an elementary stream.
struct StreamUnit: Hashable, Sendable {
  /// The bytes in the stream.
  var range: Range<Int64>
  /// The byte whose packet has the time stamps of the unit (ISO/IEC 13818-1, 2.4.3.7).
  var stampPosition: Int64
  var contents: Contents = .stored
  var isSync: Bool
  /// The duration by its headers; nil if they do not tell.
  var duration: UnitDuration?
  /// The place of a picture in the order of presentation.
  var place: PictureOrder?
  /// True if the place of a picture counts fields.
  var countsFields = false
  /// True if pictures are presented when they are decoded, by the stream's headers.
  var isLowDelay = false
  /// The decoded samples that are not heard; nil if the stream states none.
  var discardPadding: DiscardPadding?

  /// The number of bytes in the stream, headers of its frame included.
  var storedSize: Int64 { range.upperBound - range.lowerBound }

  /// The form in which decoders take the unit.
  enum Contents: Hashable, Sendable {
    /// All bytes, as they are stored.
    case stored
    /// The bytes after a header.
    case after(Int)
    /// NAL units, each after its length in four bytes in place of a start code (ISO/IEC 14496-15, 5.3.3).
    case nalUnits([Range<Int64>])
    /// Other bytes, which were made of the stored ones.
    case made([UInt8])
  }
}

/// The parameters of an elementary stream, from its own headers.
enum StreamHeaders: Hashable, Sendable {
  /// None yet, or none that packets do not have themselves.
  case none
  /// Parameter sets of H.264 or HEVC, in the order of the stream.
  case parameterSets([[UInt8]])
  case mpegVideo(MPEGVideoHeaders)
  case mpeg4Video(MPEG4VideoHeaders)
  /// The first bytes of the first frame of audio.
  case audioFrame([UInt8])
  case latm(LATMConfiguration)
  case linearPCM(LinearPCMHeader)
  case aes3(AES3Header)
}
