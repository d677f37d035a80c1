import Foundation
import MovieFile

/// FFprobe's report of a container's packets, with a checksum of each.
struct ContainerReport: Decodable {
  struct Entry: Decodable {
    let stream_index: Int
    let pts: Int64?
    let dts: Int64?
    let duration: Int64?
    let size: String
    let pos: String?
    let flags: String
    let data_hash: String?
  }

  let packets: [Entry]

  init(_ path: String, _ options: [String] = []) throws {
    let json = try Oracle.run(
      "ffprobe", ["-v", "quiet"] + options + ["-show_packets", "-show_data_hash", "adler32", "-of", "json", path])
    self = try JSONDecoder().decode(ContainerReport.self, from: json)
  }

  /// Returns a line for each packet of a stream: time, size, key flag, checksum.
  func lines(ofStream index: Int, earlierBy offset: Int64 = 0) -> [String] {
    packets.filter { $0.stream_index == index }.map { entry in
      let time = entry.pts.map { String($0 + offset) } ?? "-"
      return "\(time) \(entry.size) \(entry.flags.prefix(1)) \(entry.data_hash ?? "")"
    }
  }
}

extension InterleavedFile {
  /// Returns all packets in the order of the file.
  func allPackets(from place: PacketPlace? = nil) throws -> [ContainerPacket] {
    var walker = try packets(from: place)
    var packets: [ContainerPacket] = []
    while let packet = try walker.next() { packets.append(packet) }
    return packets
  }

  /// Returns a line for each packet of a stream, as `ContainerReport` has them.
  func lines(ofStream index: Int) throws -> [String] {
    try allPackets().filter { $0.stream == index }.map { packet in
      let time = packet.presentationTime.map(String.init) ?? "-"
      let bytes = try packet.bytes.read(from: source)
      return "\(time) \(packet.bytes.count) \(packet.isSync ? "K" : "_") adler32:\(bytes.adler32)"
    }
  }
}

extension [UInt8] {
  /// The checksum of zlib (RFC 1950, clause 8.2), in hexadecimal digits.
  var adler32: String {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in self {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    let digits = String(b << 16 | a, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
