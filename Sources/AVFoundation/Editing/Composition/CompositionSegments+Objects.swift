internal import MediaSource

extension CompositionSegments {
  /// The segments as objects.
  var objects: [AVCompositionTrackSegment] { placed.map { AVCompositionTrackSegment($0.segment, in: $0.target) } }

  /// Makes the segments of objects; segments of one file share it.
  ///
  /// - Parameter options: The options with which files of segments that have only a URL are opened.
  /// - Throws: `AVError` if they do not follow each other from zero on, or if a range has no times.
  init(_ objects: [AVCompositionTrackSegment], _ options: MediaFile.Options = MediaFile.Options()) throws {
    try Self.validate(objects)
    var files: [URL: MediaFile] = [:]
    self.init(
      objects.map { object in
        let mapping = object.timeMapping
        guard let source = object.source else { return .empty(mapping.target.duration) }
        let file = source.isOpened ? source.file : files[source.url] ?? MediaFile(source.url, options: options)
        files[source.url] = file
        let shared =
          file === source.file ? source : CompositionSource(url: source.url, trackID: source.trackID, file: file)
        return CompositionSegment(
          media: .init(source: shared, range: mapping.source), duration: mapping.target.duration)
      })
  }

  /// - Throws: `AVError` with the reason why objects are no segments of a track.
  static func validate(_ objects: [AVCompositionTrackSegment]) throws {
    var end = CMTime.zero
    for (index, object) in objects.enumerated() {
      let (source, target) = (object.timeMapping.source, object.timeMapping.target)
      guard target.duration.isPlain, target.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentDuration,
          reason: "segment \(index) has the duration \(target.duration.text), which is no time above zero")
      }
      guard target.start.isPlain, target.start == end else {
        throw AVError(
          .compositionTrackSegmentsNotContiguous,
          reason: "segment \(index) starts at \(target.start.text), and must start at \(end.text)")
      }
      end = target.end
      guard end.isPlain else {
        throw AVError(
          .invalidCompositionTrackSegmentDuration, reason: "segment \(index) ends after the largest time there is")
      }
      if object.isEmpty { continue }
      guard source.start.isPlain, source.start >= .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceStartTime,
          reason: "the source of segment \(index) starts at \(source.start.text), which is no time of a track")
      }
      guard source.duration.isPlain, source.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceDuration,
          reason: "the source of segment \(index) has the duration \(source.duration.text), which is no time above zero"
        )
      }
    }
  }
}
