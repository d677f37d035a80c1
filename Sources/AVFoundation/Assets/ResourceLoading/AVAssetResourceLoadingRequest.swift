internal import MediaSource
import Synchronization

/// A request to a delegate for information about a resource, for bytes of it, or for both.
///
/// May be answered from any thread.
///
/// Source: `AVAssetResourceLoadingRequest`.
open class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.

  /// A request for a URL.
  ///
  /// Apple's is a `URLRequest`. On Linux that lies in FoundationNetworking, which would make every program that uses
  /// AVFoundation load a web client and thirty libraries; this type has the members that resource loading needs.
  public struct Request: Hashable, Sendable, CustomStringConvertible {
    /// The URL.
    public var url: URL?

    /// Creates a request for a URL.
    public init(url: URL) { self.url = url }

    public var description: String { url?.absoluteString ?? "" }
  }

  let answer: ConditionLock<ResourceAnswer>
  /// The URL of the resource, as a request.
  public final let request: Request
  /// The information that is asked for; nil if there is none to give.
  public final let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
  /// The bytes that are asked for; nil if there are none to give.
  public final let dataRequest: AVAssetResourceLoadingDataRequest?
  private let storedRedirect = Mutex<Request?>(nil)

  init(_ url: URL, asksForInformation: Bool, from offset: Int64, count: Int64?) {
    answer = ConditionLock(ResourceAnswer())
    request = Request(url: url)
    contentInformationRequest = asksForInformation ? AVAssetResourceLoadingContentInformationRequest() : nil
    dataRequest = AVAssetResourceLoadingDataRequest(answer, from: offset, count: count)
  }

  /// True once `finishLoading()` was called.
  open var isFinished: Bool { answer.withLock { $0.isFinished } }

  /// True once the bytes are not needed any longer.
  open var isCancelled: Bool { answer.withLock { $0.isCancelled } }

  /// A request whose URL has the bytes: a file's, or a server's. Set before `finishLoading()`.
  open var redirect: Request? {
    get { storedRedirect.withLock { $0 } }
    set { storedRedirect.withLock { $0 = newValue } }
  }

  /// Ends the request: everything was given.
  open func finishLoading() { answer.withLock { $0.finish(nil) } }

  /// Ends the request with an error, which the asset reports; without one, as `finishLoading()`.
  open func finishLoading(with error: (any Error)?) { answer.withLock { $0.finish(error) } }
}

/// A request for a resource that was given for some time; no asset makes one here.
///
/// Source: `AVAssetResourceRenewalRequest`.
open class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {
  // Unchecked as the class above; it stores nothing.
}

/// The information that a delegate gives about a resource.
///
/// Source: `AVAssetResourceLoadingContentInformationRequest`.
open class AVAssetResourceLoadingContentInformationRequest: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is behind a lock.
  private struct Information: Sendable {
    var type: String?
    var length: Int64 = 0
    var hasRanges = false
    var isEntirelyThere = false
    var renewal: Date?
  }

  private let information = Mutex(Information())

  override init() {}

  /// The uniform type identifier of the resource; its first bytes decide, whatever this says.
  open var contentType: String? {
    get { information.withLock { $0.type } }
    set { information.withLock { $0.type = newValue } }
  }

  /// The types that can be read; nil for any.
  open var allowedContentTypes: [String]? { AVURLAsset.audiovisualTypes().map(\.rawValue) }

  /// The number of bytes; must be set.
  open var contentLength: Int64 {
    get { information.withLock { $0.length } }
    set { information.withLock { $0.length = newValue } }
  }

  /// True if any part of the resource can be given by itself; otherwise all of it is asked for once, and kept.
  open var isByteRangeAccessSupported: Bool {
    get { information.withLock { $0.hasRanges } }
    set { information.withLock { $0.hasRanges = newValue } }
  }

  /// True if all bytes can be given at once; kept for the program, not read.
  open var isEntireLengthAvailableOnDemand: Bool {
    get { information.withLock { $0.isEntirelyThere } }
    set { information.withLock { $0.isEntirelyThere = newValue } }
  }

  /// The date from which on the resource would have to be asked for again; kept for the program, never due here.
  open var renewalDate: Date? {
    get { information.withLock { $0.renewal } }
    set { information.withLock { $0.renewal = newValue } }
  }
}

/// The bytes that a delegate gives.
///
/// Source: `AVAssetResourceLoadingDataRequest`.
open class AVAssetResourceLoadingDataRequest: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  private let answer: ConditionLock<ResourceAnswer>
  /// The position of the first byte.
  public final let requestedOffset: Int64
  /// The number of bytes; the largest number if all from the first are asked for.
  public final let requestedLength: Int
  /// True if all bytes from the first to the end of the resource are asked for.
  public final let requestsAllDataToEndOfResource: Bool

  init(_ answer: ConditionLock<ResourceAnswer>, from offset: Int64, count: Int64?) {
    (self.answer, requestedOffset) = (answer, offset)
    requestedLength = count.map { Int($0) } ?? Int.max
    requestsAllDataToEndOfResource = count == nil
  }

  /// The position of the next byte that `respond(with:)` gives.
  open var currentOffset: Int64 { requestedOffset + Int64(answer.withLock { $0.bytes.count }) }

  /// Gives the next bytes; any number of calls together give those that were asked for.
  open func respond(with data: Data) { answer.withLock { $0.bytes.append(data) } }
}

/// The answer to a request, as far as it has come.
struct ResourceAnswer: Sendable {
  var bytes = Data()
  private(set) var isFinished = false
  private(set) var error: (any Error)?
  var isCancelled = false

  mutating func finish(_ error: (any Error)?) {
    if !isFinished { (isFinished, self.error) = (true, error) }
  }
}
