import Foundation

/// A movie of one second, made by reel itself: 30 small frames and a tone.
enum SampleMovie {
  static let description = """
    format: 1
    parameters:
      output: { type: url, default: movie.mp4 }
      duration: { type: time, default: 1s }
      fast_start: { type: bool, default: true }
    nodes:
      picture: { use: test.video, with: { size: 160x90, duration: $duration, pattern: ball } }
      tone: { use: test.audio, with: { duration: $duration } }
      h264: { use: video.encode.h264, in: picture, with: { speed: ultrafast } }
      aac: { use: audio.encode.aac, in: tone }
      mp4: { use: mux.mp4, in: [h264, aac], with: { fast_start: $fast_start } }
      file: { use: file.write, in: mp4, with: { url: $output } }
    """

  /// The movie's bytes; made once for all tests.
  static let data = Task<Data, any Error> {
    let fixture = try CommandFixture(["movie.yaml": description])
    let outcome = try await fixture.run("run", "movie.yaml")
    guard outcome.code == 0 else { throw Failure(error: outcome.error) }
    return try fixture.data(of: "movie.mp4")
  }

  struct Failure: Error { let error: String }
}

extension CommandFixture {
  /// Makes a folder with the sample movie and other files.
  static func withMovie(_ files: [String: String] = [:]) async throws -> CommandFixture {
    let fixture = try CommandFixture(files)
    try await fixture.write(SampleMovie.data.value, to: "movie.mp4")
    return fixture
  }
}
