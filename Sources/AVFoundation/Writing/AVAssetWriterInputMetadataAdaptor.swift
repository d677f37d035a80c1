import Synchronization

/// Appends groups of metadata items to an input of metadata: a track of timed metadata.
///
///     let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: keys)
///     let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
///     writer.add(input)
///     …
///     adaptor.append(AVTimedMetadataGroup(items: [place], timeRange: range))
///
/// Items have an identifier and a value; without a data type, they have that of the value. Used on any thread, for one group after the
/// other.
///
/// Source: `AVAssetWriterInputMetadataAdaptor`.
open class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.

  /// The input.
  public let assetWriterInput: AVAssetWriterInput
  /// The keys of the latest group.
  private let keys: Mutex<CMMetadataFormatDescription?>

  /// Creates an adaptor of an input of metadata, which has no other adaptor.
  ///
  /// The input's format hint has the keys of all items; without one, groups bring theirs. The file is in one piece: `startWriting()`
  /// fails for one in fragments.
  public init(assetWriterInput input: AVAssetWriterInput) {
    precondition(input.mediaType == .metadata, "An adaptor of metadata is for an input of metadata.")
    precondition(input.claim(by: nil), "An input has one adaptor.")
    assetWriterInput = input
    keys = Mutex(input.sourceFormatHint)
    super.init()
  }

  /// Appends a group; their times ascend.
  ///
  /// A group ends where the next one starts, also if its own time range is longer, or has no numeric duration. Between groups, and in
  /// the time of a group without items, there are none.
  ///
  /// - Returns: False if the writer does not write, or fails with this group: an item has a key that the input's format hint does not
  ///   have, or a value that is not of its type.
  @discardableResult
  open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
    do {
      let format = try keys.withLock { keys in
        let format = try timedMetadataGroup.format(within: keys, isFixed: assetWriterInput.sourceFormatHint != nil)
        keys = format
        return format
      }
      return assetWriterInput.append(made: try timedMetadataGroup.sampleBuffer(format))
    } catch let problem as MetadataProblem {
      assetWriterInput.fail(WriterMisuse("append(_:) of timed metadata: \(problem.description)"))
    } catch {
      assetWriterInput.fail(WriterMisuse("append(_:) of timed metadata: \(error)"))
    }
    return false
  }
}
