import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// The output of a muxer.
struct MuxerOptions: Sendable {
  var format: WritableFormat
  var layout = MovieWriter.Layout.headersLast
  /// The file's metadata.
  var metadata: MuxerMetadata?
  /// The properties of the tracks, in the order of the inputs.
  var tracks: [TrackSettings] = []
  /// Units a second of the movie's timeline; nil for those in which all tracks' times are exact.
  var timescale: Int32?
  /// The largest size of the file in bytes; nil for any.
  var sizeLimit: Int64?
  /// The number of the first fragment; nil for 1.
  var firstFragmentNumber: UInt32?
  /// The expected duration of a file in fragments; nil if unknown.
  var durationHint: CMTime?
  /// The presentation that is written instead of a file; nil for a file.
  var packaging: HLSPackaging?
  /// The folder of files for samples that wait for others; nil for the system's.
  var temporaryFolder: String?

  /// The caps of the output's pad.
  var caps: String {
    switch format {
    case .movie(.mov): "video/quicktime,variant=(string)apple"
    case .movie(.threeGP): "application/x-3gp"
    case .movie(.m4a): "audio/x-m4a"
    case .movie: "video/quicktime,variant=(string)iso"
    case .audio(.wav): "audio/x-wav"
    case .audio(.aiff), .audio(.aifc): "audio/x-aiff"
    case .audio(.caf): "audio/x-caf"
    case .audio(.amr): "audio/x-amr-nb-sh"
    case .audio(.mp3): "audio/mpeg,mpegversion=(int)1,layer=(int)3"
    case .audio(.flac): "audio/x-flac"
    case .matroska(.matroska): "video/x-matroska"
    case .matroska(.webM): "video/webm"
    }
  }

  /// True if the file can be written into a pipe as it comes; others are complete before their first byte is certain.
  var goesIntoStreams: Bool {
    if case .matroska = format { true } else { layout.isFragmented }
  }

  /// True if bytes may be inserted before others that are written: headers, and the tags of MP3 and FLAC.
  var movesBytes: Bool {
    if case .headersFirst = layout { true } else { [.audio(.mp3), .audio(.flac)].contains(format) }
  }

  /// - Parameter length: The expected length of the movie, for the index of fragments; nil if unknown.
  func writer(to sink: any ByteSink, length: CMTime?) throws(MovieError) -> any MediaWriter {
    if let packaging { return try HLSWriter(packaging) }
    switch format {
    case .movie(let format):
      var draft = MovieDraft(format)
      draft.timescale = timescale
      draft.creationDate = Date()
      draft.modificationDate = draft.creationDate
      draft.boxes = try metadata?.boxes(before: nil) ?? []
      let writer = try MovieWriter(draft, to: sink, layout: layout)
      writer.fragmentIndexCapacity = layout.indexCapacity(forLength: length)
      if let firstFragmentNumber { writer.firstFragmentNumber = firstFragmentNumber }
      writer.durationHint = durationHint
      return writer
    case .audio(let format):
      guard let sink = sink as? any RandomAccessByteSink else {
        throw MovieError(.notStorable, "\(format.name) goes into a file")
      }
      return AudioFileWriter(format, to: sink)
    case .matroska(let document):
      let writer = MatroskaWriter(document, to: sink)
      writer.creationDate = Date()
      writer.title = metadata?.title
      if let metadata { writer.setMetadata(metadata.items, chapters: metadata.chapters) }
      return writer
    }
  }
}
