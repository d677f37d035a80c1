import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Metadata of other programs' files: read, written, read again; and read by those programs from the written files.
@Suite struct MetadataCorpusTests {
  /// Files with everything that mutagen, exiftool and ffmpeg write, and files of cameras.
  private func files(in folder: TemporaryFolder) throws -> [String] {
    let tags = "-metadata title=Größe -metadata artist=A -metadata location=+48.2082+016.3738/ -metadata date=2004"
    var paths = SharedMedia.movies.map(SharedMedia.path)
    for recipe in [
      Recipe("a.m4a", "\(Recipe.tone) -c:a aac \(tags)"), Recipe("a.mov", "\(Recipe.tone) -c:a aac \(tags)"),
      Recipe("a.3gp", "\(Recipe.tone) -c:a aac \(tags)"),
      Recipe("keys.mp4", "\(Recipe.tone) -c:a aac -movflags use_metadata_tags \(tags) -metadata com.example.x=y"),
      Recipe("keys.mov", "\(Recipe.tone) -c:a aac -movflags use_metadata_tags \(tags)"),
    ] { paths.append(try recipe.make(in: folder)) }
    let all = [
      "-QuickTime:Keys:Make=Somebody", "-Keys:GPSCoordinates=48.2 16.3 171", "-ItemList:Title=Title",
      "-UserData:Title=T",
      "-ItemList:TrackNumber=3 of 12", "-UserData:Title-fra=Titre", "-Keys:CreationDate=2024:01:24 15:50:14+01:00",
    ]
    for name in ["exif.mov", "exif.mp4"] {
      let path = folder.file(name)
      try Oracle.make(Recipe.tone.split(separator: " ").map(String.init) + ["-c:a", "aac", path])
      _ = try Oracle.run("exiftool", ["-q", "-overwrite_original"] + all + [path])
      paths.append(path)
    }
    return paths
  }

  @Test func readWrittenAndReadAgain_isEqual() throws {
    let folder = try TemporaryFolder()
    var count = 0
    for path in try files(in: folder) {
      guard let movie = try? Movie(path: path) else { continue }
      let format = MovieFormat(movie.fileType)
      let brand = movie.fileType.majorBrand.text
      let items = try movie.metadata().items
      let boxes = try MetadataEncoder(format).boxes(items).flatMap { MovieBytes.box($0.type.text, $0.payload) }
      let again = try Movie(source: MemoryByteSource(MovieBytes.movie(brand: brand, in: boxes))).metadata()
      #expect(again.problems == [], "\(path)")
      // Items from outside the movie box, or in another order of places, are now in the movie box.
      #expect(Self.sorted(again.items) == Self.sorted(items), "\(path)")
      count += items.count
      for track in movie.tracks {
        let items = try movie.metadata(of: track).items
        let boxes = try MetadataEncoder(format, level: .track).boxes(items).flatMap {
          MovieBytes.box($0.type.text, $0.payload)
        }
        let copy = try Movie(source: MemoryByteSource(MovieBytes.movie(brand: brand, inTrack: boxes)))
        #expect(try Self.sorted(copy.metadata(of: copy.tracks[0]).items) == Self.sorted(items), "\(path)")
      }
    }
    #expect(count > 40)
  }

  private static func sorted(_ items: [MetadataItem]) -> [MetadataItem] {
    EditedMovie.plain(items).sorted { "\($0.identifier)\($0.value.bytes)" < "\($1.identifier)\($1.value.bytes)" }
  }

  /// Returns exiftool's report of a file's metadata and image, without values that depend on the file's size and name.
  private func report(_ path: String) throws -> [String: String] {
    let output = try Oracle.run("exiftool", ["-n", "-j", "-a", "-G1", path])
    let object = try #require((JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
    // A comment may add a box with a handler of its own.
    let changing = [
      "System:", "SourceFile", "ExifTool:", "MediaDataOffset", "MediaDataSize", "AvgBitrate", "Free", ":Comment",
      ":Handler",
    ]
    return object.filter { entry in !changing.contains { entry.key.contains($0) } }.mapValues { "\($0)" }
  }

  @Test func exiftoolReadsAllElseAsBefore_afterAChange() throws {
    let folder = try TemporaryFolder()
    for path in try files(in: folder) {
      guard let movie = try? Movie(path: path), MovieFormat(movie.fileType) != .threeGP else { continue }
      // Exiftool stops at the free box that is shorter than its header.
      if path.contains("malformed_free") { continue }
      let copy = folder.file("copy-\((path as NSString).lastPathComponent)")
      var tags = TagEditor(try movie.metadata().items, MovieFormat(movie.fileType))
      try tags.set(.tag(.comment), to: [.text("Added, größer")])
      var editor = try MovieEditor(movie)
      try editor.setMetadata(tags.items)
      let sink = try FileByteSink(creating: copy)
      try editor.write(to: sink)
      try sink.flush()
      let (before, after) = (try report(path), try report(copy))
      let different = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      #expect(different.isEmpty, "\(path): \(different.map { "\($0) \(before[$0] ?? "-") → \(after[$0] ?? "-")" })")
      let comment = String(decoding: try Oracle.run("exiftool", ["-s3", "-Comment", copy]), as: UTF8.self)
      #expect(comment == "Added, größer\n", "\(path)")
    }
  }

  /// A rotation by 90 degrees, which players read from the track header.
  @Test func orientation_staysWhatItWas() throws {
    let folder = try TemporaryFolder()
    let plain = folder.file("plain.mp4")
    let path = folder.file("turned.mp4")
    try Oracle.make((Recipe.picture + " " + Recipe.h264).split(separator: " ").map(String.init) + [plain])
    try Oracle.make(["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", path])
    func rotations() throws -> [String] {
      try [
        ("exiftool", ["-s3", "-Rotation", path]), ("mediainfo", ["--Inform=Video;%Rotation%", path]),
        ("ffprobe", ["-v", "error", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0", path]),
      ].map { String(decoding: try Oracle.run($0, $1), as: UTF8.self) }
    }
    let before = try rotations()
    #expect(before == ["270\n", "270.000\n", "90\n\n"], "\(before)")
    var tags = TagEditor(try Movie(path: path).metadata().items, .mp4)
    try tags.set(.tag(.title), to: [.text("Turned")])
    var editor = try MovieEditor(Movie(path: path))
    try editor.setMetadata(tags.items)
    try editor.writeInPlace()
    #expect(try rotations() == before)
    #expect(try Movie(path: path).metadata().items.contains { $0.value.text == "Turned" })
  }

  @Test func damagedMovies_areEditedOrRefused() throws {
    var count = 0
    for seed in SeedMovies.all {
      var mutation = Mutation(seed: 80)
      for _ in 0..<200 where try MovieExercise.edit(mutation.damaged(seed.bytes)) { count += 1 }
    }
    #expect(count > 100)
  }
}
