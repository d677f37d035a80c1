/// The tables and streams of a transport stream at a point of a walk: takes packets, and gives units.
struct TransportDemuxer: Sendable {
  /// A stream of a program.
  struct Entry: Sendable {
    let program: Int
    let kind: ElementaryStream
    let type: UInt8
    let descriptors: [StreamDescriptor]
    var assembler: PacketAssembler
    /// The counter of the last packet; nil before the first.
    fileprivate var counter: UInt8?
    fileprivate(set) var isScrambled = false
  }

  static let programLimit = 64
  static let streamLimit = 256
  private(set) var tables = TransportTables()
  private(set) var entries: [Entry] = []
  /// The clock of each program.
  private(set) var bases: [TimeBase] = []
  private var sections: [UInt16: SectionAssembler] = [:]
  private let history: TransportTableHistory
  /// True while streams are added as the tables announce them; afterwards only their PIDs change.
  private var isOpening: Bool
  private var complete = CompleteUnits()
  private(set) var problem: MovieError?
  /// The first stream that is not listed: it was announced too late, or nothing describes it.
  private(set) var omission: MovieError?
  private let fileName: String?
  /// The kinds of streams that no table states, by their PIDs: told by their first bytes.
  private let found: [UInt16: ElementaryStream]
  /// The streams whose kind no table states, by their PIDs.
  private(set) var unknown: Set<UInt16> = []

  /// Creates the demuxer of a file of whose tables nothing is known.
  ///
  /// - Parameter found: The kinds of streams that its tables do not state, by their PIDs.
  init(file: String?, found: [UInt16: ElementaryStream] = [:]) {
    (isOpening, fileName, history, self.found) = (true, file, TransportTableHistory(), found)
  }

  /// Creates the demuxer of a walk from the demuxer that has read the file's first tables.
  ///
  /// - Parameters:
  ///   - headers: The parameters of each stream, from the beginning of the file; empty if they are not known yet.
  ///   - offset: The place at which the walk begins.
  ///   - base: The time base of the place.
  init(_ opened: TransportDemuxer, _ headers: [StreamHeaders], from offset: Int64, base: TimeBase) {
    (isOpening, fileName, history, found) = (false, opened.fileName, opened.history, opened.found)
    omission = opened.omission
    tables = history.tables(before: offset) ?? opened.tables
    bases = tables.programs.map { _ in base }
    entries = opened.entries.enumerated().map { index, entry in
      let stream = PacketizedStream(
        index: index, kind: entry.kind, headers: headers.indices.contains(index) ? headers[index] : .none,
        isAtStart: base.isUnset)
      return Entry(
        program: entry.program, kind: entry.kind, type: entry.type, descriptors: entry.descriptors,
        assembler: PacketAssembler(stream))
    }
  }

  /// True if all programs have a map.
  var hasAllMaps: Bool { !tables.programs.isEmpty && tables.programs.allSatisfy { $0.map != nil } }

  /// The place from which a walk meets all units that have not been given out; nil if none waits.
  var pendingAnchor: WalkAnchor? { complete.pendingAnchor(of: entries.lazy.map(\.assembler.stream)) }

  /// The parameters that a stream has shown so far.
  func headers(of stream: Int) -> StreamHeaders { entries[stream].assembler.stream.headers }

  mutating func next() -> (stream: Int, unit: StampedUnit)? { complete.next() }

  /// Notes that a stream is not listed, since no header of the file describes it.
  mutating func omit(_ stream: Int) {
    guard omission == nil else { return }
    omission = MovieError(
      .unsupported, "the stream with PID \(tables.pids[stream]) has no header that describes it, and is not read",
      file: fileName)
  }

  /// Ends all streams: units that are complete are given out.
  mutating func finish() {
    for index in entries.indices {
      entries[index].assembler.finish()
      collect(index)
    }
  }

  /// Takes a packet of 188 bytes.
  mutating func take(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    let packet = TransportPacket(bytes)
    guard !packet.isDamaged else {
      note(.malformed, "a packet is marked as damaged", offset)
      return
    }
    if let reference = packet.reference, let programs = tables.referencePIDs[packet.pid] {
      for program in programs {
        bases[program].take(reference: reference, isDiscontinuous: packet.isDiscontinuous)
      }
    }
    guard let role = tables.roles[packet.pid], let start = packet.payloadStart else { return }
    let payload = UnsafeRawBufferPointer(rebasing: bytes[start...])
    switch role {
    case .association, .map:
      for section in sections[packet.pid, default: SectionAssembler()].take(payload, startsUnit: packet.startsUnit) {
        if case .map(let program) = role {
          if let map = ProgramMap(section) { take(map, of: program, at: offset) }
        } else if let association = ProgramAssociation(section) {
          take(association, at: offset)
        }
      }
    case .stream(let index):
      guard !isOpening else { return }
      take(packet, payload, at: offset, payloadOffset: offset + Int64(start), of: index)
    }
  }

  // MARK: Packets of streams

