/// The contents of a movie's boxes.
struct MovieParts {
  let header: MovieHeader
  var tracks: [Track] = []
  var isFragmented = false
  var fragmentsDuration: Int64?
  var problems: [MovieError] = []

  /// - Throws: The error of the first track if no track can be read.
  init(_ moov: Box, fileType: FileType, window: ByteWindow) throws(MovieError) {
    if moov.size <= 1 << 18 { try window.prefetch(at: moov.offset, count: moov.size) }
    var header: MovieHeader?
    var traks: [Box] = []
    var defaults: [UInt32: FragmentDefaults] = [:]
    var children = BoxSequence(in: moov, window: window)
    while let child = try children.next() {
      switch child.type {
      case "mvhd": header = try MovieHeader(child, window: window)
      case .trak:
        guard traks.count < 4096 else {
          throw .excessive("the movie has over 4096 tracks", in: moov, at: child.offset)
        }
        traks.append(child)
      case "mvex":
        isFragmented = true
        fragmentsDuration = try Self.readExtends(child, &defaults, window)
      default: break
      }
    }
    guard let header else { throw .malformed("the movie has no 'mvhd'", in: moov) }
    self.header = header
    let fragments = isFragmented ? FragmentList(window.source, from: moov.end) : nil
    for trak in traks {
      switch Self.parts(of: trak, header, fileType, isFragmented, window) {
      case .success(let parts):
        let layout = Self.layout(parts, fileType, defaults, fragments, window)
        tracks.append(Track(parts, fileName: window.source.name, layout: layout))
      case .failure(let problem): problems.append(problem)
      }
    }
    if tracks.isEmpty, let problem = problems.first { throw problem }
  }

  /// Reads the defaults of all fragments, and returns their total duration.
  private static func readExtends(
    _ mvex: Box, _ defaults: inout [UInt32: FragmentDefaults], _ window: ByteWindow
  ) throws(MovieError) -> Int64? {
    var fragmentsDuration: Int64?
    var children = BoxSequence(in: mvex, window: window)
    while let child = try children.next() {
      var reader = PayloadReader(child, window: window)
      if child.type == "mehd" {
        fragmentsDuration = try reader.knownDuration(version: try reader.versionAndFlags().version)
      } else if child.type == "trex" {
        _ = try reader.versionAndFlags()
        let id = try reader.u32()
        defaults[id] = FragmentDefaults(
          descriptionIndex: max(0, Int(try reader.u32()) - 1), duration: try reader.u32(), size: try reader.u32(),
          flags: try reader.u32())
      }
    }
    return fragmentsDuration
  }

  private static func parts(
    of trak: Box, _ header: MovieHeader, _ fileType: FileType, _ isFragmented: Bool,
    _ window: ByteWindow
  ) -> Result<TrackParts, MovieError> {
    do throws(MovieError) {
      return .success(
        try TrackParts(
          trak, movieTimescale: header.timescale, isQuickTime: fileType.isQuickTime,
          isFragmented: isFragmented, window: window))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the layout of a track's samples; damaged tables only make the samples unreadable.
  private static func layout(
    _ parts: TrackParts, _ fileType: FileType, _ defaults: [UInt32: FragmentDefaults], _ fragments: FragmentList?,
    _ window: ByteWindow
  ) -> Result<TrackLayout, MovieError> {
    do throws(MovieError) {
      var tables = SampleTableBoxes()
      if let box = parts.sampleTable { tables = try SampleTableBoxes(box, window: window) }
      let hasFrames = parts.handlerType == .audio ? try tables.hasFrames(window) : false
      if hasFrames { tables.audioPacketLayout = try parts.sampleDescriptions.first?.audioPacketLayout(window) }
      return .success(
        TrackLayout(
          source: window.source, box: parts.box, trackID: parts.header.trackID, timescale: parts.mediaHeader.timescale,
          isQuickTime: fileType.isQuickTime, hasFrames: hasFrames && tables.audioPacketLayout == nil, tables: tables,
          fragmentDefaults: defaults[parts.header.trackID] ?? FragmentDefaults(), fragments: fragments,
          mediaDuration: fragments == nil ? parts.mediaHeader.duration : nil))
    } catch {
      return .failure(error)
    }
  }
}
