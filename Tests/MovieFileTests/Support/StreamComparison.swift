import Foundation
import MovieFile
import Testing

/// A packet of an elementary stream, as ffprobe and our readers report it.
struct StreamPacket: Equatable, CustomStringConvertible {
  var presentation: Int64?
  var decode: Int64?
  var size: Int
  var isKey: Bool

  var description: String {
    "\(presentation.map { "\($0)" } ?? "-")/\(decode.map { "\($0)" } ?? "-") \(size)\(isKey ? " K" : "")"
  }
}

/// FFmpeg's packets of a file, stream by stream.
struct StreamComparison {
  struct Report: Decodable {
    struct Stream: Decodable {
      let index: Int
      let id: String?
      let codec_name: String?
      let codec_type: String?
    }
    struct Packet: Decodable {
      let stream_index: Int
      let pts: Int64?
      let dts: Int64?
      let size: String
      let flags: String
    }
    let streams: [Stream]
    let packets: [Packet]
  }

  let path: String
  let report: Report

  init(_ path: String) throws {
    self.path = path
    let json = try Oracle.run(
      "ffprobe",
      [
        "-v", "quiet", "-show_packets", "-show_entries",
        "stream=index,id,codec_name,codec_type:packet=stream_index,pts,dts,size,flags", "-of", "json", path,
      ])
    report = try JSONDecoder().decode(Report.self, from: json)
  }

  /// The position in ffprobe's streams of a stream with a number in the file.
  func index(ofNumber number: Int) -> Int? {
    report.streams.first {
      $0.id.flatMap { Int($0.dropFirst(2), radix: 16) }.map { $0 == number || $0 == 0x100 | number } ?? false
    }?.index
  }

  func packets(_ index: Int) -> [StreamPacket] {
    report.packets.filter { $0.stream_index == index }.map {
      StreamPacket(presentation: $0.pts, decode: $0.dts, size: Int($0.size) ?? -1, isKey: $0.flags.contains("K"))
    }
  }

  /// The bytes of all packets of a stream, one after the other.
  func payload(_ index: Int) throws -> [UInt8] {
    [UInt8](
      try Oracle.run("ffmpeg", ["-v", "quiet", "-i", path, "-map", "0:\(index)", "-c", "copy", "-f", "data", "-"]))
  }
}

extension InterleavedFile {
  /// All packets of a walk.
  func walked(from place: PacketPlace? = nil) throws -> [ContainerPacket] {
    var walker = try packets(from: place)
    var all: [ContainerPacket] = []
    while let packet = try walker.next() { all.append(packet) }
    return all
  }

  /// The packets of one stream, as ffprobe reports them.
  func report(_ stream: Int, of packets: [ContainerPacket]) -> [StreamPacket] {
    packets.filter { $0.stream == stream }.map {
      StreamPacket(
        presentation: $0.presentationTime, decode: $0.decodeTime, size: $0.storedSize ?? $0.bytes.count,
        isKey: $0.isSync)
    }
  }
}

extension InterleavedFile {
  /// Expects the packets of ffmpeg: their times, sizes, bytes, and key frames.
  ///
  /// - Parameter isIntraRefresh: True if ffmpeg calls frames keys from which decoding only becomes right later.
  func compare(with oracle: StreamComparison, isIntraRefresh: Bool = false) throws {
    #expect(streams.count == oracle.report.streams.count)
    let packets = try walked()
    for (index, stream) in streams.enumerated() {
      let other = try #require(oracle.index(ofNumber: stream.number))
      let codec = oracle.report.streams[other].codec_name
      let expected = oracle.packets(other)
      let ours = report(index, of: packets)
      #expect(ours.count == expected.count, "\(codec ?? "")")
      // FFmpeg gives a frame of DTS that ends a packet the next packet's time,
      // adds up rounded durations of audio, and counts a zero before a start code of HEVC to the packet before.
      let (time, size): (Int64, Int) = (
        codec == "dts" ? 960 : stream.mediaType == "soun" ? 8 : 0, codec == "hevc" ? 1 : 0
      )
      for (a, b) in zip(ours, expected) {
        let isEqual =
          (b.presentation.map { abs((a.presentation ?? .min / 2) - $0) <= time } ?? true)
          && (b.decode.map { abs((a.decode ?? .min / 2) - $0) <= time } ?? true) && abs(a.size - b.size) <= size
          && (a.isKey == b.isKey || isIntraRefresh && !a.isKey)
        guard !isEqual else { continue }
        Issue.record("\(codec ?? "") \(stream.number): \(a), not \(b)")
        break
      }
      #expect(stream.formatDescription != nil, "\(codec ?? "")")
      #expect(stream.coded?.codec.name == Self.codecNames[codec ?? ""])
      try compareBytes(packets.filter { $0.stream == index }, expected, oracle.payload(other))
    }
  }

