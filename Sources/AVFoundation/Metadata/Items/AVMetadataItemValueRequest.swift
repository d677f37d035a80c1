import Synchronization

/// A request for the value of an item that a program provides lazily: respond once, from any thread, now or later.
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

  /// The item of the requested value.
  public var metadataItem: AVMetadataItem? { item }

  /// Responds with a value.
  public func respond(value: any NSCopying & NSObjectProtocol) {
    answer(.success(MetadataItemValue(object: value)))
  }

  /// Responds with an error: there is no value.
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
  /// Creates an item with all properties of another one but its value, which a handler provides on first use.
  ///
  /// - Parameter handler: Called at most once, on the thread that reads the value or on one of the loader's.
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
