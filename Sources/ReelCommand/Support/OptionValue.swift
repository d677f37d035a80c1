import ArgumentParser
import MediaGraph

/// Parses the values of options. Errors are `ValidationError`s that name the option.
enum OptionValue {
  /// Returns the time that an option gives.
  static func time(_ text: String, of option: String) throws -> MediaTime {
    if let problem = negativeTime(text, of: option) { throw ValidationError(problem) }
    guard let time = try? MediaTime(parsing: text), time.time() != nil else {
      throw ValidationError("\(option) \(text) is no time in seconds: \(MediaTime.examples).")
    }
    return time
  }

  /// Returns the problem of a time such as `-1s`; nil for other texts.
  static func negativeTime(_ text: String, of option: String) -> String? {
    guard text.hasPrefix("-"), (try? MediaTime(parsing: String(text.dropFirst()))) != nil else { return nil }
    return "\(option) \(text) is below zero."
  }

  /// Returns the range of `--from` and `--to`, each of which may be missing.
  static func range(from: String?, to: String?) throws -> (from: MediaTime?, to: MediaTime?) {
    let range = (from: try from.map { try time($0, of: "--from") }, to: try to.map { try time($0, of: "--to") })
    if let start = range.from?.time(), let end = range.to?.time(), start >= end {
      throw ValidationError("--to \(to ?? "") is not after --from \(from ?? "").")
    }
    return range
  }

  /// Returns the frames a second that `--frame-rate` gives.
  static func frameRate(_ text: String) throws -> FrameRate {
    do {
      return try FrameRate(parsing: text)
    } catch {
      throw ValidationError("--frame-rate \(text): it \(error.problem); \(error.help ?? "write 25 or 30000/1001").")
    }
  }

  /// Returns the size that an option gives.
  ///
  /// - Parameter example: A size that is usual for the option.
  static func size(_ text: String, of option: String = "--size", example: String = "1280x720") throws -> PixelSize {
    guard let size = try? PixelSize(parsing: text), size.width <= 16384, size.height <= 16384 else {
      throw ValidationError("\(option) \(text) is no size: write \(example), at most 16384x16384.")
    }
    return size
  }
}
