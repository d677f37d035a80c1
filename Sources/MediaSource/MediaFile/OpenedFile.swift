import Foundation
import MovieFile

/// A file whose beginning was read: its source and its format.
struct OpenedFile: Sendable {
  let contents: MediaFile.Contents
  let source: any ByteSource
  /// GStreamer's headers, for formats without a reader here.
  let headers: ContainerHeaders?
  /// The source for GStreamer's parsers.
  let elementSource: MediaElementSource

  /// Returns the kind of the container, by its beginning.
  func kind() throws(MovieError) -> ContainerKind {
    ContainerKind(try source.bytes(at: 0, count: Int(min(source.size, Int64(ContainerKind.length)))))
  }

  /// Returns the problem of a URL that is known without reading; nil if there is none.
  static func problem(_ url: URL) -> (any Error)? {
    switch url.scheme?.lowercased() {
    case "file":
      let path = url.path
      return access(path, R_OK) == 0
        ? InputFile.problem(path: path)
        : MovieError(.unreadable, errno: errno, file: path)
    case "http", "https":
      return url.host.map { $0.isEmpty } ?? true ? MediaFileError(.noHost, url: url) : nil
    case "data": return nil
    case let scheme: return MediaFileError(.unsupportedScheme(scheme ?? ""), url: url)
    }
  }

  /// Reads the beginning. Blocks.
  ///
  /// - Throws: The error of the URL, the server or the file; `CancellationError`.
  init(_ url: URL, _ options: MediaFile.Options, isCancelled: @escaping @Sendable () -> Bool) throws {
    if let problem = Self.problem(url) { throw problem }
    switch url.scheme?.lowercased() {
    case "file":
      (source, elementSource) = (try FileByteSource(path: url.path), .file(url.path))
    case "data":
      guard let bytes = DataURL.bytes(url) else { throw MediaFileError(.malformedURL) }
      source = MemoryByteSource(bytes, name: "data:")
      let file = try FileDescriptor.temporary()
      try bytes.withUnsafeBytes { bytes in try file.write(bytes, at: 0) }
      elementSource = .memory(file)
    default:
      (source, elementSource) = (
        try HTTPByteSource(url, timeout: options.timeout, Reception(isCancelled: isCancelled)), .url(url)
      )
    }
    do {
      (contents, headers) = try Self.contents(
        of: source, url, options, elementSource: elementSource, isCancelled: isCancelled)
    } catch let error as MediaError {
      guard let type = (source as? HTTPByteSource)?.contentType, !Self.isMedia(type) else { throw error }
      throw MediaFileError(.contentType(type), url: url)
    }
  }

  private static func contents(
    of source: any ByteSource, _ url: URL, _ options: MediaFile.Options, elementSource: MediaElementSource,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> (MediaFile.Contents, ContainerHeaders?) {
    if try CoreAudioFile.isOne(source) { return (.coreAudio(try CoreAudioFile(source: source)), nil) }
    do throws(MovieError) {
      return (.movie(try Movie(source: source, location: url, restrictions: options.restrictions)), nil)
    } catch {
      // Media bytes without the movie's headers: other readers would only guess.
      if error.code == .notAMovie, error.offset.map({ $0 > 0 }) ?? false, source.size > 0 {
        throw MovieError(.truncated, error.message, offset: error.offset, file: error.file)
      }
      guard error.code == .notAMovie else { throw error }
    }
    let beginning = try source.bytes(at: 0, count: Int(min(source.size, 4096)))
    if HLSPlaylist.isPlaylist(beginning) {
      return (.playlist(try HLSPresentation(of: source, at: url)), nil)
    }
    if let sound = try ChunkedSoundFile.coded(in: source) { return (.chunkedSound(sound), nil) }
    if !isContainer(beginning), let frames = try frames(source) { return (.frames(frames), nil) }
    return (
      .container,
      try ContainerHeaders(of: elementSource, streamCount: streamCount(beginning), isCancelled: isCancelled)
    )
  }

  /// Returns the number of streams if the first bytes state it; else 0.
  private static func streamCount(_ beginning: [UInt8]) -> Int {
    // Flash Video has a flag for audio and one for video, and a demuxer that exposes one stream before it knows of the
    // other.
    guard beginning.starts(with: Array("FLV".utf8)), beginning.count > 4 else { return 0 }
    return (beginning[4] & 5).nonzeroBitCount
  }

  /// Opens a file of frames; returns nil for other formats.
  private static func frames(_ source: any ByteSource) throws -> AudioFrameFile? {
    do throws(MovieError) {
      return try AudioFrameFile(source: source)
    } catch {
      if error.code == .unreadable || error.code == .changed { throw error }
      return nil
    }
  }

  /// Returns true if a file begins like a container that may contain consecutive audio frames.
  private static func isContainer(_ bytes: [UInt8]) -> Bool {
    let beginnings = ["RIFF", "OggS", "fLaC", "FLV\u{1}", "FORM", "#!AMR", ".snd"].map { Array($0.utf8) }
    let others: [[UInt8]] = [[0x1a, 0x45, 0xdf, 0xa3], [0, 0, 1, 0xba], [0x30, 0x26, 0xb2, 0x75]]
    if (beginnings + others).contains(where: { bytes.starts(with: $0) }) { return true }
    // Packets of MPEG transport streams (ISO/IEC 13818-1, clause 2.4.3.2).
    return bytes.count > 376 && [0, 188, 376].allSatisfy { bytes[$0] == 0x47 }
  }

  private static func isMedia(_ type: String) -> Bool {
    type.hasPrefix("video/") || type.hasPrefix("audio/") || type.hasPrefix("image/")
      || ["application/octet-stream", "binary/octet-stream", "application/mp4", "application/ogg"].contains(type)
      || type.contains("mpegurl")
  }
}

/// The numbers of a file's streams.
enum StreamNumbers {
  /// Returns the numbers at the end of the demuxer's stream IDs; nil if these are not all different.
  static func stated(of streamIDs: [String?]) -> [Int32]? {
    let numbers = streamIDs.compactMap { $0.flatMap(number) }
    return numbers.count == streamIDs.count && Set(numbers).count == numbers.count ? numbers : nil
  }

  /// Returns indices from 1 on, for streams without numbers.
  static func places(_ count: Int) -> [Int32] { (0..<count).map { Int32(clamping: $0 + 1) } }

  private static func number(_ streamID: String) -> Int32? {
    guard let last = streamID.split(separator: "/").last else { return nil }
    // Matroska: the number, a colon, and an arbitrary number. Transport streams: hexadecimal.
    if let colon = last.firstIndex(of: ":") { return Int32(last[..<colon]) }
    if last.count == 8, let number = Int32(last, radix: 16) { return number > 0 ? number : nil }
    return Int32(last).flatMap { $0 > 0 ? $0 : nil }
  }
}
