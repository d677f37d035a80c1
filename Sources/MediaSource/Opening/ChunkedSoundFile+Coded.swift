import CoreMedia
import MovieFile

extension ChunkedSoundFile {
  /// Opens a file with compressed audio; returns nil for all others.
  ///
  /// GStreamer reads PCM with its channel positions; it loses the last packet of MP3, and reads only PCM from AIFF-C.
  package static func coded(in source: any ByteSource) throws(MovieError) -> ChunkedSoundFile? {
    guard try isOne(source), let file = try? ChunkedSoundFile(source: source), file.isCoded else { return nil }
    return file
  }

  /// True if the audio is compressed with a decodable codec.
  package var isCoded: Bool {
    channels <= 2 && formatDescription.mediaSubType != .linearPCM && (try? CodedFormat(formatDescription)) != nil
  }

  /// True if all packets have to be parsed to count them.
  var isWalked: Bool { formatDescription.audioStreamBasicDescription?.mBytesPerPacket == 0 }
}
