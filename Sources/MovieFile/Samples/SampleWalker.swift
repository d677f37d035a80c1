/// The descriptions of a track's samples: tables, then fragments.
struct TrackLayout: Sendable {
  let source: any ByteSource
  /// The 'trak' box, for errors; nil if the samples are not in a movie.
  let box: Box?
  let trackID: UInt32
  let timescale: Int32
  let isQuickTime: Bool
  /// True if each sample is a PCM frame.
  var hasFrames: Bool
  let tables: SampleTableBoxes
  let fragmentDefaults: FragmentDefaults
  /// The fragments; nil if the movie has none.
  let fragments: FragmentList?
  /// The length of the media by their header; nil if it is not known, as in movies with fragments.
  var mediaDuration: Int64?
  /// The frames of a raw audio file, which replace tables.
  var frames: AudioFrameLayout?
  /// The packets of a Core Audio file.
  var packets: CoreAudioLayout?

  /// Returns the value of a group's number in a fragment: numbers from 65 537 on are the fragment's own.
  func groupValue(_ type: BoxType, _ number: UInt32, _ own: SampleGroups) -> Int? {
    let descriptions = number > 65_536 ? own.descriptions(of: type) : tables.groups.descriptions(of: type)
    let index = Int(number > 65_536 ? number - 65_536 : number)
    return index > 0 && index <= descriptions.count ? descriptions[index - 1] : nil
  }
}

/// Walks all samples of a track in decode order: those of the tables, then those of the fragments; or the frames of a
/// raw audio file, or the packets of a Core Audio file.
struct SampleWalker {
  enum Position: Sendable {
    case table(TableWalker.Position)
    case fragment(FragmentWalker.Position)
    case frame(AudioFrameWalker.Position)
    case packet(CoreAudioWalker.Position)
  }

  private let layout: TrackLayout
  private let readAhead: Int
  private var table: TableWalker?
  private var fragments: FragmentWalker?
  private var frames: AudioFrameWalker?
  private var packets: CoreAudioWalker?

  init(_ layout: TrackLayout, at position: Position = .table(.init()), readAhead: Int) throws(MovieError) {
    self.layout = layout
    self.readAhead = readAhead
    switch position {
    case .frame(let position):
      frames = layout.frames.map {
        AudioFrameWalker($0, source: layout.source, readAhead: readAhead, at: position)
      }
    case .packet(let position):
      packets = layout.packets.map {
        CoreAudioWalker(
          $0, source: layout.source, timescale: layout.timescale, readAhead: readAhead, at: position)
      }
    case .table(let position):
      if let layout = layout.frames {
        frames = AudioFrameWalker(layout, source: self.layout.source, readAhead: readAhead)
        return
      }
      if let packets = layout.packets {
        self.packets = CoreAudioWalker(
          packets, source: layout.source, timescale: layout.timescale, readAhead: readAhead)
        return
      }
      table = try TableWalker(
        layout.tables, source: layout.source, timescale: layout.timescale, isQuickTime: layout.isQuickTime,
        readAhead: readAhead, at: position)
    case .fragment(let position):
      try enterFragments(at: position)
    }
  }

  /// The position of the next sample's description.
  var position: Position {
    if let frames { return .frame(frames.position) }
    if let packets { return .packet(packets.position) }
    if let fragments { return .fragment(fragments.position) }
    return .table(table?.position ?? .init())
  }

  mutating func next() throws(MovieError) -> SampleRun? {
    if frames != nil { return try frames?.next() }
    if packets != nil { return try packets?.next() }
    if let run = try table?.next() { return run }
    if let end = table?.position {
      table = nil
      try enterFragments(at: .init(sample: end.sample, decodeTime: end.decodeTime))
    }
    return try fragments?.next()
  }

  /// A problem of the samples so far that does not keep them from being read.
  var problem: MovieError? { frames?.problem ?? packets?.problem }

  private mutating func enterFragments(at position: FragmentWalker.Position) throws(MovieError) {
    let offsets = try layout.fragments?.load().offsets ?? []
    fragments = FragmentWalker(layout, offsets: offsets, readAhead: readAhead, at: position)
  }
}
