import Synchronization

/// A question for the value of an item that a program makes lazily: answer it once, from any thread, now or later.
///
/// Source: `AVMetadataItemValueRequest`.
public final class AVMetadataItemValueRequest: NSObject, Sendable {
  private let item: AVMetadataItem
  private let completion: Mutex<LazyMetadataValue.Completion?>

  init(_ item: AVMetadataItem, _ completion: @escaping LazyMetadataValue.Completion) {
    self.item = item
    self.completion = Mutex(completion)
  }

  deinit { answer(.failure(AVError(.unknown, reason: "nobody answered the request for the item's value"))) }

  /// The item whose value is asked for.
  public var metadataItem: AVMetadataItem? { item }

  /// Answers with a value.
  public func respond(value: any NSCopying & NSObjectProtocol) {
    answer(.success(MetadataItemValue(object: value)))
  }

  /// Answers that there is none, and why.
  public func respond(error: any Error) { answer(.failure(error)) }

  private func answer(_ result: Result<MetadataItemValue, any Error>) {
    let completion = completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
    completion?(result)
  }
}

extension AVMetadataItem {
  /// An item with all that another one says but its value, which a handler makes when somebody asks for it.
  ///
  /// - Parameter handler: Called once at most, on the thread that asks for the value or on one of the loader's.
  public convenience init(
    propertiesOf metadataItem: AVMetadataItem,
    valueLoadingHandler handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void
  ) {
    var content = metadataItem.snapshot
    content.value = LazyMetadataValue(waitsForOthers: true) { completion in
      handler(AVMetadataItemValueRequest(metadataItem, completion))
    }
    self.init(content)
  }
}
