import AVFoundation
import Synchronization
import Testing

/// A reader may be cancelled on any thread, at any moment.
@Suite struct ReaderCancellationTests {
  private func reader() throws -> (AVAssetReader, [AVAssetReaderTrackOutput]) {
    let asset = AVURLAsset(url: SharedClip.movie)
    let reader = try AVAssetReader(asset: asset)
    let outputs = [
      AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: pixels(kCVPixelFormatType_32BGRA)),
      AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: linearPCM()),
    ]
    for output in outputs { reader.add(output) }
    return (reader, outputs)
  }

  @Test func cancelBeforeTheStart_isTheEnd() throws {
    let (reader, outputs) = try reader()
    reader.cancelReading()
    #expect(reader.status == .cancelled && !reader.startReading() && reader.error == nil)
    #expect(outputs[0].copyNextSampleBuffer() == nil && reader.status == .cancelled)
  }

  @Test func cancelFromAnotherThread_atAnyMoment_endsAllOutputs() throws {
    let rounds = Soak.rounds(12, of: 100)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<rounds {
      let (reader, outputs) = try reader()
      // A moment somewhere between the start and the end, counted in samples that have been given.
      let moment = Int.random(in: 0..<40, using: &generator)
      let given = Atomic(0)
      #expect(reader.startReading())
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        if thread == 2 {
          while given.load(ordering: .relaxed) < moment, reader.status == .reading { sched_yield() }
          reader.cancelReading()
        } else {
          while outputs[thread].copyNextSampleBuffer() != nil { given.add(1, ordering: .relaxed) }
          // Nil is the last that an output gives.
          if reader.status != .reading { #expect(outputs[thread].copyNextSampleBuffer() == nil) }
        }
      }
      #expect(reader.status == .cancelled || reader.status == .completed)
      #expect(reader.error == nil)
    }
  }

  @Test func cancelWhileTheStartOpensFiles_isHeard() throws {
    for _ in 0..<Soak.rounds(8, of: 60) {
      let (reader, outputs) = try reader()
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { reader.cancelReading() } else { _ = reader.startReading() }
      }
      #expect(reader.status == .cancelled && outputs[0].copyNextSampleBuffer() == nil)
    }
  }

  @Test(.timeLimit(.minutes(10))) func cancel_wakesAnOutputThatWaitsForAServer() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "nullsrc=size=640x360:rate=30:duration=5", "-vf", "geq=random(1)*255:128:128", "-c:v",
      "mjpeg", "-q:v", "2", "-movflags", "faststart", folder.file("a.mov"),
    ])
    let server = try TestServer(folder)
    // What is behind 6 MB never comes.
    let (reader, output) = try AVAssetReader.started(server.patientAsset("late/6000000/a.mov"), .video, nil)
    let cancelled = Mutex<ContinuousClock.Instant?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        #expect(output.all().count > 10)
      } else {
        while !server.requests.contains(where: { Self.start($0) >= 6_000_000 }) { sched_yield() }
        cancelled.withLock { $0 = .now }
        reader.cancelReading()
      }
    }
    // The server has five minutes to give something.
    let elapsed = try #require(cancelled.withLock { $0 }).duration(to: .now)
    #expect(reader.status == .cancelled && elapsed < .seconds(240), "\(reader.error as Any)")
  }

  /// The first byte that a request of a server's log asks for.
  private static func start(_ request: String) -> Int {
    request.split(separator: "=").last?.split(separator: "-").first.flatMap { Int($0) } ?? 0
  }

  @Test func outputsOfAReleasedReader_goOn() throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    do {
      let reader = try AVAssetReader(asset: asset)
      reader.add(output)
      #expect(reader.startReading() && output.copyNextSampleBuffer() != nil)
    }
    // A compiler may release what is not used any more.
    #expect(output.all().count == 29)
  }

  // MARK: Tasks

  /// Readers of a file of which a server does not send everything.
  private func lateReaders(
    _ count: Int, _ folder: TemporaryFolder
  ) throws -> (TestServer, [(reader: AVAssetReader, output: AVAssetReaderTrackOutput)]) {
    try Oracle.make([
      "-f", "lavfi", "-i", "nullsrc=size=640x360:rate=30:duration=5", "-vf", "geq=random(1)*255:128:128", "-c:v",
      "mjpeg", "-q:v", "2", "-movflags", "faststart", folder.file("a.mov"),
    ])
    let server = try TestServer(folder)
    return (
      server, try (0..<count).map { _ in try AVAssetReader.started(server.patientAsset("late/6000000/a.mov"), .video, nil) }
    )
  }

  private func waitForLateBytes(_ server: TestServer, _ count: Int) async {
    while server.requests.count(where: { Self.start($0) >= 6_000_000 }) < count { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(10))) func samplesThatDoNotCome_leaveTheThreadsOfTasksFree() async throws {
    let folder = try TemporaryFolder()
    let (server, late) = try lateReaders(ProcessInfo.processInfo.activeProcessorCount + 1, folder)
    let tasks = late.map { late in Task { try await count(late.output) } }
    await waitForLateBytes(server, late.count)
    // Would never run if a thread waited for each of them.
    #expect(await Task.detached { true }.value)
    for late in late { late.reader.cancelReading() }
    for task in tasks { await #expect(throws: CancellationError.self) { _ = try await task.value } }
  }

  @Test(.timeLimit(.minutes(10))) func cancelledTask_waitsForNoSample() async throws {
    let folder = try TemporaryFolder()
    let (server, late) = try lateReaders(1, folder)
    let task = Task { try await count(late[0].output) }
    await waitForLateBytes(server, 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(late[0].reader.status == .reading)
    late[0].reader.cancelReading()
  }

  @Test func samples_goOnWhereAnIterationWasBrokenOff() async throws {
    let (reader, outputs) = try reader()
    #expect(reader.startReading())
    var times: [CMTime] = []
    for try await frame in outputs[0].samples() {
      times.append(frame.presentationTimeStamp)
      if times.count == 3 { break }
    }
    // Made for the task, and not given to it.
    times.append(try #require(outputs[0].copyNextSampleBuffer()).presentationTimeStamp)
    for try await frame in outputs[0].samples() { times.append(frame.presentationTimeStamp) }
    let (other, others) = try self.reader()
    #expect(other.startReading())
    #expect(times.count == 30 && times == others[0].all().map(\.presentationTimeStamp))
  }

  @Test func addBesideTheStart_isReadOrRefused() throws {
    for round in 0..<Soak.rounds(12, of: 100) {
      let asset = AVURLAsset(url: SharedClip.movie)
      let reader = try AVAssetReader(asset: asset)
      reader.add(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil))
      let output = AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: nil)
      let starts = Atomic(false)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          starts.store(true, ordering: .releasing)
          _ = reader.startReading()
        } else {
          while !starts.load(ordering: .acquiring) { sched_yield() }
          for _ in 0..<round * 16 { _ = reader.status }
          reader.add(output)
        }
      }
      if reader.status == .failed {
        #expect(reader.outputs.count == 1 && reader.error != nil)
      } else {
        #expect(reader.outputs.count == 2 && output.copyNextSampleBuffer() != nil, "\(reader.status)")
      }
    }
  }

  @Test func samples_endWithTheLast() async throws {
    let (reader, outputs) = try reader()
    #expect(reader.startReading())
    async let frames = count(outputs[0])
    async let blocks = count(outputs[1])
    #expect(try await frames == 30)
    #expect(try await blocks == 10)
    #expect(reader.status == .completed)
  }

  private func count(_ output: AVAssetReaderOutput) async throws -> Int {
    var count = 0
    for try await _ in output.samples() { count += 1 }
    return count
  }

  @Test func samples_throwTheReadersEnd() async throws {
    let (reader, outputs) = try reader()
    #expect(reader.startReading())
    reader.cancelReading()
    await #expect(throws: CancellationError.self) { _ = try await count(outputs[0]) }
    let (other, more) = try self.reader()
    #expect(other.startReading())
    other.timeRange = .zero
    await #expect(throws: AVError.self) { _ = try await count(more[0]) }
  }
}
