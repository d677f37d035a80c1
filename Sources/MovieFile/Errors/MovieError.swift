import Foundation

/// An error of reading or writing a movie file: the problem, its box, and its place in the file.
public struct MovieError: Error, Hashable, Sendable {
  /// The family of a problem; match it with `error.code`.
  public enum Code: String, Hashable, Sendable {
    /// There is no movie in the file.
    case notAMovie
    /// The file ends before data that it declares.
    case truncated
    /// The contents contradict themselves or the format.
    case malformed
    /// The file demands unreasonable resources.
    case excessive
    /// The file is valid, but not supported by this reader.
    case unsupported
    /// The media are encrypted.
    case protected
    /// The file was changed, replaced or removed since it was opened.
    case changed
    /// The operating system refused to open or read the file.
    case unreadable
    /// The media are in another file, which the restrictions forbid to open.
    case forbiddenReference
    /// The operating system refused to write the file.
    case unwritable
    /// The file type cannot hold the data to be written.
    case notStorable
  }

  public var code: Code
  /// One line, without a full stop.
  public var message: String
  /// The box at fault, such as `moov/trak[2]/mdia/minf/stbl/stsz`; empty when it is the file itself.
  public var box: String
  /// The byte of the file at which the problem was found.
  public var offset: Int64?
  /// The file, when it has a name.
  public var file: String?
  /// The `errno` of the system call that failed; nil for all other problems.
  public var systemCode: Int32?

  public init(
    _ code: Code, _ message: String, box: String = "", offset: Int64? = nil, file: String? = nil,
    systemCode: Int32? = nil
  ) {
    self.code = code
    self.message = message
    self.box = box
    self.offset = offset
    self.file = file
    self.systemCode = systemCode
  }

  /// Makes an error of the operating system, with its text.
  package init(_ code: Code, errno systemCode: Int32, offset: Int64? = nil, file: String? = nil) {
    self.init(code, String(cString: strerror(systemCode)), offset: offset, file: file, systemCode: systemCode)
  }
}

extension MovieError {
  /// True if the bytes could not be had: nothing is known of what they hold, and another reader fails too.
  package var isUnreadable: Bool { code == .unreadable || code == .changed }

  /// Calls a body for a track; `notStorable` errors name the track.
  package static func naming<R, E: Error>(track: Int, _ body: () throws(E) -> R) throws(E) -> R {
    do {
      return try body()
    } catch {
      guard var named = error as? MovieError, named.code == .notStorable else { throw error }
      named.message = "track \(track): \(named.message)"
      throw named as? E ?? error
    }
  }
}

extension MovieError: CustomStringConvertible {
  /// The whole error in one line: `movie.mp4: 'stsz' holds 12 entries, not 4000 (moov/trak[1]/…/stsz at byte 1234)`.
  public var description: String {
    let place = [box.isEmpty ? nil : box, offset.map { "at byte \($0)" }].compactMap { $0 }.joined(separator: " ")
    return (file.map { "\($0): " } ?? "") + message + (place.isEmpty ? "" : " (\(place))")
  }
}
