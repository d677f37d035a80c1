import CoreGraphics
import Foundation
import MovieFile
import TestSupport
import Testing

@testable import MediaSource

/// The files of the shared media folder, compared with ffprobe: samples with their times, sizes and kinds, durations,
/// matrices, languages, chapters and tags. The folder is missing on most machines.
@Suite struct SharedMediaComparisonTests {
  /// The known differences to ffprobe, with the reasons.
  private enum Known {
    /// FFprobe gives up: the padding is damaged on purpose.
    static let unreadable: Set<String> = ["sample_malformed_free_box.mp4"]
    /// The shift of a track's samples in ffprobe, in seconds.
    static let shifts: [String: Double] = [
      // The edits begin between two frames. FFprobe puts the next frame, not the beginning of the edit, at zero.
      "iibbibb_editlist_videoonly.mp4 1": -0.5, "sample_edit_list.mp4 1": -0.011667,
      // The edits begin within the only sample: we place it before zero, ffprobe at zero.
      "sample_edit_list.mp4 3": 0.455, "sample_edit_list.mp4 4": 0.455,
      // FFprobe counts LAME's priming, and skips it only when it decodes.
      "bear-vbr-xing-header.mp3 1": 1105.0 / 48000, "bear-id3.mp3 1": 1105.0 / 48000,
    ]
    /// The difference between Matroska's milliseconds and the audio's own times: we count samples from the first packet
    /// on.
    static let rounding: [String: Double] = [
      "sample.mkv 2": 0.001152, "sample_with_srt.mkv 2": 0.001066,
      // FFprobe ends the last packet where the stream ends; the rest of ours is left out by an edit.
      "bear_vorbis.ogg 1946694011": 0.004334,
    ]
    /// FFprobe ends the only sample where the edit ends, even when it is told to ignore edits.
    static let cuts: [String: Double] = ["sample_edit_list.mp4 3": 0.455, "sample_edit_list.mp4 4": 0.455]
    /// FFprobe has one frame duration for all; the distances of decode times are those of the file.
    static let unsteady: Set<String> = ["sample_edit_list.mp4 1", "sample.mkv 1", "sample_with_srt.mkv 1"]
    /// FFprobe's parser halves the duration of a short block of Vorbis after a long one: it begins late, and ends in
    /// time.
    static let lateBlocks: Set<String> = ["bear_vorbis.ogg 1946694011"]
    /// FFprobe makes a packet of the last byte, which is in no frame.
    static let strayBytes = ["bear-id3.mp3 1": 1]
    /// FFprobe uses the identifier of a chapter without a title.
    static let untitled = ["bear-id3.mp3": "chap2"]
    /// FFprobe estimates the duration of MPEG frames, uses a header of 143165 s, omits the last frame's duration, or
    /// the time before the first sample: the end of its last packet is used instead.
    static let wrongDurations: Set<String> = [
      "sample.adts", "bear-id3.mp3", "sample_fragmented.mp4", "sample.mkv", "bbb_642x642_768kbps_30fps_vp9.webm",
      "sample_h264_mpeg_audio.ts",
    ]
    /// LAME's priming and padding, which ffprobe counts.
    static let padding: [String: Double] = ["bear-vbr-xing-header.mp3": 0.024, "bear-id3.mp3": 0.024]
    /// Tracks without packets in ffprobe: chapters.
    static let unlisted: Set<String> = ["sample_with_chapters.mp4 3"]
  }

  private struct Report: Decodable {
    struct Stream: Decodable {
      let index: Int
      let codec_type: String?
      let tags: [String: String]?
      let disposition: [String: Int]?
      let side_data_list: [SideData]?
    }
    struct SideData: Decodable { let rotation: Double? }
    struct Chapter: Decodable {
      let start_time: String
      let end_time: String
      let tags: [String: String]?
    }
    struct Format: Decodable {
      let duration: String?
      let tags: [String: String]?
    }
    let streams: [Stream]
    let packets: [ListedFileTests.Report.Packet]
    let chapters: [Chapter]
    let format: Format

