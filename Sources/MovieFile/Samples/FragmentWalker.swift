/// Walks a track's samples in the fragments of a movie, in decode order.
struct FragmentWalker {
  /// The state of a walk.
  struct Position: Sendable {
    var sample = 0
    var decodeTime: Int64 = 0
    /// The indices of the fragment, of the run in the fragment, and of the sample in the run.
    var fragment = 0
    var run = 0
    var sampleInRun = 0
    /// The offset of the next sample, if the run continues or does not state it.
    var offset: Int64 = 0
    /// The states of the walks through a 'traf' box's groups, and the index of that box; -1 before the first.
    var trackFragment = -1
    var randomAccess = RunReader.Position()
    var roll = RunReader.Position()
  }

  private let layout: TrackLayout
  private let offsets: [Int64]
  private let window: ByteWindow
  private(set) var position: Position
  private var fragment: Fragment?
  /// The readers of the current 'traf' box's groups; nil if they are to be made.
  private var groups: (randomAccess: RunReader?, roll: RunReader?)?

  init(_ layout: TrackLayout, offsets: [Int64], readAhead: Int, at position: Position) {
    self.layout = layout
    self.offsets = offsets
    self.position = position
    window = ByteWindow(layout.source, capacity: min(readAhead, 4096))
  }

  /// Returns the next run of equal samples; nil after the last.
  mutating func next() throws(MovieError) -> SampleRun? {
    while position.fragment < offsets.count {
      let fragment = try current()
      guard position.run < fragment.runs.count else {
        self.fragment = nil
        position.fragment += 1
        (position.run, position.sampleInRun, position.trackFragment) = (0, 0, -1)
        continue
      }
      let run = fragment.runs[position.run]
      guard position.sampleInRun < run.count else {
        position.run += 1
        position.sampleInRun = 0
        continue
      }
      if position.sampleInRun == 0 {
        if let decodeTime = run.decodeTime { position.decodeTime = decodeTime }
        if let dataStart = run.dataStart { position.offset = dataStart }
      }
      return try samples(of: run, in: fragment)
    }
    return nil
  }

  private mutating func current() throws(MovieError) -> Fragment {
    if let fragment { return fragment }
    let fragment = try Fragment(
      at: offsets[position.fragment], trackID: layout.trackID, defaults: layout.fragmentDefaults, window: window)
    self.fragment = fragment
    return fragment
  }

  private mutating func samples(of run: FragmentRun, in fragment: Fragment) throws(MovieError) -> SampleRun {
    let fields = try run.fields(position.sampleInRun, window: window)
    // In runs without fields per sample, all but the first are alike.
    var count =
      run.fields.stride == 0 && (position.sampleInRun > 0 || run.firstFlags == nil)
      ? run.count - position.sampleInRun : 1
    var sample = Sample(
      index: position.sample, decodeTime: position.decodeTime,
      presentationTime: position.decodeTime + Int64(fields.compositionOffset), duration: Int64(fields.duration),
      offset: position.offset, size: Int(fields.size), descriptionIndex: run.defaults.descriptionIndex,
      flags: SampleFlags(dependencies: UInt8(truncatingIfNeeded: fields.flags >> 20)), rollDistance: nil,
      timescale: layout.timescale)
    if let dependencies = fragment.dependencies[run.trackFragment] {
      let place = dependencies.lowerBound + Int64(run.firstSample + position.sampleInRun)
      if place < dependencies.upperBound {
        sample.flags.formUnion(SampleFlags(dependencies: try window.u8(at: place)))
      }
      count = 1
    }
    if fields.flags & 0x10000 == 0 { sample.flags.insert(.sync) }
    try applyGroups(&sample, &count, run, fragment)
    let result = SampleRun(first: sample, count: count)
    try advance(result, run)
    return result
  }

  private mutating func applyGroups(
    _ sample: inout Sample, _ count: inout Int, _ run: FragmentRun, _ fragment: Fragment
  ) throws(MovieError) {
    let own = fragment.groups[run.trackFragment]
    if position.trackFragment != run.trackFragment {
      position.trackFragment = run.trackFragment
      (position.randomAccess, position.roll) = (RunReader.Position(), RunReader.Position())
      groups = nil
    }
    if groups == nil {
      func reader(_ table: Table?, _ position: RunReader.Position) throws(MovieError) -> RunReader? {
        guard let table else { return nil }
        return try RunReader(table, source: layout.source, readAhead: 512, continues: false, at: position)
      }
      groups = (
        try reader(own.runs(of: .randomAccessPoint), position.randomAccess),
        try reader(own.runs(of: .rollRecovery) ?? own.runs(of: .audioPreRoll), position.roll)
      )
    }
    if let length = try groups?.randomAccess?.run() {
      count = min(count, length)
      let value = layout.groupValue(.randomAccessPoint, groups?.randomAccess?.value ?? 0, own)
      if value != nil, !sample.isSync { sample.flags.insert(.partialSync) }
    }
    if let length = try groups?.roll?.run() {
      count = min(count, length)
      let number = groups?.roll?.value ?? 0
      sample.rollDistance =
        layout.groupValue(.rollRecovery, number, own) ?? layout.groupValue(.audioPreRoll, number, own)
    }
  }

  private mutating func advance(_ run: SampleRun, _ trun: FragmentRun) throws(MovieError) {
    let time = Int64(run.count).multipliedReportingOverflow(by: run.first.duration)
    let bytes = Int64(run.count).multipliedReportingOverflow(by: Int64(run.first.size))
    guard !time.overflow, time.partialValue < 1 << 62 - position.decodeTime, !bytes.overflow,
      bytes.partialValue < 1 << 62 - position.offset
    else {
      throw .excessive("times or offsets of samples exceed 62 bits", in: trun.box)
    }
    position.sample += run.count
    position.sampleInRun += run.count
    position.decodeTime += time.partialValue
    position.offset += bytes.partialValue
    groups?.randomAccess?.advance(run.count)
    groups?.roll?.advance(run.count)
    position.randomAccess = groups?.randomAccess?.position ?? position.randomAccess
    position.roll = groups?.roll?.position ?? position.roll
  }
}
