import Foundation
import Testing

@testable import MovieFile

/// Movie metadata exchanged with other programs.
@Suite struct MovieMetadataInteroperabilityTests {
  private static let script = """
    import sys
    from mutagen.mp4 import MP4, MP4Cover, MP4FreeForm, AtomDataType
    file = MP4(sys.argv[1])
    file['©nam'] = 'Größe 漢字 🎬'
    file['©ART'] = ['One', 'Zwei']
    file['©gen'] = 'Own genre'
    file['©day'] = '2004-03-01'
    file['trkn'] = [(3, 12)]
    file['disk'] = [(1, 2)]
    file['tmpo'] = [128]
    file['cpil'] = True
    file['covr'] = [MP4Cover(b'\\xff\\xd8\\xff' + bytes(9000), MP4Cover.FORMAT_JPEG), MP4Cover(b'\\x89PNG\\r\\n\\x1a\\n' + bytes(70), MP4Cover.FORMAT_PNG)]
    file['----:com.apple.iTunes:iTunNORM'] = MP4FreeForm(b' 00000AC2 00000AC2', AtomDataType.UTF8)
    file['----:org.example:raw'] = MP4FreeForm(b'\\x00\\xff\\x01', AtomDataType.IMPLICIT)
    file['----:org.example:number'] = [MP4FreeForm(b'\\x01\\x02', AtomDataType.INTEGER)]
    file.save()
    for key, values in MP4(sys.argv[1]).items():
      for value in values if isinstance(values, list) else [values]:
        text = bytes(value).hex() if isinstance(value, bytes) else ' '.join(map(str, value)) if isinstance(value, tuple) else str(value)
        print(key.replace('----:', '').replace(':', '.') + '\\t' + text)
    """

