import Foundation
import Testing

/// Three seconds whose frame n has a luma of 40 + 2n; the sound begins at 1.5 s; two languages and subtitles.
enum NumberedMovie {
  static let data = Task<Data, any Error> {
    let fixture = try CommandFixture([
      "words.srt": "1\n00:00:00,500 --> 00:00:01,250\nFirst & last\n\n2\n00:00:02,100 --> 00:00:02,900\nSecond\n"
    ])
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i 'color=black:s=128x96:r=25:d=3,format=yuv420p,geq=lum=40+2*N:cb=128:cr=128' \
        -f lavfi -i "aevalsrc='if(gte(t,1.5),0.5*sin(6283*t),0)':s=48000:d=3" -f lavfi -i sine=300:d=3 -i words.srt \
        -map 0 -map 1 -map 2 -map 3 -c:v libx264 -qp 1 -g 250 -bf 2 -c:a aac -c:s mov_text \
        -metadata:s:a:0 language=eng -metadata:s:a:1 language=deu -metadata:s:s:0 language=fra movie.mp4
      """)
    guard outcome.code == 0 else { throw SampleMovie.Failure(error: outcome.error) }
    return try fixture.data(of: "movie.mp4")
  }
}

extension CommandFixture {
  /// Makes a folder with the movie.
  static func withNumberedMovie() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    try await fixture.write(NumberedMovie.data.value, to: "movie.mp4")
    return fixture
  }

  /// Makes a presentation of the movie in the folder `out`: two renditions, in segments of a second.
  func package(_ more: String...) async throws {
    let line = ["hls", "movie.mp4", "-o", "out", "--renditions", "720p:300kb/s,48p:100kb/s", "--segment", "1s"]
    let outcome = try await run(line + ["--progress", "none"] + more)
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
  }
}
