import MediaGraph

/// An output of a run, which appears complete or not at all: a file, or a folder of files.
package protocol RunOutput: AnyObject, Sendable {
  var location: Location { get }
  /// True if it can be read before it is complete.
  var grows: Bool { get }
  /// The number of files that were written.
  var fileCount: Int { get }

  /// Creates the output under a hidden name, without touching an existing one.
  ///
  /// - Throws: `Diagnostic` with the system's error.
  func create(at range: SourceRange?) throws(Diagnostic)

  /// Gives the output its name; `finish(_:)`, `undoPlacement(_:)`, `discard()` or `keepWhole()` must follow.
  ///
  /// - Throws: `Diagnostic` if the name was taken meanwhile, or the system refuses.
  @discardableResult
  func place(at range: SourceRange?) throws(Diagnostic) -> OutputPlacement

  /// Removes the name again, and restores what was replaced.
  ///
  /// - Returns: True if that is restored.
  func undoPlacement(_ placement: OutputPlacement) -> Bool

  /// Removes the hidden name, and what was replaced.
  ///
  /// - Returns: The size of the output in bytes.
  func finish(_ placement: OutputPlacement) -> Int

  /// Removes the output of a cancelled run; what was replaced gets its name back.
  func discard()

  /// Finishes the output of a failed run: what can be used stays.
  ///
  /// - Returns: Notes for the user.
  func keepWhole() -> [String]
}

extension RunOutput {
  package var fileCount: Int { 1 }
}

/// The way in which an output got its name, which decides how to undo that.
package enum OutputPlacement: Equatable, Sendable {
  /// A device or pipe, which is written directly.
  case asItIs
  /// It was created under its name, which was free.
  case created
  /// It also has its hidden name, where possible.
  case linked
  /// The hidden name is now that of the replaced output.
  case exchanged
  /// It was renamed; the hidden name no longer exists.
  case renamed
  /// It was renamed, and the replaced output no longer exists.
  case replaced
}
