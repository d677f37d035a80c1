import Foundation

@testable import MovieFile

/// Copies a movie into a Matroska file, sample by sample.
enum MatroskaCopy {
  static func write(_ movie: Movie, _ document: MatroskaDocument, to sink: any ByteSink) throws {
    let writer = MatroskaWriter(document, to: sink)
    var samples: [(track: Int, sample: Sample, time: CMTime)] = []
    for track in movie.tracks where ["vide", "soun"].contains(track.handlerType.text) {
      let entries = try track.formatDescriptions().map { try SampleEntry(anyLayout: $0) }
      var draft = TrackDraft(handlerType: track.handlerType, timescale: track.timescale, sampleEntries: entries)
      draft.timing = .timed
      let number = try writer.addTrack(draft)
      writer.setSegments(try track.timeline().segments, ofTrack: number)
      samples += try track.samples().all().map { sample in
        (number, sample, CMTime(value: sample.decodeTime, timescale: track.timescale))
      }
    }
    let tracks = movie.tracks.filter { ["vide", "soun"].contains($0.handlerType.text) }
    for (number, sample, _) in samples.sorted(by: { $0.time < $1.time }) {
      var sample = sample
      if tracks[number].handlerType == .audio { sample.flags = .sync }
      let bytes = try movie.data(of: sample, in: tracks[number])
      sample.size = bytes.count
      try writer.append(SampleRun(first: sample, count: 1), .memory(bytes), toTrack: number)
    }
    try writer.finish()
  }

  /// Returns the path of the copy of a recipe's movie.
  static func make(_ recipe: Recipe, in folder: TemporaryFolder, _ name: String = "copy.mkv") throws -> (String, String)
  {
    let path = try recipe.make(in: folder)
    let copy = folder.file(name)
    let movie = try Movie(source: FileByteSource(path: path))
    try write(movie, name.hasSuffix("webm") ? .webM : .matroska, to: FileByteSink(creating: copy))
    return (path, copy)
  }
}
