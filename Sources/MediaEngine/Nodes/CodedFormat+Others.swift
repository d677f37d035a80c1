package import MediaSource
internal import GStreamer
import MovieFile

extension CodedFormat {
  /// Creates the format in which samples of a track that is neither video nor audio go to a muxer: with the sample description of their
  /// file.
  package init(othersOf format: CodedFormat) throws {
    self.init(codec: format.codec, caps: try Caps(CodedCaps.boxes), description: format.description)
  }

  /// True if the sample description is a movie's, which other movies can have.
  package var hasMovieEntry: Bool { description.flatMap { MediaUnits.Entry($0) } != nil }
}