    init?(_ path: String, ignoringEdits: Bool = false) throws {
      let options = ignoringEdits ? ["-ignore_editlist", "1"] : []
      let arguments = ["-v", "quiet"] + options + ["-show_packets", "-show_streams", "-show_chapters", "-show_format"]
      guard let json = try? Oracle.run("ffprobe", arguments + ["-of", "json", path]) else { return nil }
      self = try JSONDecoder().decode(Report.self, from: json)
    }

    func packets(of kind: String, _ number: Int) -> [ListedFileTests.Report.Packet]? {
      let streams = streams.filter { $0.codec_type == kind && $0.disposition?["attached_pic"] != 1 }
      guard streams.indices.contains(number) else { return nil }
      return packets.filter { $0.stream_index == streams[number].index }
    }

    func stream(of kind: String, _ number: Int) -> Stream? {
      let streams = streams.filter { $0.codec_type == kind && $0.disposition?["attached_pic"] != 1 }
      return streams.indices.contains(number) ? streams[number] : nil
    }
  }

  @Test(.sharedMedia, arguments: SharedMedia.names) func file_isWhatFFprobeSays(name: String) throws {
    let url = SharedMedia.url(name)
    guard let report = try Report(url.path) else {
      #expect(Known.unreadable.contains(name))
      return
    }
    let isMovie = ["mp4", "3gp"].contains(url.pathExtension)
    let raw = isMovie ? try Report(url.path, ignoringEdits: true) : nil
    let listing = try Listing(url.path)
    let file = MediaFile(url, options: MediaFile.Options(isPrecise: true))
    let contents = try file.tracks()
    var table = ["\(name): \(try file.duration().seconds) s, ffprobe \(report.format.duration ?? "-") s"]
    // Clocks of streams begin anywhere; ours at zero.
    let zero = name.hasSuffix("ts") ? report.packets.compactMap(\.time).min() ?? 0 : 0
    var counts: [String: Int] = [:]
    for track in listing.tracks {
      let key = "\(name) \(track.id)"
      let kind = ["vide": "video", "soun": "audio", "sbtl": "subtitle"][track.mediaType] ?? "data"
      let number = counts[kind, default: 0]
      counts[kind] = number + 1
      let packets = try #require(report.packets(of: kind, number)).dropLast(Known.strayBytes[key] ?? 0)
      guard !packets.isEmpty else {
        #expect(Known.unlisted.contains(key))
        continue
      }
      let line = compare(track, with: Array(packets), raw?.packets(of: kind, number), zero, key)
      let stream = try #require(report.stream(of: kind, number))
      let attributes = contents.first { $0.attributes.id == Int32(bitPattern: track.id) }?.attributes
      compare(attributes, with: stream, key)
      table.append(line + ", \(attributes?.languageCode ?? "-"), \(rotation(attributes?.transform ?? .identity))°")
    }
    let chapters = try compareChapters(file, report, name)
    let tags = try compareTags(file, report, name)
    table.append("  \(chapters) chapters, \(tags) tags")
    print(table.joined(separator: "\n"))
    let stated = Known.wrongDurations.contains(name) ? nil : report.format.duration.flatMap { Double($0) }
    let packets = report.packets.dropLast(Known.strayBytes["\(name) 1"] ?? 0)
    let ends = packets.compactMap { packet in packet.end.map { $0 - zero } }
    let duration = try #require(stated ?? ends.max()) - (Known.padding[name] ?? 0)
    // Both round to milliseconds, some containers and ffprobe alike.
    #expect(abs(try file.duration().seconds - duration) < 0.001 + (Known.rounding["\(name) 2"] ?? 0), "\(name)")
  }

