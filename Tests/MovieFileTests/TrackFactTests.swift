import CoreGraphics
import Foundation
import MovieExercise
import MovieFile
import Testing

/// The properties of tracks, of hand-made movies and compared with ffprobe.
@Suite struct TrackFactTests {
  private func track(_ change: (inout TrackBytes) -> Void) throws -> Track {
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [(1, 1000)], sizes: [1])
    change(&track)
    return try Movie(source: MemoryByteSource(TrackBytes.movie([track]))).tracks[0]
  }

  @Test func header_saysHowTheTrackIsShown() throws {
    let track = try track {
      ($0.id, $0.flags, $0.layer, $0.alternateGroup, $0.volume) = (7, 0xe, -1, 3, 0x80)
      $0.matrix = MovieBytes.u32(0, 0x10000, 0, -0x10000, 0, 0, 480 << 16, 0, 0x4000_0000)
    }
    #expect(track.id == 7)
    #expect(!track.header.isEnabled && track.header.isInMovie && track.header.isInPreview)
    #expect(track.header.layer == -1 && track.header.alternateGroup == 3)
    #expect(track.header.volume.doubleValue == 0.5)
    #expect(track.header.matrix.affineTransform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 480, ty: 0))
    #expect(track.header.width.doubleValue == 64 && track.header.height.doubleValue == 48)
    #expect(track.header.creationDate == nil)
  }

  @Test func references_nameOtherTracks() throws {
    let track = try track {
      $0.extra = MovieBytes.box(
        "tref", MovieBytes.box("chap", MovieBytes.u32(5, 0, 6)), MovieBytes.box("tmcd", MovieBytes.u32(9)))
    }
    #expect(track.references.map(\.type) == ["chap", "tmcd"])
    #expect(track.references.map(\.trackIDs) == [[5, 6], [9]])
  }

  @Test(arguments: [
    (0x15c7, "eng", "eng"), (0x55c4, "und", "und"), (0, "eng", "en"), (11, "jpn", "ja"), (33, "zho", "zh-Hans"),
    (0x3ff, "und", "und"), (0x400, "und", "und"),
  ]) func language_isReadInBothForms(code: Int, iso: String, tag: String) throws {
    let language = try track { $0.language = code }.mediaHeader.language
    #expect(language?.iso639 == iso && language?.tag == tag)
  }

  @Test func unspecifiedLanguage_isNone() throws {
    #expect(try track { $0.language = 0x7fff }.mediaHeader.language == nil)
    #expect(
      try track { $0.mediaExtra = MovieBytes.full("elng", MovieBytes.text("zh-Hant-TW\0")) }.extendedLanguageTag
        == "zh-Hant-TW")
  }

  @Test func apertures_areRead() throws {
    func size(_ type: String, _ width: Int, _ height: Int) -> [UInt8] {
      MovieBytes.full(type, MovieBytes.u32(width << 16, height << 16))
    }
    let track = try track {
      $0.extra = MovieBytes.box("tapt", size("clef", 703, 576), size("prof", 720, 576), size("enof", 720, 575))
    }
    #expect(track.apertures?.clean?.width.doubleValue == 703 && track.apertures?.production?.width.doubleValue == 720)
    #expect(track.apertures?.encoded?.height.doubleValue == 575)
    #expect(try self.track { _ in }.apertures == nil)
  }

  @Test func excludedFromAutoselection_isRead() throws {
    #expect(try track { $0.extra = MovieBytes.box("txas") }.isExcludedFromAutoselection)
    #expect(try !track { _ in }.isExcludedFromAutoselection)
  }

  /// ffprobe's report of a stream.
  private struct Report: Decodable {
    struct Stream: Decodable {
      struct Disposition: Decodable { let `default`: Int }
      struct SideData: Decodable { let rotation: Int? }
      let id: String
      let codec_tag_string: String
      let width: Int?
      let height: Int?
      let sample_rate: String?
      let channels: Int?
      let nb_frames: String?
      let duration_ts: Int64?
      let time_base: String
      let sample_aspect_ratio: String?
      let tags: [String: String]?
      let side_data_list: [SideData]?
    }
    let streams: [Stream]
  }

  @Test(arguments: [
    Recipe(
      "turned.mp4",
      "\(Recipe.picture) \(Recipe.tone) -metadata:s:v:0 rotate=90 -metadata:s:a:0 language=fra \(Recipe.h264) -c:a aac"),
    Recipe("wide.mov", "\(Recipe.picture) \(Recipe.tone) -vf setsar=4/3 \(Recipe.h264) -c:a pcm_s24le -ar 48000 -ac 2"),
    Recipe("timecode.mov", "\(Recipe.picture) -timecode 01:00:00:00 \(Recipe.h264)"),
    Recipe("5.1.mp4", "\(Recipe.tone) -c:a aac -ac 6"), Recipe("alac.m4a", "\(Recipe.tone) -c:a alac -ac 2"),
    Recipe("flac.mp4", "\(Recipe.tone) -c:a flac -strict -2"),
    Recipe("opus.mp4", "\(Recipe.tone) -c:a libopus -ar 48000"),
    // The sample entries of both say two channels.
    Recipe("mp3.mp4", "\(Recipe.tone) -c:a libmp3lame"), Recipe("stereo.mp4", "\(Recipe.tone) -c:a libmp3lame -ac 2"),
    Recipe("ac3.mp4", "\(Recipe.tone) -c:a ac3 -ac 6"), Recipe("float.mov", "\(Recipe.tone) -c:a pcm_f32le -ac 1"),
  ]) func facts_areThoseOfffprobe(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let path = try recipe.make(in: folder)
    let json = try Oracle.run("ffprobe", ["-v", "quiet", "-show_streams", "-of", "json", path])
    let report = try JSONDecoder().decode(Report.self, from: json)
    let movie = try Movie(path: path)
    #expect(movie.tracks.count == report.streams.count && movie.problems.isEmpty)
    for (track, stream) in zip(movie.tracks, report.streams) {
      #expect("0x" + String(track.id, radix: 16) == stream.id)
      #expect(stream.time_base == "1/\(track.timescale)")
      #expect(track.sampleDescriptions[0].format.text == stream.codec_tag_string)
      #expect(track.mediaHeader.language?.iso639 ?? "und" == stream.tags?["language"] ?? "und")
      let format = try #require(try track.formatDescriptions().first)
      if let width = stream.width {
        #expect(Int(format.dimensions.width) == width && Int(format.dimensions.height) == stream.height)
        let angle = (stream.side_data_list ?? []).compactMap(\.rotation).first ?? 0
        let matrix = track.header.matrix.affineTransform
        // FFprobe counts counterclockwise.
        #expect(abs(atan2(matrix.b, matrix.a) + Double(angle) * .pi / 180) < 1e-6)
        if let ratio = stream.sample_aspect_ratio, ratio != "1:1" {
          let size = format.presentationDimensions()
          let parts = ratio.split(separator: ":").compactMap { Double($0) }
          #expect(abs(size.width - Double(width) * parts[0] / parts[1]) < 1e-6)
        }
      }
      if let channels = stream.channels {
        let description = try #require(format.audioStreamBasicDescription)
        #expect(Int(description.mChannelsPerFrame) == channels)
        #expect(String(Int(description.mSampleRate)) == stream.sample_rate)
      }
    }
  }

  @Test func mp3WithoutItsMedia_hasTheChannelsOfItsEntry() throws {
    let folder = try TemporaryFolder()
    let path = try Recipe("mp3.mp4", "\(Recipe.tone) -c:a libmp3lame -movflags faststart").make(in: folder)
    let whole = MemoryByteSource([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    let movie = try Movie(source: whole)
    let cut = try Movie(source: MemoryByteSource(whole.bytes(at: 0, count: Int(movie.box.end))))
    for (movie, channels) in [(movie, 1), (cut, 2)] {
      let description = try movie.tracks[0].formatDescriptions()[0].audioStreamBasicDescription
      #expect(description?.mChannelsPerFrame == UInt32(channels))
    }
  }
}
