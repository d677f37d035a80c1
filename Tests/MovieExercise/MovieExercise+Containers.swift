import MovieFile

extension MovieExercise {
  /// Reads a possibly damaged Matroska file.
  ///
  /// - Throws: As `exercise`.
  public static func readMatroska(_ bytes: [UInt8]) throws -> Outcome {
    var outcome = Outcome()
    do {
      try exercise(MatroskaFile(source: MemoryByteSource(bytes)), &outcome)
    } catch let error as MovieError {
      outcome.errors.append(error)
    }
    return outcome
  }

  /// Reads all packets of a possibly damaged container, from the beginning and from places, and looks some up in an
  /// index.
  ///
  /// - Parameter isSameFromAnyPlace: True if walks from places give the same packets in damaged files, too.
  /// - Throws: An error other than `MovieError`, or `MisplacedPacket`: a bug of the reader.
  static func exercise(_ file: any InterleavedFile, _ outcome: inout Outcome, isSameFromAnyPlace: Bool = true) throws {
    outcome.isOpen = true
    var walker = try file.packets(from: nil)
    var (count, middle): (Int, (place: PacketPlace, packet: ContainerPacket)?) = (0, nil)
    while true {
      let place = walker.place
      guard let packet = try walker.next() else { break }
      count += 1
      try check(packet, of: file)
      if count == 5 { middle = (place, packet) }
      // More packets than bytes would never end.
      guard count <= 256 * (Int(file.source.size) + 1) else { throw MisplacedPacket(packet: packet) }
    }
    outcome.samples += count
    if let problem = walker.problem { outcome.errors.append(problem) }
    if let middle {
      var again = try file.packets(from: middle.place)
      guard try again.next() == middle.packet || !isSameFromAnyPlace else {
        throw MisplacedPacket(packet: middle.packet)
      }
    }
    let index = PacketIndex(file)
    for stream in file.streams.indices {
      for time in [300, Int64.max] {
        guard let place = try file.place(of: stream, atOrBefore: time) else { continue }
        var walker = try file.packets(from: place)
        _ = try walker.next()
      }
      for time in [Int64.min, 0, 300, .max] {
        _ = try index.packet(of: stream, shownAt: time)
        _ = try index.packet(of: stream, shownAfter: time)
      }
      let all = try index.count(of: stream)
      for number in [0, all / 2, all - 1, all] {
        guard let packet = try index.packet(number, of: stream) else { continue }
        _ = try PacketReader(index, stream: stream).bytes(of: packet).read(from: file.source)
        _ = try index.syncPacket(of: stream, atOrBefore: number)
        _ = try index.syncPacket(of: stream, after: number)
      }
    }
  }

  private static func check(_ packet: ContainerPacket, of file: any InterleavedFile) throws {
    guard file.streams.indices.contains(packet.stream), packet.bytes.count >= 0 else {
      throw MisplacedPacket(packet: packet)
    }
    for case .stored(let range) in packet.bytes.pieces {
      guard range.lowerBound >= 0, range.upperBound <= file.source.size else { throw MisplacedPacket(packet: packet) }
    }
  }

  /// A packet outside of the file, of no stream, or at another place than its own.
  struct MisplacedPacket: Error {
    let packet: ContainerPacket
  }
}
