/// The packets of a Core Audio file.
struct CoreAudioLayout: Sendable {
  /// The byte range of the audio, up to the end of the file.
  var data: Range<Int64>
  /// The number of declared bytes beyond the file's end.
  var missing: Int64 = 0
  /// The size and frames of packets that are all alike.
  var packet: (bytes: Int, frames: Int)?
  /// The byte range of the packet table's entries, and their number.
  var entries: Range<Int64> = 0..<0
  var packetCount: Int64 = 0
  /// The number of frames of each packet; nil if the entries hold it.
  var framesPerPacket: Int?
  /// The number of bytes of each packet; nil if the entries hold it.
  var bytesPerPacket: Int?
  /// The packets that are asked how many frames they have.
  var asked = AskedPackets.none
  /// The number of valid frames, and of those before and after them.
  var valid: (frames: Int64, priming: Int64, remainder: Int64)?

  /// Packets that are asked for their frames where the file does not state them; ffmpeg leaves the remainder out of the table.
  enum AskedPackets {
    case none
    /// The last packet of Apple Lossless.
    case lastOfAppleLossless
    /// Every packet of FLAC: none has as many frames as the file states.
    case allOfFLAC
  }
}
