import CoreAudioTypes
import CoreGraphics
import Foundation

/// The properties of an audio format description beyond the extensions.
final class AudioFormat: Equatable, Sendable {
  let streamDescription: AudioStreamBasicDescription
  /// The bytes of an `AudioChannelLayout`, possibly cut before its channel descriptions.
  let layout: Data?
  let magicCookie: Data?
  /// The stream description, and bytes of layout and cookie, at addresses that stay: C interfaces hand them out, and nothing
  /// writes there.
  nonisolated(unsafe) let streamDescriptionAddress: UnsafeMutablePointer<AudioStreamBasicDescription>
  nonisolated(unsafe) let layoutAddress: UnsafeMutableRawPointer?
  nonisolated(unsafe) let magicCookieAddress: UnsafeMutableRawPointer?
  /// The formats to which decoders can decode the stream, richest first; at least one.
  nonisolated(unsafe) let layersInMemory: UnsafeMutableBufferPointer<AudioFormatListItem>
  var layers: [AudioFormatListItem] { Array(layersInMemory) }

  init(streamDescription: AudioStreamBasicDescription, layout: Data?, magicCookie: Data?) {
    self.streamDescription = streamDescription
    self.layout = layout.flatMap { $0.isEmpty ? nil : $0 }
    self.magicCookie = magicCookie.flatMap { $0.isEmpty ? nil : $0 }
    streamDescriptionAddress = .allocate(capacity: 1)
    streamDescriptionAddress.initialize(to: streamDescription)
    // A truncated layout is padded with zeros: reading the whole structure stays inside the memory.
    layoutAddress = self.layout?.copied(minimumSize: MemoryLayout<AudioChannelLayout>.size)
    magicCookieAddress = self.magicCookie?.copied(minimumSize: 1)
    let layers = Self.layers(of: streamDescription, layout: self.layout)
    layersInMemory = .allocate(capacity: layers.count)
    _ = layersInMemory.initialize(fromContentsOf: layers)
  }

  deinit {
    streamDescriptionAddress.deallocate()
    layoutAddress?.deallocate()
    magicCookieAddress?.deallocate()
    layersInMemory.deallocate()
  }

  static func == (lhs: AudioFormat, rhs: AudioFormat) -> Bool {
    lhs.streamDescription == rhs.streamDescription && lhs.layout == rhs.layout && lhs.magicCookie == rhs.magicCookie
  }

  /// Copies bytes that C hands over; nil if there are none.
  static func bytes(at address: UnsafeRawPointer?, count: Int) -> Data? {
    guard let address, count > 0 else { return nil }
    return Data(bytes: address, count: count)
  }
}

extension Data {
  fileprivate func copied(minimumSize: Int) -> UnsafeMutableRawPointer {
    let size = Swift.max(count, minimumSize)
    let address = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    memset(address, 0, size)
    withUnsafeBytes { bytes in
      if let source = bytes.baseAddress { memcpy(address, source, bytes.count) }
    }
    return address
  }
}
