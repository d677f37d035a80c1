import CoreMedia
import Foundation
import MovieFile

/// A file that is read by its own tables, without GStreamer.
package enum TabledFile {
  case movie(Movie)
  /// MP3 or AAC in ADTS.
  case song(AudioFrameFile)
  case coreAudio(CoreAudioFile)
  /// WAVE or AIFF.
  case chunkedSound(ChunkedSoundFile)

  /// Opens a file; nil when only GStreamer's parsers read it.
  ///
  /// - Throws: `MovieError` for files of these kinds that are damaged.
  package init?(path: String) throws(MovieError) {
    try self.init(FileByteSource(path: path), location: URL(fileURLWithPath: path))
  }

  /// - Parameter location: What references to other files are relative to; nil if that is nothing.
  package init?(_ source: any ByteSource, location: URL?) throws(MovieError) {
    if try CoreAudioFile.isOne(source) {
      self = .coreAudio(try CoreAudioFile(source: source))
      return
    }
    if try ChunkedSoundFile.isOne(source) {
      // Codings that are rare in these files are left to GStreamer, and files that are damaged at the head.
      guard let file = try? ChunkedSoundFile(source: source), (try? CodedFormat(file.formatDescription)) != nil else {
        return nil
      }
      self = .chunkedSound(file)
      return
    }
    do throws(MovieError) {
      self = .movie(try Movie(source: source, location: location))
      return
    } catch {
      guard error.code == .notAMovie else { throw error }
    }
    // What is found somewhere in a file of another kind may be a part of it.
    guard let file = try? AudioFrameFile(source: source), file.isBare else { return nil }
    self = .song(file)
  }

  /// The file, if it is one of sound alone.
  package var sound: (any SoundFile)? {
    switch self {
    case .movie: nil
    case .song(let file): file
    case .coreAudio(let file): file
    case .chunkedSound(let file): file
    }
  }
}
