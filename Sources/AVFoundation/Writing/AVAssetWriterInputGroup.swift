/// Inputs whose tracks are alternatives, of which players choose one: the same in several languages, for example.
///
/// Source: `AVAssetWriterInputGroup`.
open class AVAssetWriterInputGroup: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.

  /// The inputs.
  public let inputs: [AVAssetWriterInput]
  /// The input whose track players choose unless asked otherwise; nil for none.
  public let defaultInput: AVAssetWriterInput?

  /// Creates a group of inputs of the same media type.
  public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
    precondition(
      defaultInput.map { inputs.contains($0) } ?? true, "The default input of a group is one of its inputs.")
    (self.inputs, self.defaultInput) = (inputs, defaultInput)
    super.init()
  }
}

extension AVAssetWriter {
  /// The groups of inputs.
  public var inputGroups: [AVAssetWriterInputGroup] { options.withLock { $0.groups } }

  /// Returns true if a group can be added: its inputs are the writer's, and in no other group.
  public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool {
    let (inputs, groups) = options.withLock { ($0.inputs, $0.groups) }
    return !core.hasStarted && !fileType.isAudioFile && !inputGroup.inputs.isEmpty
      && Set(inputGroup.inputs.map(\.mediaType)).count == 1
      && inputGroup.inputs.allSatisfy { input in
        inputs.contains(input) && !groups.contains { $0.inputs.contains(input) }
      }
  }

  /// Adds a group; before writing starts. A group that cannot be added makes the writer fail.
  ///
  /// The track of the default input is enabled from now on, and all others are not: `marksOutputTrackAsEnabled` says so, and may be changed.
  public func add(_ inputGroup: AVAssetWriterInputGroup) {
    guard canAdd(inputGroup) else {
      return core.fail(
        WriterMisuse("a group is of inputs of one media type that were added to the writer, and are in no other group"))
    }
    options.withLock { $0.groups.append(inputGroup) }
    for input in inputGroup.inputs { input.marksOutputTrackAsEnabled = input === inputGroup.defaultInput }
  }
}