  /// Compares samples; returns the line of the table.
  private func compare(
    _ track: Listing.Track, with packets: [ListedFileTests.Report.Packet],
    _ raw: [ListedFileTests.Report.Packet]?, _ zero: Double, _ key: String
  ) -> String {
    let samples = track.samples
    // FFprobe rounds to microseconds, and empty edits to units of the media.
    let tolerance = 1.01 / Double(track.timescale) + 1e-6
    guard track.codec != "lpcm" else {
      // Programs divide PCM into packets differently.
      #expect(samples.reduce(0) { $0 + $1.size } == packets.reduce(0) { $0 + (Int($1.size) ?? 0) }, "\(key)")
      let (start, end) = (samples.first?.time ?? .nan, samples.last?.end ?? .nan)
      #expect(abs(start - (packets.first?.time ?? .nan)) < tolerance, "\(key)")
      #expect(abs(end - (packets.last?.end ?? .nan)) < tolerance, "\(key)")
      return "  \(track.id) \(track.mediaType) \(track.codec): from \(start) s to \(end) s"
    }
    #expect(samples.count == packets.count, "\(key)")
    #expect(samples.map(\.size) == packets.compactMap { Int($0.size) }, "\(key)")
    #expect(samples.map(\.sync) == packets.map { $0.flags.hasPrefix("K") }, "\(key)")
    let shift = Known.shifts[key] ?? 0
    var largest = 0.0
    for (sample, packet) in zip(samples, packets) {
      let isLate = Known.lateBlocks.contains(key)
      guard let time = isLate ? packet.end : packet.time else { continue }
      largest = max(largest, abs((isLate ? sample.end : sample.time) - (time - zero - shift)))
    }
    #expect(largest < tolerance + (Known.rounding[key] ?? 0), "\(key)")
    // The part of a sample outside of the edits is not counted in the times of the media.
    var longest = 0.0
    let measure = raw ?? packets
    for (index, (sample, packet)) in zip(samples, measure).enumerated() where !Known.lateBlocks.contains(key) {
      let next = measure.indices.contains(index + 1) ? measure[index + 1].decodeTime : nil
      let step = next.flatMap { next in packet.decodeTime.map { next - $0 } }
      guard let duration = Known.unsteady.contains(key) ? step : packet.duration else { continue }
      longest = max(longest, abs((Double(sample.duration) ?? .nan) - (Known.cuts[key] ?? 0) - duration))
    }
    #expect(longest < tolerance + (Known.rounding[key] ?? 0), "\(key)")
    return "  \(track.id) \(track.mediaType) \(track.codec): \(samples.count) samples, times differ by \(largest) s"
      + (shift == 0 ? "" : " beside \(shift) s") + ", durations by \(longest) s"
  }

  private func compare(_ attributes: TrackAttributes?, with stream: Report.Stream, _ key: String) {
    guard let attributes else { return }
    let language = stream.tags?["language"].flatMap { $0 == "und" ? nil : $0 }
    #expect(attributes.languageCode == language, "\(key)")
    let theirs = stream.side_data_list?.lazy.compactMap(\.rotation).first ?? 0
    // FFprobe counts counterclockwise, and 180 degrees in both directions.
    let ours = rotation(attributes.transform)
    #expect((Int(-theirs.rounded()) + 360) % 360 == (ours + 360) % 360, "\(key)")
  }

  /// Returns the rotation in degrees, clockwise.
  private func rotation(_ transform: CGAffineTransform) -> Int {
    Int((atan2(Double(transform.b), Double(transform.a)) * 180 / .pi).rounded())
  }

  private func compareChapters(_ file: MediaFile, _ report: Report, _ name: String) throws -> Int {
    let ours = try file.chapterLists().first?.chapters ?? []
    #expect(ours.count == report.chapters.count)
    for (chapter, other) in zip(ours, report.chapters) {
      let title = other.tags?["title"]
      #expect(chapter.title == (title == Known.untitled[name] ? "" : title))
      #expect(abs(chapter.timeRange.start.seconds - (Double(other.start_time) ?? .nan)) < 0.001)
      #expect(abs(chapter.timeRange.end.seconds - (Double(other.end_time) ?? .nan)) < 0.001)
    }
    return ours.count
  }

  /// Expects ffprobe's tags among our items, with the same text.
  private func compareTags(_ file: MediaFile, _ report: Report, _ name: String) throws -> Int {
    let texts = Set(try file.metadata().items.compactMap { $0.value.text })
    let streams = name.hasSuffix("ogg") ? report.streams.first?.tags ?? [:] : [:]
    let tags = (report.format.tags ?? [:]).merging(streams) { first, _ in first }
    let known = ["title", "artist", "album", "genre", "composer", "copyright", "comment", "encoded_by", "album_artist"]
    let common = tags.filter { known.contains($0.key.lowercased()) }
    for (key, text) in common { #expect(texts.contains(text), "\(name) \(key)") }
    return common.count
  }
}
