import Foundation
import MovieFile

/// The tag editor of a file: for a movie its boxes, for an audio file its ID3 tag.
enum AnyTagEditor {
  case movie(MovieEditor)
  case sound(SoundTagEditor)

  init(path: String) throws(MovieError) {
    let source = try FileByteSource(path: path)
    if let movie = try Movie.found(in: source) {
      self = .movie(try MovieEditor(movie))
    } else {
      self = .sound(try SoundTagEditor(source))
    }
  }

  var isChanged: Bool {
    switch self {
    case .movie(let editor): editor.isChanged
    case .sound(let editor): editor.isChanged
    }
  }

  var trackIDs: [UInt32] {
    if case .movie(let editor) = self { editor.movie.tracks.map(\.id) } else { [] }
  }

  /// Returns the metadata container of the file, or of a track.
  func home(ofTrack track: UInt32?) -> MetadataHome {
    switch self {
    case .movie(let editor): .movie(editor.format, track == nil ? .movie : .track)
    case .sound(let editor): editor.home
    }
  }

  /// Returns the items of the file, or of a track; nil if there is no such track.
  func items(ofTrack id: UInt32?) throws(MovieError) -> [MetadataItem]? {
    switch (self, id) {
    case (.movie(let editor), let id?):
      guard let track = editor.movie.track(id: id) else { return nil }
      return try editor.movie.metadata(of: track).items
    case (.movie(let editor), nil): return try editor.movie.metadata().items
    case (.sound(let editor), nil): return editor.metadata.items
    case (.sound, _?): return nil
    }
  }

  mutating func setItems(_ items: [MetadataItem], ofTrack id: UInt32?) throws(MovieError) {
    switch self {
    case .movie(var editor):
      if let id { try editor.setMetadata(items, ofTrack: id) } else { try editor.setMetadata(items) }
      self = .movie(editor)
    case .sound(var editor):
      try editor.setMetadata(items)
      self = .sound(editor)
    }
  }

  mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    switch self {
    case .movie(var editor):
      try editor.setChapters(lists)
      self = .movie(editor)
    case .sound(var editor):
      try editor.setChapters(lists)
      self = .sound(editor)
    }
  }

  /// Returns a note about a copy whose extension does not match its format, which changes do not convert.
  func note(onCopy path: String) -> String? {
    guard case .movie(let editor) = self,
      let said = WritableFormat(pathExtension: URL(fileURLWithPath: path).pathExtension)
    else { return nil }
    if case .movie(let format) = said, format.isQuickTime == editor.format.isQuickTime { return nil }
    return "'\(path)' is \(editor.format.name) as before; 'reel remux' makes \(said.name) of it"
  }

  func write(to sink: any RandomAccessByteSink) throws(MovieError) {
    switch self {
    case .movie(let editor): try editor.write(to: sink)
    case .sound(let editor): try editor.write(to: sink)
    }
  }
}
