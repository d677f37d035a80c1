import Foundation
import Testing

@testable import MovieFile

/// The valid range of a decoder's output: the encoder's input comes out again.
@Suite struct MovieGaplessTests {
  private func movie(_ name: String, _ options: [String], in folder: TemporaryFolder) throws -> Movie {
    let path = folder.file(name)
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc='sin(440*t)':s=44100:d=1.2345"] + options + [path])
    return try Movie(path: path)
  }

  @Test(
    arguments: [
      ("a.m4a", ["-c:a", "aac"], 1024, 1024), ("a.mov", ["-c:a", "aac"], 1024, 1024),
      ("a.mp4", ["-c:a", "libopus", "-ar", "48000"], 312, 960), ("a.m4a", ["-c:a", "alac"], 0, 4096),
    ] as [(String, [String], Int64, Int64)])
  func editList_tellsPrimingAndEnd(name: String, options: [String], priming: Int64, packet: Int64) throws {
    let folder = try TemporaryFolder()
    let movie = try movie(name, options, in: folder)
    let track = try #require(movie.tracks.first)
    let info = try #require(try movie.gapless(of: track))
    let rate = Int64(info.sampleRate)
    #expect(info.source == .editList && info.priming == priming)
    // The edit's end is in thousandths of a second.
    #expect(abs(info.sampleCount - 12_345 * rate / 10_000) <= rate / 1000)
    #expect(try info.priming + info.sampleCount + info.padding == Int64(track.samples().count) * packet)
    #expect(info.padding >= 0 && info.padding < packet + rate / 1000)
    if options == ["-c:a", "aac"] { #expect(info.prerollPackets == 1) }
  }

  @Test func iTunesNumbers_areExact_andWinIfTheyFit() throws {
    let folder = try TemporaryFolder()
    _ = try movie("a.m4a", ["-c:a", "aac"], in: folder)
    let path = folder.file("a.m4a")
    func tagged(_ count: Int) throws -> GaplessInfo? {
      let packets = try Movie(path: path).tracks[0].samples().count
      let padding = packets * 1024 - 1024 - count
      let text = [0, 1024, padding, count, 0, 0, 0, 0].map { String($0, radix: 16, uppercase: true) }.joined(
        separator: " ")
      let script = """
        import sys; from mutagen.mp4 import MP4
        file = MP4(sys.argv[1]); file['----:com.apple.iTunes:iTunSMPB'] = (' ' + sys.argv[2]).encode(); file.save()
        """
      _ = try Oracle.run("/usr/bin/python3", ["-c", script, path, text])
      let movie = try Movie(path: path)
      return try movie.gapless(of: movie.tracks[0])
    }
    let exact = try tagged(54_441)
    #expect(exact?.source == .iTunes && exact?.sampleCount == 54_441 && exact?.priming == 1024)
    #expect(exact?.prerollPackets == 1)
    // A text that does not match the track.
    let script =
      "import sys; from mutagen.mp4 import MP4; f = MP4(sys.argv[1]); f['----:com.apple.iTunes:iTunSMPB'] = b' 0 840 1CA 99 0'; f.save()"
    _ = try Oracle.run("/usr/bin/python3", ["-c", script, path])
    let movie = try Movie(path: path)
    #expect(try movie.gapless(of: movie.tracks[0])?.source == .editList)
  }

  @Test(arguments: [
    "", " ", " 0 1 2", " 0 -1 0 0", " zz 840 1CA 1", " 0 FFFFFFFFFFFFFFFF 0 0",
    " 0 7FFFFFFFFFFFFFFF 7FFFFFFFFFFFFFFF 0",
  ])
  func textThatIsNone_isIgnored(text: String) {
    for total in [3, Int64.max] {
      #expect(GaplessInfo(iTunSMPB: text, total: total, sampleRate: 44_100, prerollPackets: nil) == nil)
    }
  }

  @Test func videoAndFilesWithoutGaplessInfo_haveNone() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=64x48:duration=0.2", path])
    let movie = try Movie(path: path)
    #expect(try movie.gapless(of: movie.tracks[0]) == nil)
  }
}
