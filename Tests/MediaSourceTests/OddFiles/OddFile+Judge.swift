import CoreMedia
import Foundation
import MediaSource
import TestSupport
import Testing

/// The differences between what we and what ffmpeg read of a file; none if all is well.
struct OddFileJudge {
  let path: String
  let file: OddFile

  /// True if ffmpeg decodes anything, or does not recognise the file.
  var isDecodable: Bool {
    guard file.source == .picture else { return true }
    return (try? Self.checksums(path).isEmpty == false) ?? false
  }

  func deviations() throws -> [String] {
    // FFmpeg recognises no single frame of ADTS.
    guard let packets = try packets() else { return [] }
    return try listed(packets) + (file.source == .picture ? frames(packets) : sound())
  }

  // MARK: Samples

  private struct Report: Decodable {
    struct Packet: Decodable {
      let pts_time: String?
      let dts_time: String?
      let size: String
      let flags: String
    }
    let packets: [Packet]
  }

  private func listed(_ theirs: [Report.Packet]) throws -> [String] {
    let listed = try ListedFile(path: path)
    let entries = listed.entries.filter { $0.mediaType == (file.source == .picture ? "vide" : "soun") }
    var bytes: [UInt8] = []
    try listed.listing(of: entries).writeJSON { bytes += $0 }
    guard let ours = try JSONDecoder().decode(Listing.self, from: Data(bytes)).tracks.first?.samples else {
      return ["nothing is listed"]
    }
    var found = listed.problems(of: entries).map { "\($0)" }
    // FFmpeg cuts sound without frames as it likes, and samples of several frames of E-AC-3.
    if file.kind == "pcm" || file.kind == "eac3" && theirs.count == 2 * ours.count { return found }
    guard ours.count == theirs.count else { return found + ["\(ours.count) samples of \(theirs.count)"] }
    let (own, times) = (ours.map(\.time).sorted(), theirs.compactMap { $0.pts_time.flatMap { Double($0) } }.sorted())
    if !isRegular(own), times.count == own.count, let start = own.first, let origin = times.first {
      let worst = zip(own, times).map { abs(($0 - start) - ($1 - origin)) }.max() ?? 0
      // FFprobe halves the duration of a short block of Vorbis after a long one.
      if worst > (file.kind == "vorbis" ? 0.07 : 0.0021) { found.append("samples are off by \(worst) s") }
    }
    let syncs = ours.indices.filter { ours[$0].sync }
    var keys = theirs.indices.filter { theirs[$0].flags.contains("K") }
    if file.kind == "h263" { keys = try intraFrames() }
    // FFmpeg counts recovery points that take several frames to recover, too: ours give the very frame.
    if file.options.contains(where: { $0.contains("intra-refresh") }), Set(syncs).isSubset(of: keys) { keys = syncs }
    if file.source == .picture, syncs != keys { found.append("sync samples \(syncs), not \(keys)") }
    return found
  }

  /// FFmpeg's packets; nil for a file that it does not recognise.
  private func packets() throws -> [Report.Packet]? {
    let streams = file.source == .picture ? "v:0" : "a:0"
    let entries = ["-select_streams", streams, "-show_entries", "packet=pts_time,dts_time,size,flags"]
    guard let json = try? Oracle.run("ffprobe", ["-v", "error"] + entries + ["-of", "json", path]) else { return nil }
    return try JSONDecoder().decode(Report.self, from: json).packets
  }

  /// The numbers of frames that need no other: FFmpeg flags every packet of H.263.
  private func intraFrames() throws -> [Int] {
    let entries = ["-select_streams", "v:0", "-show_entries", "frame=pict_type", "-of", "csv=p=0"]
    let types = try Oracle.text("ffprobe", ["-v", "error"] + entries + [path]).split(separator: "\n")
    return types.indices.filter { types[$0].hasPrefix("I") }
  }

