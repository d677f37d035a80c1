import Foundation
import MovieFile

/// The tag editor of a file: for a movie its boxes, for FLAC and Ogg their comments, for other audio files the ID3 tag.
enum AnyTagEditor {
  case movie(MovieEditor)
  case xiph(XiphTagEditor)
  case audio(AudioTagEditor)

  init(path: String) throws(MovieError) {
    let source = try FileByteSource(path: path)
    if let movie = try Movie.found(in: source) {
      self = .movie(try MovieEditor(movie))
    } else if let xiph = try XiphTagEditor(source) {
      self = .xiph(xiph)
    } else {
      self = .audio(try AudioTagEditor(source))
    }
  }

  var isChanged: Bool {
    switch self {
    case .movie(let editor): editor.isChanged
    case .xiph(let editor): editor.isChanged
    case .audio(let editor): editor.isChanged
    }
  }

  var trackIDs: [UInt32] {
    if case .movie(let editor) = self { editor.movie.tracks.map(\.id) } else { [] }
  }

  /// Returns the metadata container of the file, or of a track.
  func destination(ofTrack track: UInt32?) -> MetadataDestination {
    switch self {
    case .movie(let editor): .movie(editor.format, track == nil ? .movie : .track)
    case .xiph(let editor): editor.destination
    case .audio(let editor): editor.destination
    }
  }

  /// Returns the items of the file, or of a track; nil if there is no such track.
  func items(ofTrack id: UInt32?) throws(MovieError) -> [MetadataItem]? {
    switch (self, id) {
    case (.movie(let editor), let id?):
      guard let track = editor.movie.track(id: id) else { return nil }
      return try editor.movie.metadata(of: track).items
    case (.movie(let editor), nil): return try editor.movie.metadata().items
    case (.xiph(let editor), nil): return editor.metadata.items
    case (.audio(let editor), nil): return editor.metadata.items
    case (.xiph, _?), (.audio, _?): return nil
    }
  }

  mutating func setItems(_ items: [MetadataItem], ofTrack id: UInt32?) throws(MovieError) {
    switch self {
    case .movie(var editor):
      if let id { try editor.setMetadata(items, ofTrack: id) } else { try editor.setMetadata(items) }
      self = .movie(editor)
    case .xiph(var editor):
      try editor.setMetadata(items)
      self = .xiph(editor)
    case .audio(var editor):
      try editor.setMetadata(items)
      self = .audio(editor)
    }
  }

  mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    switch self {
    case .movie(var editor):
      try editor.setChapters(lists)
      self = .movie(editor)
    case .xiph(var editor):
      try editor.setChapters(lists)
      self = .xiph(editor)
    case .audio(var editor):
      try editor.setChapters(lists)
      self = .audio(editor)
    }
  }

  /// Returns a note about a copy whose extension does not match its format, which changes do not convert.
  func note(onCopy path: String) -> String? {
    guard case .movie(let editor) = self, let requested = WritableFormat(path: path) else { return nil }
    if case .movie(let format) = requested, format.isQuickTime == editor.format.isQuickTime { return nil }
    return "'\(path)' is \(editor.format.name) as before; 'reel remux' makes \(requested.name) of it"
  }

  func write(to sink: any RandomAccessByteSink) throws(MovieError) {
    switch self {
    case .movie(let editor): try editor.write(to: sink)
    case .xiph(let editor): try editor.write(to: sink)
    case .audio(let editor): try editor.write(to: sink)
    }
  }
}
