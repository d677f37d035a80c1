import AVFoundation
import Testing

/// Media of a server are read like a file.
@Suite struct RemoteReadingTests {
  @Test(arguments: ["file/a.mp4", "plain/a.mp4", "file/a.mkv"]) func aServersFile_givesTheSame(_ path: String) throws {
    let folder = try TemporaryFolder()
    for name in ["a.mp4", "a.mkv"] {
      try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", folder.file(name)])
    }
    let server = try TestServer(folder)
    func read(_ url: URL) throws -> (frames: [UInt8], samples: [UInt8]) {
      let asset = AVURLAsset(url: url)
      let reader = try AVAssetReader(asset: asset)
      let outputs = [
        AVAssetReaderTrackOutput(
          track: try #require(asset.tracks(withMediaType: .video).first),
          outputSettings: pixels(kCVPixelFormatType_420YpCbCr8Planar)),
        AVAssetReaderTrackOutput(
          track: try #require(asset.tracks(withMediaType: .audio).first), outputSettings: linearPCM()),
      ]
      for output in outputs { reader.add(output) }
      try #require(reader.startReading(), "\(reader.error as Any)")
      let frames = try outputs[0].all().flatMap { try $0.imageBuffer?.pixels() ?? [] }
      let samples = try outputs[1].all().flatMap { try $0.bytes }
      #expect(reader.status == .completed, "\(reader.error as Any)")
      return (frames, samples)
    }
    let local = try read(folder.url(String(path.split(separator: "/")[1])))
    let remote = try read(server.url(path))
    #expect(local.frames == remote.frames && local.samples == remote.samples && local.frames.count > 600_000)
  }

  @Test func aServerThatIsGone_failsTheReader() throws {
    // The port of a service that discards what it gets; none runs here.
    let url = try #require(URL(string: "http://127.0.0.1:9/a.mp4"))
    let error = #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: url)) }
    #expect(error?.underlyingError != nil)
  }
}
