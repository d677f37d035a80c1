/// The chunks of a Core Audio file, in order (Apple Core Audio Format Specification 1.0).
struct CoreAudioChunkSequence {
  /// The largest number of chunks; more are an error of the file.
  private static let limit = 4096

  private let window: ByteWindow
  private var offset: Int64 = 8
  private var count = 0

  /// - Throws: `notAMovie` for files of other kinds.
  init(_ source: any ByteSource) throws(MovieError) {
    guard try CoreAudioFile.isOne(source) else {
      throw MovieError(.notAMovie, "it is no Core Audio file", offset: 0)
    }
    window = ByteWindow(source, capacity: 64)
  }

  /// Returns the next chunk; nil after the last.
  ///
  /// - Throws: `malformed` or `truncated` for an impossible chunk, except audio that is cut off at the end of the file.
  mutating func next() throws(MovieError) -> AudioFileChunk? {
    let end = window.source.size
    guard end - offset >= 12, count < Self.limit else { return nil }
    count += 1
    let type = BoxType(rawValue: try window.u32(at: offset))
    let stored = Int64(bitPattern: try window.u64(at: offset + 4))
    let left = end - offset - 12
    // Only the audio may extend to the end of the file.
    let statesSize = stored != -1 || type != "data"
    let chunk = AudioFileChunk(
      layout: .coreAudio, type: type, offset: offset, size: statesSize ? stored : left, statesSize: statesSize)
    func problem(_ code: MovieError.Code, _ message: String) -> MovieError {
      MovieError(code, message, box: type.text, offset: offset)
    }
    guard chunk.size >= 0 else {
      throw problem(.malformed, "chunk '\(type.text)' says that it has \(chunk.size) bytes")
    }
    guard chunk.size <= left || type == "data" else {
      throw problem(.truncated, "chunk '\(type.text)' has \(chunk.size) bytes; the file has \(left) left")
    }
    offset = chunk.start + min(chunk.size, left)
    return chunk
  }
}
