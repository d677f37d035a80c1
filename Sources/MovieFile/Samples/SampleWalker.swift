/// What the samples of a track are described by: tables, then fragments.
struct TrackLayout: Sendable {
  let source: any ByteSource
  /// The 'trak' box, for errors; nil if the samples are not in a movie.
  let box: Box?
  let trackID: UInt32
  let timescale: Int32
  let isQuickTime: Bool
  /// Whether each sample is a frame of uncompressed sound.
  var hasFrames: Bool
  let tables: SampleTableBoxes
  let fragmentDefaults: FragmentDefaults
  /// Nil if the movie has none.
  let fragments: FragmentList?
  /// Set for bare sound, which has frames instead of tables.
  var frames: AudioFrameLayout?
  /// Set for Core Audio files.
  var packets: CoreAudioLayout?

  /// What a group's number means in a fragment: numbers from 65 537 on are the fragment's own.
  func groupValue(_ type: BoxType, _ number: UInt32, _ own: SampleGroups) -> Int? {
    let descriptions = number > 65_536 ? own.descriptions(of: type) : tables.groups.descriptions(of: type)
    let index = Int(number > 65_536 ? number - 65_536 : number)
    return index > 0 && index <= descriptions.count ? descriptions[index - 1] : nil
  }
}

/// Walks all samples of a track in decoding order: those of the tables, then those of the fragments; or the frames of bare
/// sound, or the packets of a Core Audio file.
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

  /// Where the next sample is described.
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

  /// What is wrong with the samples so far, although they can be read.
  var problem: MovieError? { frames?.problem ?? packets?.problem }

  private mutating func enterFragments(at position: FragmentWalker.Position) throws(MovieError) {
    let offsets = try layout.fragments?.load().offsets ?? []
    fragments = FragmentWalker(layout, offsets: offsets, readAhead: readAhead, at: position)
  }
}
