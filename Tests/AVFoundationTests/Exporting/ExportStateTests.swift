import AVFoundation
import Foundation
import Synchronization
import Testing

/// The life of an export: its states, its observers, its errors.
@Suite(.timeLimit(.minutes(10))) struct ExportStateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func session(_ preset: String = AVAssetExportPresetLowQuality) throws -> AVAssetExportSession {
    try AVAssetExportSession.of(SharedClip.movie, preset)
  }

  @Test func anExport_goesThroughItsStates_andItsProgressNeverFalls() async throws {
    let session = try session()
    let seen = Mutex<(statuses: [AVAssetExportSession.Status], progress: [Float])>(([], []))
    let first = session.observe(\.status) { session, _ in seen.withLock { $0.statuses.append(session.status) } }
    let second = session.observe(\.progress, options: .new) { _, change in
      seen.withLock { $0.progress.append(change.newValue ?? -1) }
    }
    #expect(session.status == .unknown && session.progress == 0 && session.error == nil)
    session.outputURL = folder.url("out.mp4")
    let calls = Mutex(0)
    await withCheckedContinuation { continuation in
      session.exportAsynchronously {
        calls.withLock { $0 += 1 }
        continuation.resume()
      }
    }
    let (statuses, progress) = seen.withLock { $0 }
    #expect(statuses == [.waiting, .exporting, .completed])
    #expect(progress == progress.sorted() && progress.last == 1)
    #expect(calls.withLock { $0 } == 1 && folder.names == ["out.mp4"])
    // Once is enough.
    let isCalled = Mutex(false)
    session.exportAsynchronously { isCalled.withLock { $0 = true } }
    #expect(isCalled.withLock { $0 } && session.status == .completed)
    await #expect(throws: AVError.self) { try await session.export(to: folder.url("again.mp4"), as: .mp4) }
    withExtendedLifetime((first, second)) {}
  }

  @Test func states_beginPending_endWithTheExport() async throws {
    let session = try session()
    let states = session.states(updateInterval: 0.01)
    let names = Task {
      var names: [String] = []
      var last: Progress?
      for await state in states {
        switch state {
        case .pending: names.append("pending")
        case .waiting: names.append("waiting")
        case .exporting(let progress):
          last = progress
          if names.last != "exporting" { names.append("exporting") }
        }
      }
      return (names, last?.fractionCompleted)
    }
    try await session.make(folder.url("out.mp4"))
    let (found, fraction) = await names.value
    #expect(found == ["pending", "waiting", "exporting"])
    #expect(fraction == 1)
  }

  @Test func settingsAfterTheStart_haveNoEffect_andSettersAreObserved() async throws {
    let session = try session()
    let names = Mutex<[String]>([])
    let observations = [
      session.observe(\.timeRange) { _, _ in names.withLock { $0.append("timeRange") } },
      session.observe(\.outputURL) { _, _ in names.withLock { $0.append("outputURL") } },
      session.observe(\.fileLengthLimit) { _, _ in names.withLock { $0.append("fileLengthLimit") } },
      session.observe(\.metadata) { _, _ in names.withLock { $0.append("metadata") } },
      session.observe(\.videoComposition) { _, _ in names.withLock { $0.append("videoComposition") } },
      session.observe(\.audioMix) { _, _ in names.withLock { $0.append("audioMix") } },
      session.observe(\.shouldOptimizeForNetworkUse) { _, _ in names.withLock { $0.append("network") } },
    ]
    session.timeRange = frames(0, 15)
    session.outputURL = folder.url("out.mp4")
    session.fileLengthLimit = 0
    session.metadata = nil
    session.videoComposition = nil
    session.audioMix = nil
    session.shouldOptimizeForNetworkUse = true
    #expect(
      names.withLock { $0 } == [
        "timeRange", "outputURL", "fileLengthLimit", "metadata", "videoComposition", "audioMix", "network",
      ])
    await withCheckedContinuation { continuation in
      session.exportAsynchronously { continuation.resume() }
      session.timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    }
    #expect(session.status == .completed)
    #expect(try Oracle.streams(folder.file("out.mp4"), "nb_read_frames").first == "15")
    withExtendedLifetime(observations) {}
  }

  @Test func surplusExports_wait_andAreMadeInTheirTurn() async throws {
    let count = max(2, ProcessInfo.processInfo.activeProcessorCount / 2) + 3
    let sessions = try (0..<count).map { _ in try session(AVAssetExportPreset640x480) }
    for (index, session) in sessions.enumerated() { session.outputURL = folder.url("\(index).mp4") }
    let tasks = sessions.map { session in Task { await session.export() } }
    var waiting = 0
    while sessions.contains(where: { $0.status == .unknown }) { await Task.yield() }
    waiting = sessions.count { $0.status == .waiting }
    #expect(waiting > 0)
    // One that waits is cancelled, and was never begun.
    let last = try #require(sessions.last { $0.status == .waiting })
    last.cancelExport()
    for task in tasks { await task.value }
    #expect(last.status == .cancelled && (last.error as? AVError)?.code == .operationCancelled)
    #expect(sessions.count { $0.status == .completed } == count - 1)
    #expect(folder.names.count == count - 1)
  }

  @Test func cancelledExport_leavesNothing_atAnyMoment() async throws {
    let url = try NumberedMovie.make(in: folder, options: ["-t", "1"])
    for moment in 0..<Soak.rounds(5, of: 50) {
      let session = try AVAssetExportSession.of(url, AVAssetExportPreset1280x720)
      session.outputURL = folder.url("out.mp4")
      let calls = Mutex(0)
      await withCheckedContinuation { continuation in
        session.exportAsynchronously {
          calls.withLock { $0 += 1 }
          continuation.resume()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(moment * moment * 2)) {
          session.cancelExport()
        }
      }
      #expect(calls.withLock { $0 } == 1)
      #expect(session.status == .cancelled || session.status == .completed, "\(session.error as Any)")
      #expect(folder.names == ["numbers.mp4"] + (session.status == .completed ? ["out.mp4"] : []))
      try? FileManager.default.removeItem(at: folder.url("out.mp4"))
    }
  }

  @Test func cancelledTask_cancelsTheExport() async throws {
    let session = try session(AVAssetExportPreset1920x1080)
    let url = folder.url("out.mp4")
    let task = Task { try await session.export(to: url, as: .mp4) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names == [])
    session.cancelExport()
  }

  /// As on macOS: the session leaves `unknown`, and never starts.
  @Test func cancellationBeforeTheStart_isKept() async throws {
    let session = try session()
    let seen = Mutex<[AVAssetExportSession.Status]>([])
    let observation = session.observe(\.status) { session, _ in seen.withLock { $0.append(session.status) } }
    session.outputURL = folder.url("out.mp4")
    session.cancelExport()
    #expect(session.status == .cancelled && (session.error as? AVError)?.code == .operationCancelled)
    await session.export()
    await #expect(throws: CancellationError.self) { try await session.export(to: folder.url("out.mp4"), as: .mp4) }
    session.cancelExport()
    #expect(seen.withLock { $0 } == [.cancelled] && folder.names == [])
    withExtendedLifetime(observation) {}
  }

  // MARK: Failures

  @Test func existingFile_isNotReplaced_andTheHandlerIsCalledAtOnce() throws {
    try Data("old".utf8).write(to: folder.url("out.mp4"))
    let session = try session()
    (session.outputURL, session.outputFileType) = (folder.url("out.mp4"), .mp4)
    let isCalled = Mutex(false)
    session.exportAsynchronously { isCalled.withLock { $0 = true } }
    #expect(isCalled.withLock { $0 } && session.status == .failed)
    #expect((session.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: folder.url("out.mp4")) == Data("old".utf8))
  }

  @Test func twoExportsToOneName_oneFails() async throws {
    let sessions = try (0..<2).map { _ in try session() }
    for session in sessions { session.outputURL = folder.url("out.mp4") }
    await withTaskGroup(of: Void.self) { group in
      for session in sessions { group.addTask { await session.export() } }
    }
    #expect(Set(sessions.map(\.status)) == [.completed, .failed])
    let error = sessions.compactMap { $0.error as? AVError }.first
    #expect(error?.code == .fileAlreadyExists, "\(error as Any)")
    #expect(folder.names == ["out.mp4"])
  }

  @Test func settingsThatMakeNoExport_areTold() async throws {
    func reason(_ set: (AVAssetExportSession) -> Void) async throws -> String {
      let session = try session()
      (session.outputURL, session.outputFileType) = (folder.url("out.mp4"), .mp4)
      set(session)
      await session.export()
      #expect(session.status == .failed)
      return (session.error as? AVError)?.failureReason ?? ""
    }
    #expect(try await reason { $0.outputURL = nil } == "outputURL is not set")
    #expect(
      try await reason { $0.outputURL = URL(string: "https://example.org/a.mp4") }.contains("not the URL of a file"))
    #expect(try await reason { $0.outputFileType = .wav }.contains("makes no files of type"))
    #expect(
      try await reason { ($0.outputURL, $0.outputFileType) = (folder.url("out.xyz"), nil) }.contains("does not say it"))
    #expect(try await reason { $0.timeRange = .invalid }.contains("has no times"))
    #expect(try await reason { $0.timeRange = CMTimeRange(start: .zero, duration: .zero) }.contains("empty"))
    #expect(try await reason { $0.timeRange = CMTimeRange(start: ticks(600), duration: ticks(-300)) }.contains("empty"))
    #expect(try await reason { $0.timeRange = span(6000, 12000) }.contains("has nothing"))
    #expect(try await reason { $0.outputURL = URL(fileURLWithPath: "/nowhere/out.mp4") }.contains("/nowhere"))
    #expect(folder.names == [])
  }

  @Test func damagedSource_failsWithItsCause_andLeavesNothing() async throws {
    let whole = try Data(contentsOf: SharedClip.movie)
    try whole.prefix(whole.count / 2).write(to: folder.url("half.mp4"))
    let session = try AVAssetExportSession.of(folder.url("half.mp4"), AVAssetExportPresetLowQuality)
    let error = await session.failure(folder.url("out.mp4"))
    #expect(error != nil && error?.failureReason?.isEmpty == false)
    #expect(folder.names == ["half.mp4"])
    let missing = try AVAssetExportSession.of(folder.url("none.mp4"), AVAssetExportPresetLowQuality)
    #expect(await missing.failure(folder.url("out.mp4"))?.code == .invalidSourceMedia)
  }

  @Test(arguments: [
    AVAssetExportPresetLowQuality, AVAssetExportPresetPassthrough, AVAssetExportPresetSmartRendering,
  ]) func unreadableSource_isTheError(_ preset: String) async throws {
    let missing = try AVAssetExportSession.of(folder.url("none.mp4"), preset)
    #expect(await missing.failure(folder.url("out.mp4"))?.code == .invalidSourceMedia)
    try Data("Hello, this is no movie at all.".utf8).write(to: folder.url("text.mp4"))
    let text = try AVAssetExportSession.of(folder.url("text.mp4"), preset)
    #expect(await text.failure(folder.url("out.mp4"))?.code == .fileFormatNotRecognized)
    #expect(folder.names == ["text.mp4"])
  }

  @Test func fullDisk_isTheError_andLeavesNothing() async throws {
    let source = try ExportMedia.movie(in: folder)
    await #expect(processExitsWith: .success) { [path = folder.path as String, source = source.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4000, rlim_max: 4000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      for preset in [AVAssetExportPresetAppleProRes422LPCM, AVAssetExportPresetPassthrough] {
        guard let session = try? AVAssetExportSession.of(URL(fileURLWithPath: source), preset) else { exit(3) }
        let error = await session.failure(URL(fileURLWithPath: path + "/out.mov"), .mov)
        #expect(error?.code == .diskFull, "\(error as Any)")
      }
    }
    #expect(folder.names == ["in.mp4"])
  }

  // MARK: Limits

  @Test(arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough])
  func fileLengthLimit_endsThePlayableFileBelowIt(_ preset: String) async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=4", "-f", "lavfi", "-i", "sine=duration=4", "-c:v",
      "libx264", "-preset", "ultrafast", "-g", "15", "-pix_fmt", "yuv420p", "-c:a", "aac", folder.file("in.mp4"),
    ])
    let session = try AVAssetExportSession.of(folder.url("in.mp4"), preset)
    let whole = session.estimatedOutputFileLength
    session.fileLengthLimit = 150_000
    #expect(session.maxDuration.isNumeric && session.maxDuration > .zero)
    #expect(whole > 150_000 && session.estimatedOutputFileLength == 150_000)
    try await session.make(folder.url("out.mp4"))
    let length = try #require(session.result?.fileLength)
    #expect(length <= 150_000 && length > 60_000, "\(length)")
    #expect(try Oracle.complaints(folder.file("out.mp4")) == [])
    let streams = try Oracle.streams(folder.file("out.mp4"), "nb_read_frames")
    let count = try #require(Int(streams[0]))
    #expect(count > 10 && count < 120, "\(count)")
    // Frames are coded in another order than they are shown: where the file ends, none is missing before others.
    let times = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0",
        folder.file("out.mp4"),
      ]
    ).split(separator: "\n").compactMap { Double($0.filter { $0.isNumber || $0 == "." }) }
    let holes = zip(times, times.dropFirst()).filter { abs($1 - $0 - 1.0 / 30) > 0.002 }
    #expect(holes.isEmpty, "\(holes)")
  }
  @Test(arguments: [AVFileType.mp4, .matroska])
  func fileLengthLimitBelowTheFirstFrame_isTheError_andLeavesNothing(_ type: AVFileType) async throws {
    // Noise, of which a frame has more bytes than the file may have.
    try Oracle.make([
      "-f", "lavfi", "-i", "nullsrc=size=640x360:rate=10:duration=0.5,geq=random(1)*255:128:128", "-f", "lavfi", "-i",
      "sine=duration=0.5", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac",
      folder.file("in.mp4"),
    ])
    let session = try AVAssetExportSession.of(folder.url("in.mp4"), AVAssetExportPresetHighestQuality)
    session.fileLengthLimit = 16_384
    let error = await session.failure(folder.url("out.mp4"), type)
    #expect(error?.code == .exportFailed, "\(error as Any)")
    #expect(error?.failureReason == "a size limit of 16384 bytes is too small for the first samples")
    #expect(folder.names == ["in.mp4"])
  }

  /// Headers and tables have a few thousand bytes here.
  @Test func fileLengthLimit_isUsed() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.3*sin(2*PI*(200+300*t)*t):s=44100:d=3", "-c:a", "aac", folder.file("in.m4a"),
    ])
    let session = try AVAssetExportSession.of(folder.url("in.m4a"), AVAssetExportPresetAppleM4A)
    session.fileLengthLimit = 30_000
    try await session.make(folder.url("out.m4a"), .m4a)
    let length = try #require(session.result?.fileLength)
    #expect(length > 22_000 && length <= 30_000, "\(length)")
    #expect(try Oracle.complaints(folder.file("out.m4a")) == [])
  }
}
