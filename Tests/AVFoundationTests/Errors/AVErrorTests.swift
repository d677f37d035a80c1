@testable import MediaSource
@testable import AVFoundation
import MediaEngine
import MediaGraph
import MovieFile
import Testing

@Suite struct AVErrorTests {
  @Test func error_isCaughtByItsCode() throws {
    func fail() throws { throw AVError(.diskFull) }
    do {
      try fail()
    } catch AVError.fileAlreadyExists {
      Issue.record("another code")
    } catch AVError.diskFull {
      return
    }
    Issue.record("not caught")
  }

  @Test func error_isAnNSErrorWithApplesDomainAndCode() throws {
    let error: any Error = AVError(.diskFull, userInfo: [NSLocalizedFailureReasonErrorKey: "no space left on 'disk'"])
    #expect((error as NSError).domain == "AVFoundationErrorDomain" && (error as NSError).code == -11807)
    #expect((error as NSError).localizedFailureReason == "no space left on 'disk'")
    #expect((error as NSError).localizedDescription == "There is no space left for the file.")
    #expect(error.localizedDescription == "There is no space left for the file.")
    #expect((error as? AVError)?.code == .diskFull)
    #expect((error as NSError as any Error as? AVError)?.code == .diskFull || AVError.diskFull ~= (error as NSError))
    #expect(AVError.errorDomain == AVFoundationErrorDomain)
    #expect(AVError(.diskFull).errorCode == -11807)
  }

  @Test func foreignError_matchesByDomainAndCode() {
    #expect(AVError.unknown ~= NSError(domain: "AVFoundationErrorDomain", code: -11800))
    #expect(!(AVError.unknown ~= NSError(domain: "another", code: -11800)))
    #expect(!(AVError.unknown ~= CancellationError()))
  }

  @Test func everyCode_hasItsOwnDescription() {
    let codes = (-11900 ... -11700).compactMap { AVError.Code(rawValue: $0) }
    #expect(codes.count >= 40)
    let messages = codes.map { AVError($0).localizedDescription }
    #expect(Set(messages).count == codes.count)
    #expect(messages.allSatisfy { $0.hasSuffix(".") })
    #expect(AVError.Code(rawValue: -11802) == nil && AVError.Code(rawValue: -11816) == nil)
  }

  @Test func userInfo_hasTypedAccessors() {
    let time = CMTime(value: 5, timescale: 3)
    let error = AVError(
      .decoderNotFound,
      userInfo: [
        AVErrorTimeKey: NSValue(time: time), AVErrorFileSizeKey: NSNumber(value: 1 << 40),
        AVErrorPIDKey: NSNumber(value: 77), AVErrorRecordingSuccessfullyFinishedKey: NSNumber(value: true),
        AVErrorMediaTypeKey: AVMediaType.video.rawValue, AVErrorMediaSubTypeKey: [NSNumber(value: 0x6176_6331)],
      ])
    #expect(error.time == time && error.fileSize == 1 << 40 && error.processID == 77)
    #expect(error.recordingSuccessfullyFinished == true)
    #expect(error.mediaType == .video && error.mediaSubtypes == [0x6176_6331])
    #expect(AVError(.noImageAtTime, userInfo: [AVErrorTimeKey: time]).time == time)
    let bare = AVError(.unknown)
    #expect(bare.time == nil && bare.fileSize == nil && bare.processID == nil && bare.mediaType == nil)
    #expect(bare.mediaSubtypes == nil && bare.recordingSuccessfullyFinished == nil && bare.underlyingError == nil)
  }

  @Test(arguments: [
    (MovieError.Code.notAMovie, AVError.Code.fileFormatNotRecognized), (.unsupported, .fileFormatNotRecognized),
    (.truncated, .fileFailedToParse), (.malformed, .fileFailedToParse), (.excessive, .fileFailedToParse),
    (.protected, .contentIsProtected), (.changed, .invalidSourceMedia), (.unreadable, .invalidSourceMedia),
    (.forbiddenReference, .referenceForbiddenByReferencePolicy),
  ]) func problemOfAMovie_hasACode(problem: MovieError.Code, code: AVError.Code) {
    let cause = MovieError(problem, "why", box: "moov", offset: 12, file: "a.mov")
    let error = AVError(reading: cause)
    #expect(error.code == code)
    #expect(error.failureReason == "a.mov: why (moov at byte 12)")
    #expect(error.underlyingError as? MovieError == cause)
  }

  @Test(arguments: [
    (DecoderError.Code.damagedSample, AVError.Code.decodeFailed), (.missingReference, .decodeFailed),
    (.unreadableSample, .invalidSourceMedia),
    (.missingDecoder, .decoderNotFound), (.incompleteFormat, .invalidSourceMedia), (.protected, .contentIsProtected),
    (.unsupported, .operationNotSupportedForAsset), (.outOfMemory, .outOfMemory), (.noSample, .noImageAtTime),
  ]) func problemOfADecoder_hasACodeAndATime(problem: DecoderError.Code, code: AVError.Code) {
    let time = CMTime(value: 1, timescale: 2)
    let error = AVError(reading: DecoderError(problem, "why", sample: 3, time: time))
    #expect(error.code == code && error.time == time)
    #expect(AVError(reading: error).code == code)
  }

