import Foundation
import Testing

@testable import MovieFile

/// The writer's files in other programs: playback, orientation, and metadata.
@Suite struct WriterInteroperabilityTests {
  private let material: Material
  init() throws { material = try Material.shared.get() }

  private static let layouts: [MovieWriter.Layout] = [
    .headersLast, .headersFirst(reserved: 0), .fragments(interval: CMTime(value: 1, timescale: 4)),
  ]

  /// Writes a second of video with a rotation, and of audio with a priming packet.
  private func write(
    _ format: MovieFormat, _ layout: MovieWriter.Layout, to path: String,
    _ body: (MovieWriter, [Int]) throws -> Void = { _, _ in }
  ) throws {
    var draft = MovieDraft(format)
    draft.boxes = try MetadataEncoder(format).boxes(
      try [
        (.title, "Größe 漢字"), (.artist, "Ä"), (.comment, "c"), (.date, "2004-03-01"), (.location, "+48.2082+016.3738/"),
      ]
      .compactMap { tag, text in
        guard let place = format.keySpace(for: tag) else { return nil }
        return try (tag as MetadataTag).item(text, in: place)
      })
    let writer = try MovieWriter(draft, to: FileByteSink(creating: path), layout: layout)
    var tracks: [Int] = []
    var audio = try TrackDraft(material.audio, in: format)
    audio.language = MediaLanguage(iso639: "fra")
    let heard = CMTime(value: 43 * 1024, timescale: 44_100)
    if format != .m4a {
      var picture = try TrackDraft(material.picture, in: format)
      let (one, height) = (Int32(0x10000), Int32(48 << 16))
      picture.matrix = MovieMatrix(rawValues: [0, one, 0, -one, 0, 0, height, 0, 0x4000_0000])
      tracks.append(try writer.addTrack(picture))
    }
    tracks.append(try writer.addTrack(audio))
    writer.setSegments(
      [
        TrackTimeline.Segment(
          target: CMTimeRange(start: .zero, duration: heard),
          source: CMTimeRange(start: CMTime(value: 1024, timescale: 44_100), duration: heard), rate: .one)
      ], ofTrack: tracks[tracks.count - 1])
    if tracks.count == 2 { try writer.append(material.picture, 0..<25, at: 0, toTrack: tracks[0]) }
    try writer.append(material.audio, 0..<44, at: 0, toTrack: tracks[tracks.count - 1])
    try body(writer, tracks)
    try writer.finish()
  }

