/// The tables and streams of a transport stream at a point of a walk: takes packets, and gives units.
struct TransportDemuxer: Sendable {
  /// A program, and the clock of its streams.
  struct Program: Sendable {
    var number: UInt16
    var mapPID: UInt16
    var map: ProgramMap?
    var base: TimeBase
  }

  /// A stream of a program.
  struct Entry: Sendable {
    var pid: UInt16
    let program: Int
    let kind: ElementaryStream
    let type: UInt8
    var assembler: PacketAssembler
    /// The counter of the last packet; nil before the first.
    fileprivate var counter: UInt8?
    fileprivate(set) var isScrambled = false
  }

  private enum Role {
    case association
    case map(program: Int)
    case stream(Int)
  }

  static let programLimit = 64
  static let streamLimit = 256
  /// A stream without packets for so long has ended, or pauses.
  private static let pauseLimit: Int64 = 10 * 90_000

  private(set) var programs: [Program] = []
  private(set) var entries: [Entry] = []
  private var roles: [UInt16: Role] = [0: .association]
  private var sections: [UInt16: SectionAssembler] = [:]
  private var referencePIDs: [UInt16: [Int]] = [:]
  /// True while streams are added as the tables announce them; afterwards only their PIDs change.
  private var isOpening: Bool
  /// The latest decode time.
  private var latest: Int64?
  private var complete: [(stream: Int, unit: StampedUnit)] = []
  private(set) var problem: MovieError?
  private let fileName: String?

  /// Creates the demuxer of a file of which nothing is known.
  init(file: String?) { (isOpening, fileName) = (true, file) }

  /// Creates the demuxer of a walk from the demuxer that has read the file's first tables.
  ///
  /// - Parameters:
  ///   - headers: The parameters of each stream, from the beginning of the file; empty if they are not known yet.
  ///   - base: The time base of the place.
  init(_ opened: TransportDemuxer, _ headers: [StreamHeaders], base: TimeBase) {
    (isOpening, fileName, roles, referencePIDs) = (false, opened.fileName, opened.roles, opened.referencePIDs)
    programs = opened.programs.map { Program(number: $0.number, mapPID: $0.mapPID, map: $0.map, base: base) }
    entries = opened.entries.enumerated().map { index, entry in
      Entry(
        pid: entry.pid, program: entry.program, kind: entry.kind, type: entry.type,
        assembler: PacketAssembler(
          PacketizedStream(
            index: index, kind: entry.kind, headers: headers.indices.contains(index) ? headers[index] : .none,
            isAtStart: base.isUnset)))
    }
  }

  /// True if all programs have a map.
  var hasAllMaps: Bool { !programs.isEmpty && programs.allSatisfy { $0.map != nil } }

  /// The place from which a walk meets all units that have not been given out; nil if none waits.
  var pendingAnchor: WalkAnchor? {
    var earliest = complete.lazy.map(\.unit.anchor).min { $0.offset < $1.offset }
    for entry in entries {
      guard let anchor = entry.assembler.stream.pendingAnchor else { continue }
      if earliest.map({ anchor.offset < $0.offset }) ?? true { earliest = anchor }
    }
    return earliest
  }

  /// The parameters that a stream has shown so far.
  func headers(of stream: Int) -> StreamHeaders { entries[stream].assembler.stream.headers }

