import CoreMedia
import MovieFile

extension ChunkedSoundFile {
  /// Opens a file whose sound is coded; nil for all others.
  ///
  /// Of uncompressed sound GStreamer keeps the places of the channels; of MP3 it loses the last packet, and of AIFF-C it knows the
  /// uncompressed only.
  package static func coded(in source: any ByteSource) throws(MovieError) -> ChunkedSoundFile? {
    guard try isOne(source), let file = try? ChunkedSoundFile(source: source), file.isCoded else { return nil }
    return file
  }

  /// Whether the sound is coded, in a way that can be decoded.
  package var isCoded: Bool {
    channels <= 2 && formatDescription.mediaSubType != .linearPCM && (try? CodedFormat(formatDescription)) != nil
  }

  /// Whether all packets have to be walked to know how many there are.
  var isWalked: Bool { formatDescription.audioStreamBasicDescription?.mBytesPerPacket == 0 }
}