  // MARK: - The table of media errors

  private static let table: [MediaError.Code: AVError.Code] = [
    .missing: .invalidSourceMedia, .unreadable: .invalidSourceMedia, .changed: .invalidSourceMedia,
    .incompleteFormat: .invalidSourceMedia, .malformedURL: .fileFormatNotRecognized, .noMedia: .fileFormatNotRecognized,
    .unknownFormat: .fileFormatNotRecognized, .stalled: .fileFormatNotRecognized, .damaged: .fileFailedToParse,
    .unseekable: .operationNotSupportedForAsset, .unsupported: .operationNotSupportedForAsset,
    .protected: .contentIsProtected, .notAuthorized: .contentIsNotAuthorized,
    .forbiddenReference: .referenceForbiddenByReferencePolicy, .damagedSample: .decodeFailed,
    .missingReference: .decodeFailed, .noSample: .noImageAtTime, .missingDecoder: .decoderNotFound,
    .missingEncoder: .encoderNotFound, .unavailable: .decoderNotFound, .outOfMemory: .outOfMemory,
    .exists: .fileAlreadyExists, .noSpace: .diskFull, .unwritable: .exportFailed, .deviceMissing: .deviceNotConnected,
    .deviceBusy: .deviceInUseByAnotherApplication, .deviceLost: .deviceWasDisconnected, .cancelled: .unknown,
    .failed: .unknown,
  ]

  @Test(arguments: MediaError.Code.allCases) func mediaError_hasARow_alsoUnderADiagnostic(code: MediaError.Code) throws
  {
    let time = CMTime(value: 3, timescale: 2)
    let row = try #require(Self.table[code], "the table lacks '\(code)'")
    let error = MediaError(code, "why", family: .reading, time: time, codec: .h264, help: "do this")
    let bare = AVError(reading: error)
    #expect(bare.code == row && bare.time == time && bare.mediaSubtypes == [0x6176_6331])
    #expect(bare.failureReason == "why" && bare.recoverySuggestion == "do this" && bare.underlyingError is MediaError)
    var problem = Diagnostic("it stopped in 'node'", kind: .failure, cause: "why", underlying: error)
    problem.node = "node"
    for error in [AVError(reading: problem), AVError(reading: Diagnostics([problem]))] {
      #expect(error.code == row && error.time == time && error.failureReason == "why")
      #expect((error.underlyingError as? Diagnostic)?.node == "node")
    }
  }

  /// Graphs that make no sense say nothing about a file's format.
  @Test(arguments: [
    (Diagnostic.Kind.usage, AVError.Code.unknown), (.description, .unknown), (.failure, .unknown),
    (.input, .invalidSourceMedia), (.unavailable, .decoderNotFound), (.output, .exportFailed),
  ]) func problemWithoutACause_hasTheCodeOfItsKind(kind: Diagnostic.Kind, code: AVError.Code) {
    let problem = Diagnostic("'track1' would render nothing", kind: kind, help: "do this")
    let error = AVError(reading: Diagnostics([problem]))
    #expect(error.code == code && error.failureReason == "'track1' would render nothing")
    #expect(error.recoverySuggestion == "do this")
  }

  @Test(arguments: [MediaError.Family.encoding, .muxing, .writing]) func failedExport_hasACodeOfItsOwn(
    family: MediaError.Family
  ) {
    #expect(AVError(reading: MediaError(.failed, "why", family: family)).code == .exportFailed)
  }

  @Test func errorsOfTheSystem_areRecognisedByTheirNumbers() {
    for (number, code) in [
      (ENOSPC, AVError.Code.diskFull), (EDQUOT, .diskFull), (EFBIG, .diskFull), (EIO, .exportFailed),
    ] {
      #expect(AVError(reading: MovieError(.unwritable, errno: number, file: "a.mov")).code == code)
      #expect(AVError(reading: MediaError(errno: number, family: .writing, path: "a.mov")).code == code)
    }
  }

  @Test func filesThatCannotBeRead_areDistinguished() async throws {
    let folder = try TemporaryFolder()
    try Data("Hello, this is no movie at all.".utf8).write(to: folder.url("text.mp4"))
    try Data().write(to: folder.url("empty.mp4"))
    let movie = try Data(contentsOf: SharedClip.movie)
    try movie.prefix(movie.count / 2).write(to: folder.url("half.mp4"))
    func error(_ name: String) async -> AVError? {
      do {
        _ = try await AVURLAsset(url: folder.url(name)).load(.tracks)
        return nil
      } catch {
        return error as? AVError
      }
    }
    #expect(await error("text.mp4")?.code == .fileFormatNotRecognized)
    #expect(await error("empty.mp4")?.failureReason == "it is empty")
    #expect(await error("half.mp4")?.code == .fileFailedToParse)
    #expect(await error("half.mp4")?.failureReason?.contains("the file ends inside") == true)
    #expect(await error("missing.mp4")?.code == .invalidSourceMedia)
    #expect(await error(".")?.failureReason == "it is a folder")
  }
}
