/// The rules by which a track's packets are made of its frames: stripped bytes, compression, the test of key frames.
struct MatroskaPacketTrack: Sendable {
  let stream: Int
  let entry: MatroskaTrackEntry
  /// Decoded audio samples per second; 0 for other media.
  let sampleRate: Int32
  /// True if blocks have the times at which frames are decoded, and the frames' order tells those of presentation.
  let hasDecodeTimes: Bool
  private let randomAccess: RandomAccessPoint?
  /// True if start codes become lengths.
  private let hasStartCodes: Bool

  /// True if packets are stored in another form: a packet's size in the file is not that of its bytes.
  var isStoredOtherwise: Bool {
    hasStartCodes || entry.encodings.isDeflated || entry.codecID == "A_WAVPACK4" || isWebVTTOfWebM
  }

  /// True if packets begin with a line of the cue's name, and one of its settings (WebM, "WebVTT in WebM").
  private var isWebVTTOfWebM: Bool { entry.codecID.hasPrefix("D_WEBVTT/") }

  init(_ stream: Int, _ entry: MatroskaTrackEntry, _ format: ContainerStream, hasStartCodes: Bool) {
    (self.stream, self.entry, sampleRate, self.hasStartCodes) = (stream, entry, format.sampleRate, hasStartCodes)
    hasDecodeTimes = format.lacksTimes
    randomAccess = entry.kind == .video ? format.coded.flatMap { RandomAccessPoint($0) } : nil
  }

  /// The largest frame that is searched for start codes.
  private static let searchLimit = 64 << 20
  /// The largest size of the lines before a cue's text.
  private static let cueHeadLimit = 4096

  /// Returns the bytes of a frame.
  ///
  /// - Parameter limit: The largest number of bytes that are decompressed.
  /// - Throws: Read errors of the source; `malformed` if the frame cannot be decompressed.
  func bytes(_ frame: Range<Int64>, _ window: ByteWindow, limit: Int) throws(MovieError) -> PacketBytes {
    let bytes = try unpacked(frame, window, limit: limit)
    guard isWebVTTOfWebM else { return bytes }
    let head = try bytes.read(from: window, limit: Self.cueHeadLimit)
    let lineEnds = head.indices.filter { head[$0] == UInt8(ascii: "\n") }
    return lineEnds.count < 2 ? bytes : bytes.dropFirst(lineEnds[1] + 1)
  }

  private func unpacked(_ frame: Range<Int64>, _ window: ByteWindow, limit: Int) throws(MovieError) -> PacketBytes {
    if entry.encodings.isDeflated { return try inflated(frame, window, limit: limit) }
    if hasStartCodes, entry.encodings.prefix.isEmpty, frame.count <= Self.searchLimit {
      let stored = try window.bytes(at: frame.lowerBound, count: frame.count)
      return PacketBytes(lengthsForStartCodesIn: stored, at: frame.lowerBound)
    }
    if entry.codecID == "A_WAVPACK4", entry.encodings.prefix.isEmpty {
      return try PacketBytes(wavPack: frame, version: Array(entry.codecPrivate.prefix(2)), window)
    }
    let bytes = PacketBytes(prefix: entry.encodings.prefix, frame)
    guard entry.codecID == "V_PRORES" else { return bytes }
    // Frames lack their size and the name `icpf` (Matroska codec specifications, V_PRORES).
    let head = try bytes.read(from: window, limit: 8)
    guard head.count == 8, !head[4...].elementsEqual("icpf".utf8), let size = UInt32(exactly: bytes.count + 8) else {
      return bytes
    }
    let header = withUnsafeBytes(of: size.bigEndian) { Array($0) } + Array("icpf".utf8)
    return PacketBytes(prefix: header + entry.encodings.prefix, frame)
  }

  private func inflated(_ frame: Range<Int64>, _ window: ByteWindow, limit: Int) throws(MovieError) -> PacketBytes {
    func problem(_ reason: String) -> MovieError {
      MovieError(
        .malformed, "a packet of track \(entry.track.number) cannot be decompressed: \(reason)",
        box: "Segment/Cluster", offset: frame.lowerBound)
    }
    guard frame.count <= MatroskaEncodings.largest else { throw problem("it is too large") }
    let stored = try window.bytes(at: frame.lowerBound, count: frame.count)
    var bytes = PacketBytes()
    do throws(Inflate.Problem) {
      bytes.append(entry.encodings.prefix + (try Inflate.zlib(stored, limit: limit)))
    } catch {
      throw problem(error.message)
    }
    return bytes
  }

  /// True for a sync sample, by the container and, where it can be told, by the sample.
  func isSync(_ bytes: PacketBytes, isFlagged: Bool, _ window: ByteWindow) throws(MovieError) -> Bool {
    guard entry.kind == .video else { return true }
    guard isFlagged, let randomAccess else { return isFlagged }
    let head = try bytes.read(from: window, limit: RandomAccessPoint.inspectedSize)
    return head.withUnsafeBytes { randomAccess.isAt($0) } ?? true
  }

  /// Returns nanoseconds of padding in samples; nil for none, and without a sample rate.
  func discarded(nanoseconds: Int64) -> DiscardPadding? {
    guard nanoseconds != 0, sampleRate > 0 else { return nil }
    let samples = Int64(
      clamping: ExactScale.nearest(Int128(nanoseconds.magnitude) * Int128(sampleRate), over: 1_000_000_000))
    return nanoseconds > 0 ? DiscardPadding(end: samples) : DiscardPadding(start: samples)
  }
}