  /// True if times follow each other as those that the encoder was given: FFmpeg invents some where its demuxer has
  /// none.
  private func isRegular(_ times: [Double]) -> Bool {
    guard times.count > 2 else { return false }
    let step = times[1] - times[0]
    return zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - step) < 1.2e-5 }
  }

  /// True if frames are shown at the decode times of the packets, in order: FFmpeg guesses them where AVI holds no
  /// others.
  private func areDecodeTimes(_ times: [Double], _ packets: [Report.Packet]) -> Bool {
    let stored = packets.compactMap { $0.dts_time.flatMap { Double($0) } }.sorted()
    guard file.ending == "avi", stored.count == times.count, let start = stored.first else { return false }
    return zip(times, stored).allSatisfy { abs($0 - times[0] - ($1 - start)) < 0.0011 }
  }

  // MARK: Pictures

  private func frames(_ packets: [Report.Packet]) throws -> [String] {
    let theirs = try Self.checksums(path)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    var frames: [DecodedFrame] = []
    var found: [String] = []
    cursor.move(to: CMTimeRange(start: .zero, end: .positiveInfinity))
    for _ in 0..<1000 {
      do {
        guard let frame = try cursor.next() else { break }
        frames.append(frame)
      } catch {
        found.append("\(error)")
      }
    }
    guard frames.count == theirs.count else { return found + ["\(frames.count) frames of \(theirs.count)"] }
    let sums = try frames.map { try $0.checksum }
    if let first = sums.indices.first(where: { sums[$0] != theirs[$0].sum }) {
      let count = sums.indices.count { sums[$0] != theirs[$0].sum }
      found.append("\(count) frames differ, from \(first) on (\(frames[first].caps.text.prefix(120)))")
    }
    let times = frames.map(\.time.seconds)
    if !isRegular(times), !areDecodeTimes(times, packets), let start = frames.first?.time,
      let origin = theirs.first?.time
    {
      let worst = zip(frames, theirs).map { abs(($0.time - start).seconds - ($1.time - origin)) }.max() ?? 0
      // Program streams stamp some frames only; those between are half a frame off where a muxer's stamps are.
      if worst > (file.ending == "mpg" ? 0.0201 : 0.0011) { found.append("frames are off by \(worst) s") }
    }
    var generator = SeededGenerator(state: 7)
    for number in frames.indices.shuffled(using: &generator).prefix(6) {
      let sum = try cursor.frame(at: frames[number].time).checksum
      if sum != sums[number] { found.append("frame \(number) is another at random") }
    }
    return found
  }

  /// FFmpeg's checksum and time of each frame.
  private static func checksums(_ path: String) throws -> [(time: Double, sum: String)] {
    let text = try Oracle.text(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-copyts", "-fps_mode", "passthrough", "-f",
        "framemd5", "-",
      ])
    var unit = 0.0
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      if line.hasPrefix("#tb 0:") {
        let parts = line.split(separator: " ").last?.split(separator: "/").compactMap { Double($0) } ?? []
        if parts.count == 2 { unit = parts[0] / parts[1] }
      }
      guard !line.hasPrefix("#"), fields.count == 6, let time = Double(fields[2]) else { return nil }
      return (time * unit, fields[5])
    }
  }

  // MARK: Sound

  private func sound() throws -> [String] {
    let cursor = AudioCursor(
      try CodedClips.track(path, isVideo: false), format: AudioFormatRequest(sampleFormat: .f32))
    var ours: [Float] = []
    var found: [String] = []
    var next: Int64?
    // A file of which nothing can be decoded gives an error a call.
    while found.count < 100 {
      do {
        guard let chunk = try cursor.next() else { break }
        if let next, next != chunk.position { found.append("a gap of \(chunk.position - next) at \(next)") }
        next = chunk.position + Int64(chunk.frameCount)
        chunk.bytes.withUnsafeBytes { ours += $0.bindMemory(to: Float.self) }
      } catch {
        found.append("\(error)")
      }
    }
    let channels = try cursor.format().channels
    // FFmpeg's own decoders of these differ from the codecs' libraries.
    let decoder = ["opus", "speex"].contains(file.kind) ? ["-c:a", "lib\(file.kind)"] : []
    let data = try CodedClips.audio(path, "f32le", before: decoder)
    let theirs = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    // FFmpeg plays priming and what encoders fill the last packet up with in some containers: then ours is a part.
    let rate = try cursor.format().rate
    // Some encoders count a part of their priming as sound, or not.
    let length = rate * (file.options.contains("-t") ? 1 : 130) / 100
    // GStreamer's muxers note no priming of AAC.
    let isWhole = (length - 130...length + 1100).contains(ours.count / channels)
    let excess = theirs.count - ours.count
    // FFmpeg drops too much of Opus in movies by GStreamer.
    if excess < 0, ours.count == length * channels { return found }
    guard excess == 0 || excess > 0 && isWhole else {
      return found + ["\(ours.count / channels) of \(theirs.count / channels) samples of \(channels) channels"]
    }
    let starts = stride(from: 0, through: excess, by: channels)
    let worst = starts.lazy.map { Self.difference(ours, theirs[$0...]) }.min { $0 < $1 } ?? 0
    // Random noise of decoders is their own.
    if worst > 0.002 { found.append("samples differ by \(worst)") }
    return found
  }

  /// Returns the largest difference of samples; of those that begin differently, only that of the beginning.
  private static func difference(_ ours: [Float], _ theirs: ArraySlice<Float>) -> Float {
    func largest(_ count: Int) -> Float { zip(ours.prefix(count), theirs).map { abs($0 - $1) }.max() ?? 0 }
    let head = largest(2000)
    return head > 0.002 ? head : largest(.max)
  }
}
