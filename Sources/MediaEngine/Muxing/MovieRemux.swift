internal import GStreamer
internal import MediaSource
import Foundation
import MediaGraph
public import MovieFile

/// Copies the samples of a file into a movie, an audio file, Matroska or WebM, without decoding.
///
/// Of movies, everything that a movie can hold is copied; of other files video, audio and subtitles, tags and chapters.
///
/// The output appears complete or not at all. In fragments, it has its name from the beginning, and can be read up to
/// its last complete fragment: while it is written, after a crash, and if the disk is full or the input is damaged;
/// before the first, it is empty. A replaced file keeps the name until then, and is kept until the output is complete.
public struct MovieRemux: Sendable {
  /// A path or a URL.
  public var input: String
  public var output: String
  /// The output's format; nil for that of its file name extension.
  public var format: WritableFormat?
  public var overwrite = false
  /// True if playback can begin before the whole file is loaded.
  public var headersFirst = false
  /// The duration of a fragment; nil for a file in one piece.
  public var fragmentInterval: CMTime?
  private let cancellation = ReadingCancellation()

  public init(from input: String, to output: String) {
    (self.input, self.output) = (input, output)
  }

  /// Thrown if a copy was stopped.
  public struct Stopped: Error {}

  /// Stops the copy, also while a server lets it wait; may be called on any thread.
  public func cancel() { cancellation.end() }

  /// Copies the file; blocks until it is done.
  ///
  /// - Parameters:
  ///   - shouldStop: Called between pieces of the file; if it returns true, the copy ends and leaves no file.
  ///   - notice: Called with notes for the user: the parts that the copy does not have.
  ///   - progress: Called with the number of sample bytes copied, and of all sample bytes.
  /// - Returns: The size of the output in bytes.
  /// - Throws: `Diagnostic`; `Stopped`.
  public func run(
    shouldStop: () -> Bool = { false }, notice: (String) -> Void = { _ in },
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> Int {
    let format = try format ?? writableFormat()
    let location = Location(output)
    let file = OutputFile(location, overwrite: overwrite, grows: fragmentInterval != nil)
    if let problem = file.problem(at: nil) { throw problem }
    let isCancelled = cancellation.isCancelled
    let copy: FileCopy
    do {
      copy = try FileCopy(
        Location(input), to: format, isFragmented: fragmentInterval != nil, cancellation: cancellation)
    } catch {
      if isCancelled() { throw Stopped() }
      throw Self.diagnostic(error, input: input, output: output)
    }
    copy.notes.forEach(notice)
    var hasStopped = false
    let body = { (sink: FileByteSink) in
      let watch = { (done: Int64, all: Int64) in
        hasStopped = shouldStop() || isCancelled()
        if hasStopped { throw MovieError(.unwritable, "stopped") }
        // It can be read before it is complete.
        if file.grows, sink.readableCount > 0 { try file.place(at: nil) }
        progress(done, all)
      }
      try copy.write(to: sink, layout: layout(of: copy), progress: watch).forEach(notice)
    }
    do {
      return try write(to: file, body)
    } catch {
      guard !hasStopped, !isCancelled() else {
        file.discard()
        throw Stopped()
      }
      var problem = Self.diagnostic(error, input: input, output: output)
      problem.notes += file.keepWhole()
      throw problem
    }
  }

  private func layout(of copy: FileCopy) throws -> MovieWriter.Layout {
    if let fragmentInterval { return .fragments(interval: fragmentInterval) }
    return headersFirst ? try copy.headersFirst() : .headersLast
  }

  private func write(to file: OutputFile, _ body: (FileByteSink) throws -> Void) throws -> Int {
    guard file.isRenamed else {
      throw Diagnostic("cannot write '\(output)'", kind: .output, cause: "a movie goes into a regular file")
    }
    try file.create(at: nil)
    try body(FileByteSink(descriptor: file.descriptor, name: output))
    return file.finish(try file.place(at: nil))
  }

  /// Returns the format that the output's name stands for.
  private func writableFormat() throws(Diagnostic) -> WritableFormat {
    let name = URL(fileURLWithPath: output).pathExtension
    if let format = WritableFormat(pathExtension: name) { return format }
    let isStream = ExportPreset.FileType(nameOf: Location(output)) == .ts
    throw Diagnostic(
      "cannot write '\(output)'", kind: .usage,
      cause: name.isEmpty
        ? "its name says no kind of file"
        : isStream
          ? "a copy of all tracks as they are is not made as '.\(name)'"
          : "'.\(name)' is no kind of file that is written",
      help: (isStream ? "run 'reel transcode \(input) \(output) --video copy --audio copy', or " : "")
        + "end the name with .mov, .mp4, .m4a, .m4v, .3gp, .wav, .aiff, .aifc, .caf, .amr, .mp3, .flac, .mkv or .webm")
  }

  private static func diagnostic(_ error: any Error, input: String, output: String) -> Diagnostic {
    if let problem = error as? Diagnostic { return problem }
    if let error = error as? MediaError { return Diagnostic(error) }
    // The file is not to blame.
    if let error = error as? GStreamerError, error.kind == .unavailable {
      return Diagnostic("the copy failed", kind: .unavailable, cause: error.textWithSuggestion, underlying: error)
    }
    if let error = error as? MediaFileError {
      return Diagnostic("cannot read '\(input)'", kind: .input, cause: error.message, underlying: error)
    }
    if let unsupported = error as? UnsupportedMedia {
      var problem = diagnostic(unsupported.reason, input: input, output: output)
      if unsupported.reason.code == .notStorable { problem.help = unsupported.help }
      return problem
    }
    guard let error = error as? MovieError else {
      return Diagnostic("cannot read '\(input)'", kind: .input, underlying: error)
    }
    switch error.code {
    case .unwritable: return Diagnostic(writing: output, underlying: error)
    case .notStorable:
      return Diagnostic(
        "cannot write '\(output)'", kind: .output, cause: error.message, underlying: error,
        help: "choose another kind of file, such as .mov")
    default:
      let place = [error.box.isEmpty ? nil : "in \(error.box)", error.offset.map { "at byte \($0)" }].compactMap { $0 }
      return Diagnostic(
        "cannot read '\(input)'", kind: .input, notes: place.isEmpty ? [] : [place.joined(separator: " ")],
        cause: error.message, underlying: error)
    }
  }
}
