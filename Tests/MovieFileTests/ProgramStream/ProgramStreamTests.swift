import Foundation
import MovieFile
import Testing

/// Program streams of ffmpeg and GStreamer, packet by packet as ffprobe lists them.
@Suite struct ProgramStreamTests {
  static let recipes: [Recipe] = [
    Recipe("mpeg2-ac3.vob", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg2video -bf 2 -g 8 -c:a ac3 -ar 48000"),
    Recipe("mpeg1-mp2.mpg", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg1video -bf 2 -g 10 -c:a mp2 -f mpeg"),
    Recipe("svcd.mpg", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg2video -bf 0 -g 10 -c:a mp2 -f svcd"),
    Recipe("dts.vob", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg2video -c:a dca -strict -2 -ar 48000 -ac 2"),
    Recipe("pcm.vob", "\(Recipe.picture) \(Recipe.tone) -c:v mpeg2video -c:a pcm_dvd -ar 48000 -ac 2"),
    Recipe("mp3.mpg", "\(Recipe.tone) -c:a libmp3lame -f mpeg"),
    // Pictures in the order of decoding: their counts are those of frames (type 2).
    Recipe("h264.mpg", "\(Recipe.picture) \(Recipe.h264) -bf 0"),
    Recipe("h264-mp2.vob", "\(Recipe.picture) \(Recipe.tone) \(Recipe.h264) -bf 2 -c:a mp2"),
  ]

  @Test(arguments: recipes) func packets_areThoseOfFFprobe(_ recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let path = try recipe.make(in: folder)
    try ProgramStreamFile(source: FileByteSource(path: path)).compare(with: StreamComparison(path))
  }

  /// FFmpeg leaves frames without a time where several begin in one packet.
  @Test(arguments: ["mpeg2-ac3.vob", "mpeg1-mp2.mpg", "svcd.mpg", "h264.mpg", "h264-mp2.vob"])
  func framesWithoutStamps_haveTimesOfTheFrameRate(name: String) throws {
    let folder = try TemporaryFolder()
    let recipe = try #require(Self.recipes.first { $0.file == name })
    let file = try ProgramStreamFile(source: FileByteSource(path: recipe.make(in: folder)))
    let frames = try file.walked().filter { file.streams[$0.stream].mediaType == "vide" }
    let times = frames.compactMap(\.presentationTime).sorted()
    let expected: [Int64] = frames.indices.map { Int64($0) * 3600 }
    #expect(times.map { $0 - times[0] } == expected)
    let decodes = frames.compactMap(\.decodeTime)
    #expect(decodes.map { $0 - decodes[0] } == expected)
  }

  @Test(arguments: ["mpeg2-ac3.vob", "mpeg1-mp2.mpg", "pcm.vob"])
  func walkFromAnyPlace_givesTheSamePackets(name: String) throws {
    let folder = try TemporaryFolder()
    let recipe = try #require(Self.recipes.first { $0.file == name })
    let file = try ProgramStreamFile(source: FileByteSource(path: recipe.make(in: folder)))
    try file.expectSameWalksFromAllPlaces()
    try file.expectIndexOfAllPackets()
  }

  @Test(arguments: ["mpeg2-ac3.vob", "mpeg1-mp2.mpg"])
  func place_isBeforeTheLastSyncSample(name: String) throws {
    let folder = try TemporaryFolder()
    let recipe = try #require(Self.recipes.first { $0.file == name })
    try ProgramStreamFile(source: FileByteSource(path: recipe.make(in: folder))).expectPlacesOfSyncSamples()
  }
}