  private func lines(_ data: Data) -> [String] {
    String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Makes a second of audio.
  private func audio(_ name: String, _ options: [String] = [], in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    try Oracle.make(["-f", "lavfi", "-i", "sine=duration=1"] + options + [path])
    return path
  }

  @Test func mutagensItems_areReadAlike() throws {
    let folder = try TemporaryFolder()
    let path = try audio("a.m4a", in: folder)
    let theirs = lines(try Oracle.run("/usr/bin/python3", ["-c", Self.script, path])).filter { !$0.hasPrefix("©too") }
    let found = try Movie(path: path).metadata()
    #expect(found.problems == [])
    let ours = found.items.filter { $0.key != .code(BoxType("©too")) }.map { item in
      let value: String =
        if let pair = item.numberAndTotal {
          "\(pair.number) \(pair.total)"
        } else if item.key == .code("cpil") {
          item.value.integer == 1 ? "True" : "False"
        } else if item.keySpace == .iTunesFreeForm || item.value.image != nil {
          item.value.bytes.hexText
        } else {
          item.value.text ?? String(item.value.integer ?? -1)
        }
      return "\(item.key)\t\(value)"
    }
    #expect(theirs.count == 14)
    #expect(ours.sorted() == theirs.sorted())
    #expect(found.items(.iTunesFreeForm, .name("org.example.number")).map(\.value) == [.integer(258, byteCount: 2)])
    #expect(found.items(.iTunesFreeForm, .name("org.example.raw")).map(\.value) == [.data([0, 0xff, 1])])
  }

  /// FFmpeg's names, and the keys of the items read.
  @Test(
    arguments: [
      ("a.m4a", [], ["itsk/%A9nam", "itsk/%A9ART", "itsk/%A9alb", "itsk/%A9cmt", "itsk/%A9lyr"]),
      ("a.mov", [], ["udta/%A9nam", "udta/%A9ART", "udta/%A9alb", "udta/%A9cmt", nil]),
      ("a.3gp", ["-ar", "44100"], ["uiso/titl", "uiso/perf", "uiso/albm", nil, nil]),
      (
        "a.mp4", ["-movflags", "use_metadata_tags"],
        ["mdta/title", "mdta/artist", "mdta/album", "mdta/comment", "mdta/lyrics"]
      ),
    ] as [(String, [String], [String?])])
  func ffmpegsMetadata_areFoundInEachKeySpace(name: String, options: [String], identifiers: [String?]) throws {
    let folder = try TemporaryFolder()
    let values = [
      ("title", "Größe 漢字"), ("artist", "Somebody"), ("album", "Album"), ("comment", "Text"), ("lyrics", "La"),
    ]
    let path = try audio(
      name, ["-c:a", "aac"] + options + values.flatMap { ["-metadata", "\($0.0)=\($0.1)"] }, in: folder)
    let found = try Movie(path: path).metadata()
    #expect(found.problems == [])
    for (identifier, value) in zip(identifiers, values) where identifier != nil {
      let items = found.items.filter { $0.identifier == identifier }
      #expect(items.map(\.value.text) == [value.1], "\(identifier ?? "")")
    }
  }

  @Test func location_isThatOfExiftool() throws {
    let folder = try TemporaryFolder()
    for name in ["a.mov", "a.mp4", "a.3gp"] {
      let path = try audio(name, ["-c:a", "aac", "-metadata", "location=+48.2082-016.3738+171.000/"], in: folder)
      let locations = try Movie(path: path).metadata().items.compactMap(\.location)
      let location = try #require(locations.first)
      #expect(abs(location.latitude - 48.2082) < 0.0001 && abs(location.longitude + 16.3738) < 0.0001)
      let output = try Oracle.run(
        "exiftool", ["-n", "-j", "-GPSLatitude", "-GPSLongitude", "-LocationInformation", path])
      let fields = try #require((JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
      if let latitude = fields["GPSLatitude"] as? Double {
        #expect(abs(latitude - location.latitude) < 0.0001)
      } else {
        let information = try #require(fields["LocationInformation"] as? String)
        #expect(information.contains("Lat=48.208"))
      }
    }
  }

  @Test func quickTimesKeys_areThoseOfExiftoolAndMediaInfo() throws {
    let folder = try TemporaryFolder()
    let names = ["com.apple.quicktime.make", "com.apple.quicktime.model", "com.apple.quicktime.creationdate"]
    let values = ["Somebody", "Camera 7", "2024-01-24T15:50:14+0100"]
    let tags = zip(names, values).flatMap { ["-metadata", "\($0)=\($1)"] }
    let path = try audio("a.mov", ["-movflags", "use_metadata_tags"] + tags, in: folder)
    let found = try Movie(path: path).metadata()
    for (name, value) in zip(names, values) {
      #expect(found.items(.quickTimeMetadata, .name(name)).map(\.value.text) == [value])
    }
    let output = try Oracle.run("exiftool", ["-j", "-Keys:Make", "-Keys:Model", path])
    let fields = try #require((JSONSerialization.jsonObject(with: output) as? [[String: String]])?.first)
    #expect(fields["Make"] == values[0] && fields["Model"] == values[1])
    let report = String(decoding: try Oracle.run("mediainfo", ["--Output=XML", path]), as: UTF8.self)
    for value in values.prefix(2) { #expect(report.contains(value)) }
  }

  @Test func macRoman_isPythons() throws {
    let script = "import sys; sys.stdout.buffer.write(bytes(range(128, 256)).decode('mac_roman').encode())"
    let theirs = String(decoding: try Oracle.run("/usr/bin/python3", ["-c", script]), as: UTF8.self)
    let bytes = Array(UInt8(128)...255)
    #expect(MetadataTextEncoding.macRoman.text(bytes) == theirs)
    #expect(MetadataTextEncoding.macRoman.bytes(of: theirs) == bytes)
  }

  @Test(.sharedMedia, arguments: SharedMedia.movies)
  func realFiles_haveNoProblems_andWhatFFprobeSees(name: String) throws {
    let path = SharedMedia.path(name)
    let movie = try Movie(path: path)
    let found = try movie.metadata()
    #expect(found.problems == [])
    let entries = "format_tags=title,artist,encoder,location"
    // FFprobe refuses one of them.
    guard let output = try? Oracle.run("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "json", path]) else {
      return
    }
    let json = try #require(JSONSerialization.jsonObject(with: output) as? [String: [String: Any]])
    let tags = json["format"]?["tags"] as? [String: String] ?? [:]
    let texts = found.items.compactMap(\.value.text)
    for (key, value) in tags where key != "location" { #expect(texts.contains(value), "\(key)") }
    if let location = tags["location"].flatMap({ GeographicLocation(iso6709: $0) }) {
      let ours = found.items.compactMap(\.location)
      #expect(
        ours.contains { abs($0.latitude - location.latitude) < 0.001 && abs($0.longitude - location.longitude) < 0.001 }
      )
    }
  }
}
