import Dispatch
import Synchronization

/// Asks a delegate for the bytes of an asset whose URL has a scheme of the program's own.
///
///     let asset = AVURLAsset(url: URL(string: "vault:film.mp4")!)
///     asset.resourceLoader.setDelegate(vault, queue: DispatchQueue(label: "vault"))
///     let tracks = try await asset.load(.tracks)
///
/// The delegate is set before anything of the asset is loaded; URLs that can be read without it are. Readers, image
/// generators and compositions of the asset ask the same delegate.
///
/// Source: `AVAssetResourceLoader`.
open class AVAssetResourceLoader: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is behind a lock.
  private struct Client: @unchecked Sendable {
    // Unchecked: the delegate is only called on its queue.
    weak var delegate: (any AVAssetResourceLoaderDelegate)?
    var queue: DispatchQueue?
  }

  private let client = Mutex(Client())

  override init() {}

  /// The delegate; released programs have none.
  open var delegate: (any AVAssetResourceLoaderDelegate)? { client.withLock { $0 }.delegate }

  /// The queue on which the delegate is called.
  open var delegateQueue: DispatchQueue? { client.withLock { $0.queue } }

  /// Sets the delegate, which is not retained, and the queue on which it is called; a queue of the loader's own if nil.
  open func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
    let new = Client(delegate: delegate, queue: delegateQueue ?? DispatchQueue(label: "AVAssetResourceLoader"))
    client.withLock { $0 = new }
  }

  /// Calls the delegate on its queue; the body gets nil if it is gone.
  func callDelegate(_ body: @escaping @Sendable (AVAssetResourceLoader, (any AVAssetResourceLoaderDelegate)?) -> Void) {
    guard let queue = delegateQueue else { return body(self, nil) }
    queue.async { body(self, self.delegate) }
  }
}

/// The program's part of loading an asset with a scheme of its own; all methods are optional.
///
/// Methods are called on the queue of `AVAssetResourceLoader.setDelegate(_:queue:)`.
public protocol AVAssetResourceLoaderDelegate: AnyObject {
  /// Returns true if the delegate answers a request, now or later; false fails it.
  ///
  /// Information and bytes are set in the request, from any thread, and `finishLoading()` is called once.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool

  /// Returns true if the delegate answers the request for a resource that it gave with a `renewalDate`.
  ///
  /// Never called: bytes that were given stay valid here.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool

  /// Says that a request is not needed any longer.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

extension AVAssetResourceLoaderDelegate {
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool { false }

  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool { false }

  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {}
}