  private mutating func take(
    _ packet: TransportPacket, _ payload: UnsafeRawBufferPointer, at offset: Int64, payloadOffset: Int64, of index: Int
  ) {
    if let last = entries[index].counter, !packet.isDiscontinuous {
      // A packet may be sent twice.
      if packet.counter == last { return }
      if packet.counter != (last + 1) & 15 { note(.malformed, "packets are missing", offset) }
    }
    entries[index].counter = packet.counter
    guard !packet.isScrambled else {
      entries[index].isScrambled = true
      return
    }
    if packet.startsUnit {
      entries[index].assembler.begin(at: offset)
      endPausing(except: index, at: offset)
    }
    entries[index].assembler.take(payload, at: payloadOffset, &bases[entries[index].program])
    if entries[index].assembler.isScrambled { entries[index].isScrambled = true }
    collect(index)
  }

  private mutating func collect(_ index: Int) { complete.collect(from: &entries[index].assembler.stream) }

  /// Ends streams that wait for packets while others have gone on for long.
  private mutating func endPausing(except current: Int, at offset: Int64) {
    for index in entries.indices where index != current {
      guard entries[index].assembler.stream.hasPaused(before: complete.latest, at: offset) else { continue }
      entries[index].assembler.finish()
      collect(index)
    }
  }

  // MARK: Tables

  private mutating func take(_ association: ProgramAssociation, at offset: Int64) {
    let before = tables.programs
    let known = Set(before.map(\.number))
    if isOpening {
      // Later associations replace programs; walks follow them.
      guard !hasAllMaps else { return }
      for entry in association.programs where tables.programs.count < Self.programLimit {
        if let index = tables.programs.firstIndex(where: { $0.number == entry.number }) {
          tables.move(index, to: entry)
        } else {
          tables.programs.append(TransportTables.Program(number: entry.number, mapPID: entry.pid))
          tables.roles[entry.pid] = .map(program: tables.programs.count - 1)
          bases.append(TimeBase())
        }
      }
      return
    }
    // Programs whose numbers are gone have new ones, in the same order.
    var new = association.programs.filter { !known.contains($0.number) }[...]
    for index in tables.programs.indices {
      let number = tables.programs[index].number
      if let entry = association.programs.first(where: { $0.number == number }) ?? new.popFirst() {
        tables.move(index, to: entry)
      }
    }
    if tables.programs != before { history.note(tables, at: offset) }
  }

  private mutating func take(_ map: ProgramMap, of found: Int, at offset: Int64) {
    // Maps of several programs may share a PID.
    let pid = tables.programs[found].mapPID
    guard let program = tables.programs.firstIndex(where: { $0.number == map.number && $0.mapPID == pid }),
      tables.programs[program].map != map
    else { return }
    if isOpening {
      if tables.programs[program].map == nil { tables.set(map, of: program) }
      add(map, to: program)
    } else {
      tables.set(map, of: program)
      replace(map, of: program, at: offset)
      history.note(tables, at: offset)
    }
  }

  /// Adds the streams that a map announces, but for those that go on under another PID.
  private mutating func add(_ map: ProgramMap, to program: Int) {
    let pids = Set(map.streams.map(\.pid))
    var gone = entries.indices.filter { entries[$0].program == program && !pids.contains(tables.pids[$0]) }
    for stream in map.streams where entries.count < Self.streamLimit && tables.roles[stream.pid] == nil {
      guard let kind = kind(of: stream, in: map) else {
        if stream.isPrivate { unknown.insert(stream.pid) }
        continue
      }
      if let place = gone.firstIndex(where: { entries[$0].kind == kind }) {
        gone.remove(at: place)
        continue
      }
      let assembler = PacketAssembler(PacketizedStream(index: entries.count, kind: kind, isAtStart: true))
      tables.roles[stream.pid] = .stream(entries.count)
      tables.pids.append(stream.pid)
      entries.append(
        Entry(
          program: program, kind: kind, type: stream.type, descriptors: stream.descriptors, assembler: assembler))
    }
  }

  /// Goes on with the streams of a new map: those that keep their PIDs, and new ones in place of those that are gone.
  private mutating func replace(_ map: ProgramMap, of program: Int, at offset: Int64) {
    let pids = Set(map.streams.map(\.pid))
    let own = entries.indices.filter { entries[$0].program == program }
    var gone = own.filter { !pids.contains(tables.pids[$0]) }
    for stream in map.streams where !own.contains(where: { tables.pids[$0] == stream.pid }) {
      guard let kind = kind(of: stream, in: map) else { continue }
      guard let place = gone.firstIndex(where: { entries[$0].kind == kind }) else {
        // Programs may share streams.
        guard omission == nil, !tables.pids.contains(stream.pid) else { continue }
        omission = MovieError(
          .unsupported, "the stream with PID \(stream.pid) is announced too late to be listed, and is not read",
          offset: offset, file: fileName)
        continue
      }
      let index = gone.remove(at: place)
      entries[index].assembler.finish()
      collect(index)
      entries[index].counter = nil
      tables.move(stream: index, to: stream.pid)
    }
  }

  private func kind(of stream: ProgramMap.Stream, in map: ProgramMap) -> ElementaryStream? {
    stream.kind(in: map.descriptors.registration) ?? found[stream.pid]
  }

  private mutating func note(_ code: MovieError.Code, _ message: String, _ offset: Int64) {
    problem = problem ?? MovieError(code, message, offset: offset, file: fileName)
  }
}