  @Test(arguments: MovieFormat.allCases, layouts)
  func files_arePlayedWithoutWarnings(format: MovieFormat, layout: MovieWriter.Layout) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(format.rawValue)")
    try write(format, layout, to: path)
    let hasPicture = format != .m4a
    // GStreamer: each frame of each file, every byte of it.
    let (pictures, audio) = (folder.file("v"), folder.file("a"))
    let caps = "video/x-raw,format=I420"
    let videoBranch = "d.video_0 ! queue ! decodebin ! videoconvert ! \(caps) ! filesink location=\(pictures)"
    let soundBranch =
      "d.audio_0 ! queue ! decodebin ! audioconvert ! audio/x-raw,format=S16LE ! filesink location=\(audio)"
    let pipeline = "filesrc location=\(path) ! qtdemux name=d \(hasPicture ? videoBranch : "") \(soundBranch)"
    let arguments: [String] = pipeline.split(separator: " ").map(String.init)
    let words = try Oracle.run("gst-launch-1.0", ["-q"] + arguments, withErrors: true)
    #expect(String(decoding: words, as: UTF8.self) == "")
    if hasPicture {
      let decoded = try Oracle.ffmpeg(
        [
          "-noautorotate", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-f",
          "rawvideo", "-",
        ])
      #expect(decoded.words == "" && decoded.output.count == 25 * 64 * 48 * 3 / 2)
      #expect(try Data(contentsOf: URL(fileURLWithPath: pictures)) == decoded.output)
    }
    // FFmpeg begins where the audio does, but in fragments with the packet before it, as GStreamer does.
    let heard = try Oracle.ffmpeg(["-i", path, "-map", "0:a", "-f", "s16le", "-"])
    let count = if case .fragments = layout { 44 } else { 43 }
    #expect(heard.words == "" && heard.output.count == count * 1024 * 2, "\(heard)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: audio)).count >= 42 * 1024 * 2)
  }

  @Test(arguments: MovieFormat.allCases) func metadataChaptersAndOrientation_areReadBack(format: MovieFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(format.rawValue)")
    try write(format, .headersLast, to: path) { writer, tracks in
      guard format != .threeGP else { return }
      let half = CMTime(value: 1, timescale: 2)
      let chapters = ["Öne", "Two"].enumerated().map { index, title in
        Chapter(
          timeRange: CMTimeRange(start: CMTimeMultiply(half, multiplier: Int32(index)), duration: half), title: title)
      }
      try writer.addChapters(
        [ChapterList(source: .nero, chapters: chapters)], ofTracks: tracks, end: CMTime(value: 1, timescale: 1))
    }
    let info = String(decoding: try Oracle.run("mediainfo", ["--Output=JSON", path]), as: UTF8.self)
    // MediaInfo keeps the names of QuickTime's keys.
    var expected = [#""Language": "fr""#]
    expected +=
      format == .mov
      ? [#""com_apple_quicktime_title": "Größe 漢字""#] : [#""Title": "Größe 漢字""#, #""Performer": "Ä""#]
    if format != .threeGP { expected += [#""_00_00_00_000": "Öne""#, #""_00_00_00_500": "Two""#] }
    if format != .m4a { expected.append(#""Rotation": "90.000""#) }
    for text in expected { #expect(info.contains(text), "\(text) in \(info)") }
    let tags = String(
      decoding: try Oracle.run("exiftool", ["-a", "-s", "-s", "-ee", "-api", "LargeFileSupport=1", path]), as: UTF8.self
    )
    let lines = Set(tags.split(separator: "\n").map(String.init))
    var said = ["Title: Größe 漢字", "MediaLanguageCode: fra"]
    if format != .m4a { said += ["MatrixStructure: 0 1 0 -1 0 0 48 0 1", "Rotation: 90"] }
    for line in said { #expect(lines.contains(line), "\(line) in \(tags)") }
    #expect(tags.contains("48 deg 12' 29.5"), "\(tags)")
  }

  /// Alternate tracks and track references.
  @Test(arguments: [MovieFormat.mp4, .mov]) func alternateGroupsAndReferences_areReadBack(format: MovieFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(format.rawValue)")
    do {
      let writer = try MovieWriter(MovieDraft(format), to: FileByteSink(creating: path))
      for (number, language) in ["eng", "fra"].enumerated() {
        var audio = try TrackDraft(material.audio, in: format)
        (audio.alternateGroup, audio.language, audio.isEnabled) = (3, MediaLanguage(iso639: language), number == 0)
        if number == 1 { audio.references = [TrackReference(type: "folw", trackIDs: [1])] }
        try writer.append(material.audio, 0..<20, at: 0, toTrack: writer.addTrack(audio))
      }
      try writer.finish()
    }
    let info = String(decoding: try Oracle.run("mediainfo", ["--Output=JSON", path]), as: UTF8.self)
    #expect(info.components(separatedBy: #""AlternateGroup": "3""#).count == 3, "\(info)")
    #expect(
      info.components(separatedBy: #""Default": "No""#).count == 2 && info.contains(#""Default": "Yes""#), "\(info)")
    let boxes = String(decoding: try Oracle.run("exiftool", ["-v3", path]), as: UTF8.self)
    #expect(boxes.contains("Tag 'tref'") && boxes.contains("folw"), "\(boxes)")
  }
}
