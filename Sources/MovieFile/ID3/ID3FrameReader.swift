/// Reads the frames of a tag in order.
struct ID3FrameReader {
  private let source: any ByteSource
  private let window: ByteWindow
  private let header: ID3Header
  private var position: Int64
  private let end: Int64
  /// The difference between positions here and in the file.
  private let shift: Int64
  /// True for ID3v2.4 tags with sizes of eight bits per byte, which iTunes wrote for years.
  private var hasPlainSizes = false
  private var count = 0
  private var total: Int64 = 0
  var problems: [MovieError] = []

  init(_ source: any ByteSource, range: Range<Int64>, header: ID3Header, shift: Int64) {
    self.source = source
    self.header = header
    self.shift = shift
    window = ByteWindow(source)
    position = range.lowerBound
    end = range.upperBound
  }

  private var headerSize: Int64 { header.version == 2 ? 6 : 10 }

  private func problem(_ code: MovieError.Code, _ message: String) -> MovieError {
    MovieError(code, message, box: "ID3v2.\(header.version)", offset: position + shift, file: source.name)
  }

  /// Skips an extended header, which does not describe the media.
  mutating func skipExtendedHeader() throws(MovieError) {
    if header.hasExtendedHeader {
      guard end - position >= 4 else { throw problem(.malformed, "the extended header is cut") }
      let bytes = try window.bytes(at: position, count: 4)
      let size: Int64?
      if header.version == 4 {
        // The size includes itself.
        size = ID3Header.synchsafe(bytes)
      } else {
        size = bytes.reduce(0) { $0 << 8 | Int64($1) } + 4
      }
      // Some writers set the flag without an extended header: the bytes are a frame.
      if !ID3Frame.isID(bytes) {
        guard let size, size >= 4, size <= end - position else {
          throw problem(.malformed, "the extended header does not fit into the tag")
        }
        position += size
      }
    }
    if header.version == 4 { hasPlainSizes = try choosesPlainSizes() }
  }

  /// Returns the next frame, or nil at padding or the end.
  mutating func next() throws(MovieError) -> ID3Frame? {
    while end - position >= headerSize {
      guard let (id, size, flags) = try frameHeader(at: position, plain: hasPlainSizes) else {
        if try window.u8(at: position) != 0 { throw problem(.malformed, "no frame starts here") }
        return nil
      }
      guard let size, size <= end - position - headerSize else {
        throw problem(
          .malformed,
          "frame '\(id)' says that it has \(size.map { "\($0)" } ?? "2^31") bytes; the tag has "
            + "\(end - position - headerSize) left")
      }
      count += 1
      guard count <= MetadataLimit.itemCount else {
        throw problem(.excessive, "the tag has more than \(count - 1) frames")
      }
      total += size
      defer { position += headerSize + size }
      guard size <= MetadataLimit.valueSize, total <= MetadataLimit.totalSize else {
        total -= size
        problems.append(problem(.excessive, "frame '\(id)' has \(size) bytes"))
        continue
      }
      let bytes = try source.bytes(at: position + headerSize, count: Int(size))
      return frame(id, flags, bytes)
    }
    return nil
  }

  /// Returns the header of a frame; nil if there is none. The size is nil if it is invalid.
  private func frameHeader(at offset: Int64, plain: Bool) throws(MovieError) -> (String, Int64?, UInt16)? {
    let bytes = try window.bytes(at: offset, count: Int(headerSize))
    let idLength = header.version == 2 ? 3 : 4
    // A converter's three letters, padded with a zero or a space.
    let idBytes = header.version > 2 && (bytes[3] == 0 || bytes[3] == 0x20) ? bytes[..<3] : bytes[..<idLength]
    guard ID3Frame.isID(idBytes) else { return nil }
    let id = String(decoding: idBytes, as: UTF8.self)
    let sizeBytes = bytes[idLength..<idLength * 2]
    let size =
      header.version == 4 && !plain
      ? ID3Header.synchsafe(sizeBytes) : sizeBytes.reduce(0) { $0 << 8 | Int64($1) }
    return (id, size, header.version == 2 ? 0 : UInt16(bytes[8]) << 8 | UInt16(bytes[9]))
  }

  /// True if the sizes of an ID3v2.4 tag lead from frame to frame only when read with eight bits per byte.
  private func choosesPlainSizes() throws(MovieError) -> Bool {
    func frames(plain: Bool) throws(MovieError) -> (count: Int, isWhole: Bool) {
      var (offset, count) = (position, 0)
      while end - offset >= headerSize, count < 256 {
        guard let (_, size, _) = try frameHeader(at: offset, plain: plain) else {
          return (count, try window.u8(at: offset) == 0)
        }
        guard let size, size <= end - offset - headerSize else { return (count, false) }
        count += 1
        offset += headerSize + size
      }
      return (count, true)
    }
    let synchsafe = try frames(plain: false)
    if synchsafe.isWhole { return false }
    let plain = try frames(plain: true)
    return plain.isWhole || plain.count > synchsafe.count
  }

  /// Removes the fields that the frame's flags announce (ID3v2.3, clause 3.3.1; ID3v2.4, clause 4.1).
  private mutating func frame(_ id: String, _ flags: UInt16, _ bytes: [UInt8]) -> ID3Frame {
    let isCompressed, isEncrypted, isUnsynchronised: Bool
    // A group number, and the length of the contents in plain form.
    var group = 0
    var length = 0
    switch header.version {
    case 3:
      (isCompressed, isEncrypted, isUnsynchronised) = (flags & 0x80 != 0, flags & 0x40 != 0, false)
      (group, length) = (flags & 0x20 != 0 ? 1 : 0, isCompressed ? 4 : 0)
    case 4:
      (isCompressed, isEncrypted) = (flags & 0x08 != 0, flags & 0x04 != 0)
      isUnsynchronised = flags & 0x02 != 0 || header.isUnsynchronised
      (group, length) = (flags & 0x40 != 0 ? 1 : 0, flags & 0x01 != 0 ? 4 : 0)
    default: (isCompressed, isEncrypted, isUnsynchronised) = (false, false, false)
    }
    func opaque(_ code: MovieError.Code, _ message: String) -> ID3Frame {
      problems.append(problem(code, "frame '\(id)' \(message)"))
      return ID3Frame(id: id, flags: flags, body: bytes, isOpaque: true)
    }
    guard !isEncrypted else { return opaque(.unsupported, "is encrypted") }
    guard bytes.count >= group + length else { return opaque(.malformed, "is shorter than its flags say") }
    var body = group + length == 0 ? bytes : Array(bytes[(group + length)...])
    if isUnsynchronised { body = Unsynchronisation.removed(from: body) }
    guard isCompressed else { return ID3Frame(id: id, flags: flags, body: body) }
    // Version 2.3 writes the length before the group, with eight bits per byte; 2.4 after it, with seven.
    let size =
      header.version == 3
      ? bytes[..<4].reduce(0) { $0 << 8 | Int64($1) }
      : length == 0 ? nil : ID3Header.synchsafe(bytes[group..<group + 4])
    let room = min(size ?? MetadataLimit.valueSize, MetadataLimit.valueSize, MetadataLimit.totalSize - total)
    do throws(Inflate.Problem) {
      let plain = try Inflate.zlib(body, limit: Int(max(0, room)))
      total += Int64(plain.count)
      return ID3Frame(id: id, flags: flags, body: plain)
    } catch {
      return opaque(.malformed, "cannot be decompressed: \(error.message)")
    }
  }
}
