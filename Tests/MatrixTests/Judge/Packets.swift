import Foundation
import TestSupport

/// The compressed packets of a file's first video and audio stream, as ffprobe lists them.
struct Packets: Decodable, Sendable {
  struct Stream: Decodable, Sendable {
    let index: Int
    let codec_type: String?
    let codec_name: String?
    let width: Int?
    let height: Int?
    let sample_rate: String?
    let channels: Int?
    let duration: String?
    let disposition: [String: Int]?
  }
  struct Packet: Decodable, Sendable {
    let stream_index: Int
    var pts_time: String?
    let dts_time: String?
    let duration_time: String?
    let size: String
    let flags: String
    let data_hash: String?

    var time: Double? { pts_time.flatMap { Double($0) } }
    var isSync: Bool { flags.hasPrefix("K") }
    /// False for packets outside of the edit list.
    var isShown: Bool { !flags.contains("D") }
  }
  struct Format: Decodable, Sendable {
    let duration: String?
    let start_time: String?
  }
  let streams: [Stream]
  private(set) var packets: [Packet]
  let format: Format

  var video: Stream? { streams.first { $0.codec_type == "video" && $0.disposition?["attached_pic"] != 1 } }
  var audio: Stream? { streams.first { $0.codec_type == "audio" } }

  /// The packets of a stream; of MPEG audio without bytes that no frame has room in: FFmpeg makes a packet of what is
  /// left at a file's end.
  func packets(of stream: Stream?) -> [Packet] {
    let least = ["mp1", "mp2", "mp3"].contains(stream?.codec_name) ? 4 : 0
    return packets.filter { $0.stream_index == stream?.index && Int($0.size) ?? 0 >= least }
  }

  /// The first decode time of video, on ffmpeg's timeline; nil if there is none.
  var decodeStart: Double? {
    let times = packets(of: video).compactMap { $0.dts_time.flatMap { Double($0) } }
    return times.min().map { $0 - (format.start_time.flatMap { Double($0) } ?? 0) }
  }

  static func read(_ path: String, options: [String] = []) async throws -> Packets {
    let command =
      Recipe.words("ffprobe -v quiet -show_streams -show_format -show_packets -show_data_hash MD5 -of json") + options
      + [path]
    let text = try await Tool.expect(command, in: NSTemporaryDirectory()).output
    var read = try JSONDecoder().decode(Packets.self, from: Data(text.utf8))
    if let beginning = try OggBeginning(of: path), beginning.codec == .flac { read.correct(beginning) }
    if path.hasSuffix(".ts"), read.audio?.codec_name == "opus" { read.correctTrimmedPacket() }
    return read
  }

  /// Puts the first packet of Opus in a transport stream where its first sample is: GStreamer states the time of the
  /// first one that is heard, and so does FFprobe; the next packet follows sooner then.
  private mutating func correctTrimmedPacket() {
    let places = packets.indices.filter { packets[$0].stream_index == audio?.index }.prefix(3)
    let times = places.compactMap { packets[$0].time }
    guard times.count == 3, let place = places.first else { return }
    let length: Double = times[2] - times[1]
    if times[1] - times[0] < length - 0.001 { packets[place].pts_time = "\(times[1] - length)" }
  }

  private struct Piece {
    var time: Double
    let duration: Double
  }

  /// Puts the times of the audio right; those of Vorbis have a tolerance where they are compared.
  private mutating func correct(_ beginning: OggBeginning) {
    guard let audio, let rate = audio.sample_rate.flatMap({ Double($0) }) else { return }
    let places = packets.indices.filter { packets[$0].stream_index == audio.index }
    var pieces = places.map { index in
      Piece(time: packets[index].time ?? 0, duration: packets[index].duration_time.flatMap { Double($0) } ?? 0)
    }
    beginning.correct(&pieces, \.time, rate: rate) { Int(($0.duration * rate).rounded()) }
    for (place, piece) in zip(places, pieces) { packets[place].pts_time = "\(piece.time)" }
  }

  /// The hashes of the NAL units of each packet of the first video stream of a byte stream of H.264 or HEVC.
  ///
  /// Start codes have three bytes or four, as writers like (ITU-T H.264 and H.265, B.1.2), and say nothing; access unit
  /// delimiters (ISO/IEC 13818-1, 2.14.1 and 2.17.1) and parameter sets before each key frame are what muxers add. All
  /// of them are left out: decoded frames show whether the parameter sets are right.
  static func unitHashes(of path: String, codec: String) async throws -> [String] {
    let command =
      Recipe.words("ffmpeg -nostdin -v error -copyts -i") + [path]
      + Recipe.words(
        "-map 0:v:0 -c copy -copyinkf -bsf:v filter_units=remove_types=\(codec == "hevc" ? "32-35" : "7-9") -f framehash -hash md5 -"
      )
    let text = try await Tool.expect(command, in: NSTemporaryDirectory()).output
    // Stream, decode time, presentation time, duration, size, hash.
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: ",")
      return fields.count > 5 ? fields[5].trimmingCharacters(in: .whitespaces) : ""
    }
  }
}