  /// Our names of codecs by ffmpeg's.
  private static var codecNames: [String: String] {
    [
      "h264": "h264", "hevc": "hevc", "mpeg2video": "mpeg2", "mpeg1video": "mpeg1", "mpeg4": "mpeg4", "aac": "aac",
      "aac_latm": "aac", "mp2": "mpegAudio", "mp3": "mpegAudio", "ac3": "ac3", "eac3": "enhancedAC3", "dts": "dts",
      "opus": "opus", "pcm_bluray": "pcm", "pcm_dvd": "pcm", "s302m": "pcm",
    ]
  }

  private func compareBytes(
    _ packets: [ContainerPacket], _ expected: [StreamPacket], _ payload: [UInt8]
  ) throws {
    var position = 0
    for (packet, other) in zip(packets, expected) {
      let theirs = payload[position..<min(position + other.size, payload.count)]
      position += other.size
      let bytes = try packet.bytes.read(from: source)
      // Without headers of frames; AAC of LATM is shifted by bits.
      let isEqual =
        bytes.elementsEqual(theirs) || unitsBehindLengths(bytes) == unitsBetweenStartCodes(theirs)
        || bytes.count < theirs.count && (bytes.elementsEqual(theirs.suffix(bytes.count)) || packet.bytes.offset == nil)
      guard isEqual else {
        Issue.record("the packet at \(packet.presentationTime ?? -1) has other bytes")
        return
      }
    }
    #expect(position == payload.count)
  }

  /// Expects that a walk from the place of any packet gives that packet and all after it, of its stream.
  func expectSameWalksFromAllPlaces() throws {
    let all = try walked()
    var walker = try packets(from: nil)
    for index in all.indices {
      let next = walker.place
      _ = try walker.next()
      guard index % 11 == 0 else { continue }
      let place = walker.packetPlace ?? next
      let rest = try walked(from: place).filter { $0.stream == all[index].stream }
      let expected = all[index...].filter { $0.stream == all[index].stream }
      guard rest == expected else {
        let first = zip(rest, expected).first { $0 != $1 }
        Issue.record(
          "packet \(index), \(place), \(rest.count) for \(expected.count): \(String(describing: first))")
        return
      }
    }
  }

  /// Expects that an index finds the bytes of each packet again, in decoding order.
  func expectIndexOfAllPackets() throws {
    let all = try walked()
    let index = PacketIndex(self)
    for stream in streams.indices {
      let own = all.filter { $0.stream == stream }
      #expect(try index.count(of: stream) == own.count)
      let linear = PacketReader(index, stream: stream)
      for number in own.indices {
        let packet = try #require(try index.packet(number, of: stream))
        #expect(try linear.bytes(of: packet) == own[number].bytes)
        // A walk that begins with the packet.
        #expect(try PacketReader(index, stream: stream).bytes(of: packet) == own[number].bytes)
      }
    }
  }

  /// Expects that places for times are at or before the last sync sample.
  func expectPlacesOfSyncSamples() throws {
    let all = try walked()
    for stream in streams.indices {
      let own = all.filter { $0.stream == stream }
      for index in stride(from: 0, to: own.count, by: max(1, own.count / 5)) {
        let packet = own[index]
        let time = try #require(packet.presentationTime)
        let sync = all.filter { $0.stream == stream && $0.isSync && ($0.presentationTime ?? .max) <= time }
          .max { ($0.presentationTime ?? 0) < ($1.presentationTime ?? 0) }
        guard let sync else { continue }
        let place = try #require(try place(of: stream, atOrBefore: time))
        var walker = try packets(from: place)
        var met = false
        while !met, let next = try walker.next() { met = next == sync }
        guard met else {
          Issue.record("stream \(stream), time \(time): no walk to \(sync.presentationTime ?? -1) from \(place)")
          return
        }
      }
    }
  }
}

/// NAL units of a stream with start codes, without the zeros around them.
func unitsBetweenStartCodes(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
  var units: [[UInt8]] = []
  var start: Int?
  var index = bytes.startIndex
  func close(_ end: Int) {
    guard let start else { return }
    var unit = Array(bytes[start..<end])
    while unit.last == 0 { unit.removeLast() }
    if !unit.isEmpty { units.append(unit) }
  }
  while index < bytes.endIndex {
    if index + 2 < bytes.endIndex, bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
      close(index)
      start = index + 3
      index += 3
    } else {
      index += 1
    }
  }
  close(bytes.endIndex)
  return units
}

/// NAL units with lengths of four bytes.
func unitsBehindLengths(_ bytes: [UInt8]) -> [[UInt8]] {
  var units: [[UInt8]] = []
  var index = 0
  while index + 4 <= bytes.count {
    let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - index - 4 else { break }
    units.append(Array(bytes[(index + 4)..<(index + 4 + length)]))
    index += 4 + length
  }
  return units
}
