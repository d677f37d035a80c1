internal import MediaSource
internal import MovieFile
import Synchronization

/// The bytes that the delegate of a resource loader gives.
///
/// A read asks for a block, and waits for it; the last blocks are kept, since headers are read in small steps.
final class ResourceBytes: ByteSource {
  private static let blockSize: Int64 = 1 << 18
  private static let keptBlocks = 16

  let size: Int64
  let name: String?
  private let url: URL
  private let loader: AVAssetResourceLoader
  private let isCancelled: @Sendable () -> Bool
  private let blocks = Mutex<[(number: Int64, bytes: Data)]>([])

  /// Asks for the number of bytes. Blocks.
  ///
  /// - Throws: The delegate's error; `AVError` if it does not answer, or not enough; `CancellationError`.
  static func open(
    _ url: URL, _ loader: AVAssetResourceLoader, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> any ByteSource {
    // Apple's first request asks for two bytes, too, which delegates rely on.
    let request = AVAssetResourceLoadingRequest(url, asksForInformation: true, from: 0, count: 2)
    try load(request, loader, isCancelled)
    if let redirect = request.redirect?.url {
      guard redirect.scheme != url.scheme else {
        throw AVError(.fileFormatNotRecognized, reason: "\(url) is redirected to another URL of its own scheme")
      }
      return try MediaInput(redirect, options: MediaFile.Options()).source
    }
    let information = request.contentInformationRequest
    let length = information?.contentLength ?? 0
    guard length > 0 else {
      throw AVError(
        .invalidSourceMedia, reason: "the resource loader's delegate did not say how long \(url) is",
        suggestion: "set contentLength of the request's contentInformationRequest")
    }
    if information?.isByteRangeAccessSupported == true { return ResourceBytes(url, loader, length, isCancelled) }
    let whole = AVAssetResourceLoadingRequest(url, asksForInformation: false, from: 0, count: nil)
    let bytes = try load(whole, loader, isCancelled)
    guard Int64(bytes.count) >= length else {
      throw AVError(.invalidSourceMedia, reason: "\(url) has \(length) bytes, and \(bytes.count) of them came")
    }
    return MemoryByteSource([UInt8](bytes), name: url.absoluteString)
  }

  private init(
    _ url: URL, _ loader: AVAssetResourceLoader, _ size: Int64, _ isCancelled: @escaping @Sendable () -> Bool
  ) {
    (self.url, self.loader, self.size, name) = (url, loader, size, url.absoluteString)
    self.isCancelled = isCancelled
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    var position = offset
    let end = offset + Int64(buffer.count)
    while position < end {
      let number = position / Self.blockSize
      let block = try block(number)
      let start = Int(position - number * Self.blockSize)
      let count = min(block.count - start, Int(end - position))
      block.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: buffer[Int(position - offset)...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
      }
      position += Int64(count)
    }
  }

  private func block(_ number: Int64) throws(MovieError) -> Data {
    if let known = blocks.withLock({ $0.first { $0.number == number }?.bytes }) { return known }
    let start = number * Self.blockSize
    let count = min(Self.blockSize, size - start)
    let request = AVAssetResourceLoadingRequest(url, asksForInformation: false, from: start, count: count)
    let bytes: Data
    do {
      bytes = try Self.load(request, loader, isCancelled)
    } catch {
      throw MovieError(.unreadable, "the resource loader's delegate failed: \(error)", offset: start, file: name)
    }
    guard Int64(bytes.count) >= count else {
      throw MovieError(
        .unreadable, "\(bytes.count) of \(count) bytes came from the resource loader's delegate", offset: start,
        file: name)
    }
    blocks.withLock { blocks in
      blocks.append((number, bytes))
      if blocks.count > Self.keptBlocks { blocks.removeFirst() }
    }
    return bytes
  }

  /// Asks the delegate, and waits for the end of its answer or for as many bytes as are asked for.
  @discardableResult
  private static func load(
    _ request: AVAssetResourceLoadingRequest, _ loader: AVAssetResourceLoader, _ isCancelled: @Sendable () -> Bool
  ) throws -> Data {
    loader.callDelegate { loader, delegate in
      let isServed = delegate?.resourceLoader(loader, shouldWaitForLoadingOfRequestedResource: request) ?? false
      if !isServed {
        request.finishLoading(
          with: AVError(
            .fileFormatNotRecognized, reason: "the resource loader's delegate does not serve \(request.request)"))
      }
    }
    let needsInformation = request.contentInformationRequest != nil
    let wanted = request.dataRequest?.requestedLength ?? 0
    while true {
      let result: Result<Data, any Error>? = request.answer.wait(milliseconds: 100) { answer in
        if let error = answer.error { return .failure(error) }
        // Information may be set after the bytes are.
        let isComplete = answer.isFinished || !needsInformation && answer.bytes.count >= wanted
        return isComplete ? .success(answer.bytes) : nil
      }
      if let result { return try result.get() }
      guard isCancelled() else { continue }
      request.answer.withLock { $0.isCancelled = true }
      loader.callDelegate { loader, delegate in delegate?.resourceLoader(loader, didCancel: request) }
      throw CancellationError()
    }
  }
}
