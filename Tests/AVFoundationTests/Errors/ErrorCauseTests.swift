import AVFoundation
import MovieExercise
import Testing

/// The situations that raise the error codes of assets and images, one each.
@Suite struct ErrorCauseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
    try Data(bytes).write(to: folder.url(name))
    return folder.url(name)
  }

  private func asset(_ url: URL) async -> AVError? { await error { _ = try await AVURLAsset(url: url).load(.tracks) } }

  /// Returns the error of an image request with zero tolerance.
  private func image(_ url: URL, at time: CMTime = .zero) async -> AVError? {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.makeExact()
    return await error { _ = try await generator.image(at: time) }
  }

  private func error(_ body: () async throws -> Void) async -> AVError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? AVError
    }
  }

  /// A movie of one sample in a video format, without its data.
  private func movie(_ name: String, _ change: (inout TrackBytes) -> Void) throws -> URL {
    var track = TrackBytes()
    track.tables = TrackBytes.tables(durations: [(1, 1000)], sizes: [16], offset: 4)
    change(&track)
    return try file(name, TrackBytes.movie([track]))
  }

  @Test func unknownFormats_andDamagedOnes_areDistinguished() async throws {
    let movie = [UInt8](try Data(contentsOf: SharedClip.movie))
    let text = try file("text.mp4", "This is no movie.".utf8)
    #expect(await asset(text)?.code == .fileFormatNotRecognized)
    let half = try file("half.mp4", movie.prefix(movie.count / 2))
    #expect(await asset(half)?.code == .fileFailedToParse)
  }

  @Test func mediaThatCannotBeRead_andThatCannotBeDecoded_areDistinguished() async throws {
    let time = CMTime(value: 1, timescale: 2)
    try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", "-movflags", "+faststart", folder.file("first.mp4")])
    var movie = [UInt8](try Data(contentsOf: folder.url("first.mp4")))
    let media = try #require(movie.indices.first { movie[$0...].starts(with: "mdat".utf8) })
    // The headers are complete, the samples are missing.
    let short = try file("short.mp4", movie.prefix(media + 8))
    let missing = try #require(await image(short, at: time))
    #expect(missing.code == .invalidSourceMedia, "\(missing)")
    #expect(missing.failureReason?.contains("its bytes can't be read") == true)
    // The samples exist, but their bytes are invalid.
    for index in movie.indices where index >= media + 8 { movie[index] = 0xff }
    let error = try #require(await image(file("noise.mp4", movie), at: time))
    #expect(error.code == .decodeFailed)
    // The error's time is that of the frame shown at the requested time.
    let shown = try #require(error.time)
    #expect(shown >= .zero && shown <= time + CMTime(value: 1, timescale: 10), "\(shown)")
    #expect(error.underlyingError != nil && error.failureReason?.contains("sample ") == true)
  }

  @Test(arguments: [("WRLE", 0x5752_4c45), ("©odd", 0xa96f_6464)] as [(String, FourCharCode)])
  func formatsWithoutDecoder_areNamed(_ name: String, _ code: FourCharCode) async throws {
    let url = try movie("odd.mov") { $0.sampleDescriptions = [TrackBytes.plainVideo(name)] }
    let error = try #require(await image(url))
    #expect(error.code == .decoderNotFound)
    #expect(error.mediaType == .video && error.mediaSubtypes == [Int(code)])
    #expect(error.failureReason == "'\(name)' can't be decoded")
    #expect((error as NSError).userInfo[AVErrorMediaTypeKey] as? String == "vide")
    #expect((error as NSError).userInfo[AVErrorMediaSubTypeKey] as? [NSNumber] == [NSNumber(value: code)])
  }

  @Test func formatsThatAreNotDescribed_cannotBeRead() async throws {
    let url = try movie("bare.mov") { $0.sampleDescriptions = [TrackBytes.plainVideo("avc1")] }
    let error = try #require(await image(url))
    #expect(error.code == .invalidSourceMedia)
    #expect(error.failureReason == "the 'avcC' box with the parameter sets is missing")
  }

  @Test func encryptedVideo_isProtected() async throws {
    let scheme = MovieBytes.box(
      "sinf", MovieBytes.box("frma", MovieBytes.text("jpeg")),
      MovieBytes.full("schm", MovieBytes.text("cenc"), MovieBytes.u32(0x10000)))
    let url = try movie("secret.mov") { $0.sampleDescriptions = [TrackBytes.plainVideo("encv", scheme)] }
    let error = try #require(await image(url))
    #expect(error.code == .contentIsProtected)
    #expect(error.failureReason == "the track is encrypted (scheme cenc)")
  }

  @Test func editsThatPlayBackwards_areNotSupported() async throws {
    let edits = MovieBytes.box(
      "edts", MovieBytes.full("elst", MovieBytes.u32(1, 600, 0), MovieBytes.u16(0xffff, 0)))
    let url = try movie("back.mov") { $0.extra = edits }
    let error = try #require(await image(url))
    #expect(error.code == .operationNotSupportedForAsset)
    #expect(error.failureReason == "an edit plays backwards")
  }

  @Test func timesWithoutFrames_haveNoImage() async throws {
    for time in [CMTime(value: 60, timescale: 1), CMTime(value: -1, timescale: 1), .invalid, .positiveInfinity] {
      let error = try #require(await image(SharedClip.movie, at: time))
      #expect(error.code == .noImageAtTime && error.failureReason?.isEmpty == false)
    }
  }
}
