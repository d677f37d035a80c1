import Foundation
import Testing

@Suite struct ProbeCommandTests {
  @Test func movie_isDescribed() async throws {
    let workshop = try await Workshop.withMovie()
    let outcome = try await workshop.run("probe", "movie.mp4")
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    // Indented lines say more of what is in a track.
    let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("     ") }
    #expect(lines.count >= 3)
    #expect(lines[0].wholeMatch(of: /movie\.mp4: ISO MP4\/M4A, 00:00:01\.0\d\d/) != nil, "\(lines[0])")
    #expect(lines[1].wholeMatch(of: /\  video  H\.264 \(.+ Profile\), 160x90, 30 fps, \d+ kb\/s/) != nil, "\(lines[1])")
    #expect(lines[2].wholeMatch(of: /\  audio  MPEG-4 AAC, 48000 Hz, 2 channels, \d+ kb\/s/) != nil, "\(lines[2])")
  }

  @Test func json_hasStableFields() async throws {
    let workshop = try await Workshop.withMovie()
    let outcome = try await workshop.run("probe", "movie.mp4", "--json")
    let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["file"] as? String == "movie.mp4")
    #expect(object["container"] as? String == "ISO MP4/M4A")
    #expect((object["duration"] as? Double).map { (1...1.1).contains($0) } == true)
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["kind"] as? String } == ["video", "audio"])
    #expect(tracks.map { $0["format"] as? String } == ["video/x-h264", "audio/mpeg"])
    #expect(tracks[0]["frame_rate"] as? String == "30/1")
    #expect(tracks[0]["width"] as? Int == 160 && tracks[0]["height"] as? Int == 90)
    #expect(tracks[1]["sample_rate"] as? Int == 48000 && tracks[1]["channels"] as? Int == 2)
  }

  @Test(arguments: [
    ("no.mp4", "No such file or directory"), ("empty.mp4", "it is empty"), (".", "it is a folder"),
    ("text.mp4", "Could not determine type of stream."),
  ]) func whatIsNoMovie_isRefused(path: String, cause: String) async throws {
    let workshop = try Workshop(["text.mp4": "Hello.", "empty.mp4": ""])
    let outcome = try await workshop.run("probe", path)
    #expect(outcome.code == 66)
    #expect(outcome.output == "")
    #expect(outcome.error == "error: cannot read '\(path)'\n   = cause: \(cause)\n")
  }
}
