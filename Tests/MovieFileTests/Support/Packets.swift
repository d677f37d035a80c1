import Foundation
import MovieFile

/// A packet of ffprobe's report, or a sample of ours: in units of the media's timescale.
struct Packet: Equatable, Hashable {
  var presentation: Int64
  var decode: Int64
  var size: Int
  var offset: Int64
  var isKey: Bool
}

/// FFprobe's report of the packets of each track.
struct PacketReport: Decodable {
  struct Stream: Decodable {
    let index: Int
    let id: String
  }
  struct Entry: Decodable {
    let stream_index: Int
    let pts: Int64?
    let dts: Int64?
    let pts_time: String?
    let dts_time: String?
    let duration: Int64?
    let size: String
    let pos: String?
    let flags: String
  }

  let streams: [Stream]
  let packets: [Entry]

  /// - Parameter ignoresEdits: true if times are the media's own, and no packet is left out.
  init(_ path: String, ignoresEdits: Bool) throws {
    let options = ignoresEdits ? ["-ignore_editlist", "1"] : []
    let json = try Oracle.run(
      "ffprobe",
      ["-v", "quiet"] + options + ["-show_packets", "-show_entries", "stream=index,id", "-of", "json", path])
    self = try JSONDecoder().decode(PacketReport.self, from: json)
  }

  func entries(ofTrack id: UInt32) -> [Entry] {
    let index = streams.first { UInt32($0.id.dropFirst(2), radix: 16) == id }?.index
    return packets.filter { $0.stream_index == index }
  }
}

extension PacketReport.Entry {
  var packet: Packet {
    Packet(
      presentation: pts ?? .min, decode: dts ?? .min, size: Int(size) ?? -1, offset: pos.flatMap { Int64($0) } ?? -1,
      isKey: flags.contains("K"))
  }
}

extension SampleTable {
  /// Returns all samples, with decode times shifted like ffprobe's.
  func packets() throws -> [Packet] {
    var packets: [Packet] = []
    try forEachPacket { sample in
      packets.append(
        Packet(
          presentation: sample.presentationTime, decode: sample.decodeTime - largestLead, size: sample.size,
          offset: sample.offset, isKey: !sample.flags.isDisjoint(with: .randomAccess)))
    }
    return packets
  }

  /// All samples, one by one.
  func all() throws -> [Sample] {
    var samples: [Sample] = []
    try forEachRun { run throws(MovieError) in samples += (0..<run.count).map { run[$0] } }
    return samples
  }
}

extension Listing {
  init(_ movie: Movie) throws {
    let bytes = Bytes()
    try SampleListing(movie.tracks).writeJSON { bytes.append($0) }
    self = try JSONDecoder().decode(Listing.self, from: Data(bytes.all))
  }
}

/// Collects bytes from closures.
final class Bytes {
  private(set) var all: [UInt8] = []
  func append(_ bytes: [UInt8]) { all += bytes }
}
