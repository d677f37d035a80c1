import CoreGraphics
import Foundation
import Synchronization

/// A PNG, JPEG or GIF file, the source of images and properties.
///
/// Images of GIF files and animated PNGs are the whole screen, composed of the images before.
///
/// May be used from any thread.
public final class CGImageSource: Sendable {
  /// The bytes so far, and whether more may come.
  struct Content: Sendable {
    let data: Data
    let isFinal: Bool
    /// The images of a GIF file; nil for other files.
    let animation: GIFAnimation?
    /// The decoder behind the image that was decoded last, and the index of that image.
    var decoded: (decoder: GIFDecoder, index: Int)?
    /// The images of an animated PNG; nil for other files.
    let frames: PNGAnimation?
    /// The canvas with the animated PNG's image that was drawn last, and the index of that image.
    var drawn: (canvas: PNGCanvas, index: Int)?

    init(_ data: Data, isFinal: Bool) {
      (self.data, self.isFinal, animation) = (data, isFinal, GIFAnimation(data))
      frames = PNGAnimation(data)
    }
  }

  let content: Mutex<Content>
  /// True for a source whose bytes come step by step.
  let isIncremental: Bool

  init?(data: Data) {
    let all = Content(data, isFinal: true)
    guard ImageCodec(sniffing: data) != nil || all.animation != nil else { return nil }
    content = Mutex(all)
    isIncremental = false
  }

  /// Creates a source without bytes.
  init() {
    content = Mutex(Content(Data(), isFinal: false))
    isIncremental = true
  }

  /// The bytes.
  var data: Data { content.withLock { $0.data } }

  /// True if no more bytes come.
  var isFinal: Bool { content.withLock { $0.isFinal } }

  /// The images of a GIF file; nil for other files.
  var animation: GIFAnimation? { content.withLock { $0.animation } }

  /// The images of an animated PNG; nil for other files.
  var frames: PNGAnimation? { content.withLock { $0.frames } }

  /// The format; nil for GIF, and as long as the first bytes do not tell it.
  var codec: ImageCodec? { ImageCodec(sniffing: data) }

  /// Takes all bytes so far. A source that is not incremental stays as it is.
  func update(_ data: Data, isFinal: Bool) {
    guard isIncremental else { return }
    content.withLock { content in
      if !content.isFinal { content = Content(data, isFinal: isFinal) }
    }
  }

  var exif: ExifBlock? {
    switch codec {
    case .jpeg?: JPEGFile(data)?.exif
    case .png?: PNGFile.exif(of: data)
    case nil: nil
    }
  }

  /// The header; nil if it is damaged, or has not come.
  var header: ImageCodec.Header? { codec.flatMap { try? $0.header(of: data) } }

  var status: CGImageSourceStatus {
    let content = content.withLock { $0 }
    if let animation = content.animation { return status(of: animation, isFinal: content.isFinal) }
    guard let codec = ImageCodec(sniffing: content.data) else {
      return content.isFinal ? .statusUnknownType : .statusReadingHeader
    }
    guard (try? codec.header(of: content.data)) != nil else {
      return content.isFinal ? .statusInvalidData : .statusReadingHeader
    }
    let isWhole = codec == .png ? PNGFile.isComplete(content.data) : content.data.suffix(64).contains(pair: 0xFF, 0xD9)
    if isWhole { return .statusComplete }
    // Damaged ends of files that are there at once are no reason to wait.
    return !isIncremental ? .statusComplete : content.isFinal ? .statusUnexpectedEOF : .statusIncomplete
  }
}

extension Data {
  fileprivate func contains(pair first: UInt8, _ second: UInt8) -> Bool {
    zip(self, dropFirst()).contains { $0 == first && $1 == second }
  }
}

/// The reading status of a source.
public enum CGImageSourceStatus: Int32, Sendable {
  case statusUnexpectedEOF = -5
  case statusInvalidData = -4
  case statusUnknownType = -3
  case statusReadingHeader = -2
  case statusIncomplete = -1
  case statusComplete = 0
}

/// Creates a source of a file's bytes, or nil if they are no PNG, JPEG or GIF file.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data: Data(copying: data))
}

/// Creates a source of a file, or nil if it cannot be read or is no PNG, JPEG or GIF file.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  (try? Data(contentsOf: url as URL)).flatMap(CGImageSource.init(data:))
}

/// Creates a source of a provider's bytes, or nil if they are no PNG, JPEG or GIF file.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.flatMap { CGImageSource(data: Data(copying: $0)) }
}

/// Creates a source without bytes, which `CGImageSourceUpdateData` brings.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource { CGImageSource() }

/// Gives an incremental source all bytes so far, those of earlier calls included.
///
/// - Parameter final: True if no more bytes come.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.update(Data(copying: data), isFinal: final)
}

/// Gives an incremental source all bytes so far, those of earlier calls included.
///
/// - Parameter final: True if no more bytes come.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
  if let data = provider.data { isrc.update(Data(copying: data), isFinal: final) }
}

/// Returns the identifier of the class of sources within this process.
public func CGImageSourceGetTypeID() -> CFTypeID { typeID(of: CGImageSource.self) }

/// Returns the identifiers of the readable types.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  (ImageCodec.allCases.map(\.rawValue) + [gifType]) as CFArray
}

let gifType = "com.compuserve.gif"

/// Returns the identifier of a source's type: public.png, public.jpeg or com.compuserve.gif; nil as long as it is not
/// known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  (isrc.codec?.rawValue ?? (isrc.animation == nil ? nil : gifType)).map { $0 as CFString }
}

/// Returns the number of images in a source: 1, or 0 as long as the type is not known; of GIF files and animated PNGs, the
/// images that are there.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int {
  isrc.animation?.images.count ?? isrc.frames?.images.count ?? (isrc.codec == nil ? 0 : 1)
}

/// Returns the index of the main image; always 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns the status of a source, by reading its header and its end.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// Returns the status of an image; of an animation's, whether it is there; else that of the source, or unknown if the index
/// is not 0.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  if isrc.animation?.images.indices.contains(index) == true { return .statusComplete }
  if let frames = isrc.frames, index > 0 {
    return frames.images.indices.contains(index) ? .statusComplete : .statusUnknownType
  }
  return index == 0 ? isrc.status : .statusUnknownType
}

/// Decodes an image, or nil if it is damaged, has not come, or there is none of the index.
///
/// With `kCGImageSourceSubsampleFactor`, 2, 4 or 8, its sides are that much shorter.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard let image = isrc.image(at: index) else { return nil }
  let factor = (options?[kCGImageSourceSubsampleFactor] as? NSNumber)?.intValue ?? 1
  guard [2, 4, 8].contains(factor) else { return image }
  return image.scaled(toWidth: max(1, image.width / factor), height: max(1, image.height / factor), orientation: 1)
}

/// Removes what was kept of a decoded image: of an animation, the screen from which the next image goes on.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {
  isrc.content.withLock { content in
    if content.decoded?.index == index { content.decoded = nil }
    if content.drawn?.index == index { content.drawn = nil }
  }
}

/// Returns depth, mattes and other data beside an image; nil, since no files have any here.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ auxiliaryImageDataType: CFString
) -> CFDictionary? { nil }