  mutating func next() -> (stream: Int, unit: StampedUnit)? { complete.isEmpty ? nil : complete.removeFirst() }

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
    if let reference = packet.reference, let programs = referencePIDs[packet.pid] {
      for program in programs {
        self.programs[program].base.take(reference: reference, isDiscontinuous: packet.isDiscontinuous)
      }
    }
    guard let role = roles[packet.pid], let start = packet.payloadStart else { return }
    let payload = UnsafeRawBufferPointer(rebasing: bytes[start...])
    switch role {
    case .association, .map:
      for section in sections[packet.pid, default: SectionAssembler()].take(payload, startsUnit: packet.startsUnit) {
        if case .map(let program) = role {
          if let map = ProgramMap(section) { take(map, of: program) }
        } else if let association = ProgramAssociation(section) {
          take(association)
        }
      }
    case .stream(let index): take(packet, payload, at: offset, payloadOffset: offset + Int64(start), of: index)
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
      endPausing(except: index)
    }
    entries[index].assembler.take(payload, at: payloadOffset, &programs[entries[index].program].base)
    if entries[index].assembler.isScrambled { entries[index].isScrambled = true }
    collect(index)
  }

  private mutating func collect(_ index: Int) {
    while let unit = entries[index].assembler.stream.next() {
      if let decode = unit.decode, latest.map({ decode > $0 }) ?? true { latest = decode }
      complete.append((index, unit))
    }
  }

  /// Ends streams that wait for packets while others have gone on for long.
  private mutating func endPausing(except current: Int) {
    guard let latest else { return }
    for index in entries.indices where index != current {
      guard entries[index].assembler.stream.isWaiting, let last = entries[index].assembler.stream.last,
        latest - last > Self.pauseLimit
      else { continue }
      entries[index].assembler.finish()
      collect(index)
    }
  }

  // MARK: Tables

  private mutating func take(_ association: ProgramAssociation) {
    guard isOpening else {
      // Programs whose numbers are gone have new ones, in the same order.
      let known = Set(programs.map(\.number))
      var new = association.programs.filter { !known.contains($0.number) }[...]
      let kept = Set(association.programs.map(\.number))
      for index in programs.indices {
        let entry =
          kept.contains(programs[index].number)
          ? association.programs.first { $0.number == programs[index].number } : new.popFirst()
        if let entry { move(index, to: entry) }
      }
      return
    }
    for entry in association.programs where programs.count < Self.programLimit {
      if let index = programs.firstIndex(where: { $0.number == entry.number }) {
        move(index, to: entry)
      } else {
        programs.append(Program(number: entry.number, mapPID: entry.pid, base: TimeBase()))
        roles[entry.pid] = .map(program: programs.count - 1)
      }
    }
  }

  private mutating func move(_ program: Int, to entry: ProgramAssociation.Entry) {
    programs[program].number = entry.number
    guard programs[program].mapPID != entry.pid else { return }
    if case .map(program)? = roles[programs[program].mapPID] { roles[programs[program].mapPID] = nil }
    programs[program].mapPID = entry.pid
    roles[entry.pid] = .map(program: program)
  }

  private mutating func take(_ map: ProgramMap, of found: Int) {
    // Maps of several programs may share a PID.
    let program = programs.firstIndex { $0.number == map.number && $0.mapPID == programs[found].mapPID }
    guard let program, programs[program].map != map else { return }
    let isFirst = programs[program].map == nil
    programs[program].map = map
    for (pid, users) in referencePIDs {
      let others = users.filter { $0 != program }
      referencePIDs[pid] = others.isEmpty ? nil : others
    }
    if map.referencePID != 0x1fff { referencePIDs[map.referencePID, default: []].append(program) }
    if isOpening, isFirst { add(map, to: program) } else { replace(map, of: program) }
  }

  private mutating func add(_ map: ProgramMap, to program: Int) {
    for stream in map.streams where entries.count < Self.streamLimit && roles[stream.pid] == nil {
      guard let kind = stream.kind(in: map.descriptors.registration) else { continue }
      let assembler = PacketAssembler(PacketizedStream(index: entries.count, kind: kind, isAtStart: true))
      roles[stream.pid] = .stream(entries.count)
      entries.append(
        Entry(pid: stream.pid, program: program, kind: kind, type: stream.type, assembler: assembler))
    }
  }

  /// Goes on with the streams of a new map: those that keep their PIDs, and new ones in place of those that are gone.
  private mutating func replace(_ map: ProgramMap, of program: Int) {
    let pids = Set(map.streams.map(\.pid))
    let own = entries.indices.filter { entries[$0].program == program }
    var gone = own.filter { !pids.contains(entries[$0].pid) }
    for stream in map.streams where !own.contains(where: { entries[$0].pid == stream.pid }) {
      guard let kind = stream.kind(in: map.descriptors.registration),
        let place = gone.firstIndex(where: { entries[$0].kind == kind })
      else { continue }
      let index = gone.remove(at: place)
      entries[index].assembler.finish()
      collect(index)
      if case .stream(index)? = roles[entries[index].pid] { roles[entries[index].pid] = nil }
      entries[index].pid = stream.pid
      entries[index].counter = nil
      roles[stream.pid] = .stream(index)
    }
  }

  private mutating func note(_ code: MovieError.Code, _ message: String, _ offset: Int64) {
    problem = problem ?? MovieError(code, message, offset: offset, file: fileName)
  }
}

extension TransportDemuxer.Entry {
  /// The descriptors of the stream in its program's map.
  func descriptors(in programs: [TransportDemuxer.Program]) -> [StreamDescriptor] {
    programs[program].map?.streams.first { $0.pid == pid }?.descriptors ?? []
  }
}
