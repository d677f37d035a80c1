import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Creates a description of H.264 video from parameter sets: NAL units without start codes, a sequence parameter set
  /// before the others.
  ///
  /// The size, the pixel aspect ratio, the depth, the range and the colours come from the first sequence parameter set;
  /// the sets themselves become the 'avcC' box of the extensions.
  /// - Parameter nalUnitHeaderLength: The size of the length before each NAL unit of the samples, in bytes: 1, 2 or 4.
  /// - Throws: `invalidParameter` if a set is missing, damaged or too long.
  public convenience init(h264ParameterSets: [Data], nalUnitHeaderLength: Int = 4) throws {
    guard let parsed = h264ParameterSets.lazy.compactMap({ SequenceParameterSet(h264: $0) }).first(where: \.hasSize),
      let box = ParameterSetBox(h264: h264ParameterSets, nalUnitHeaderLength: nalUnitHeaderLength)
    else { throw Error.invalidParameter }
    try self.init(codec: .h264, parsed: parsed, atom: "avcC", box: box, extensions: nil)
  }

  /// Creates a description of HEVC video from parameter sets: NAL units without start codes, of all three kinds.
  ///
  /// The size, the pixel aspect ratio, the depth, the range and the colours come from the first sequence parameter set, as
  /// far as the extensions do not have them; the sets themselves become the 'hvcC' box.
  /// - Throws: `invalidParameter` if a set is missing, damaged or too long.
  public convenience init(
    hevcParameterSets: [Data], nalUnitHeaderLength: Int = 4, extensions: Extensions? = nil
  ) throws {
    guard let parsed = hevcParameterSets.lazy.compactMap({ SequenceParameterSet(hevc: $0) }).first(where: \.hasSize),
      let box = ParameterSetBox(hevc: hevcParameterSets, nalUnitHeaderLength: nalUnitHeaderLength)
    else { throw Error.invalidParameter }
    try self.init(codec: .hevc, parsed: parsed, atom: "hvcC", box: box, extensions: extensions)
  }

  private convenience init(
    codec: MediaSubType, parsed: SequenceParameterSet, atom: String, box: ParameterSetBox, extensions: Extensions?
  ) throws {
    var extensions = extensions ?? Extensions()
    let given = extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? NSDictionary
    let atoms = (given ?? NSDictionary()).changeableCopy
    atoms[atom as NSString] = box.bytes as NSData
    extensions[.sampleDescriptionExtensionAtoms] = .init(atoms)
    if let ratio = parsed.pixelAspectRatio, extensions[.pixelAspectRatio] == nil {
      extensions[.pixelAspectRatio] = .pixelAspectRatio(
        horizontalSpacing: Int(ratio.horizontal), verticalSpacing: Int(ratio.vertical))
    }
    extensions.addStream(
      bitDepth: parsed.bitDepth, isFullRange: parsed.isFullRange, primaries: parsed.primaries,
      transfer: parsed.transfer, matrix: parsed.matrix)
    try self.init(
      videoCodecType: codec, width: Int(parsed.width), height: Int(parsed.height), extensions: extensions)
  }

  /// The parameter sets of H.264 or HEVC video.
  public struct ParameterSetCollection: RandomAccessCollection, Sendable {
    let sets: [Data]

    /// The position of the first set, 0.
    public var startIndex: Int { sets.startIndex }
    /// The number of sets.
    public var endIndex: Int { sets.endIndex }
    /// The set at a position below `endIndex`.
    public subscript(position: Int) -> Data { sets[position] }
  }

  /// The parameter sets, as NAL units; empty if this describes something else.
  public var parameterSets: ParameterSetCollection { ParameterSetCollection(sets: parameterSetBox?.sets ?? []) }

  /// Bytes of the length before each NAL unit of the samples; nil if this describes something else.
  public var nalUnitHeaderLength: Int? { parameterSetBox?.nalUnitHeaderLength }

  private var parameterSetBox: ParameterSetBox? {
    guard mediaTypeCode == kCMMediaType_Video,
      let atoms = dictionaryExtension(.sampleDescriptionExtensionAtoms)
    else { return nil }
    if let bytes = atoms.data("avcC") { return ParameterSetBox(avcC: bytes) }
    if let bytes = atoms.data("hvcC") { return ParameterSetBox(hvcC: bytes) }
    return nil
  }

  /// Finds a parameter set for C interfaces, which need an address that is valid as long as the description.
  fileprivate func parameterSet(
    at index: Int, codec: CMVideoCodecType, pointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    sizeOut: UnsafeMutablePointer<Int>?, countOut: UnsafeMutablePointer<Int>?,
    nalUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
  ) throws {
    let atom = codec == kCMVideoCodecType_H264 ? "avcC" : "hvcC"
    guard dictionaryExtension(.sampleDescriptionExtensionAtoms)?.object(forKey: atom as NSString) != nil,
      let box = parameterSetBox
    else { throw Error.invalidParameter }
    countOut?.pointee = box.sets.count
    nalUnitHeaderLengthOut?.pointee = Int32(box.nalUnitHeaderLength)
    guard pointerOut != nil || sizeOut != nil else { return }
    guard box.sets.indices.contains(index) else { throw Error.invalidParameter }
    sizeOut?.pointee = box.sets[index].count
    pointerOut?.pointee = stableBytes.address(of: box.sets[index])
  }
}

/// Creates a description of H.264 video; see `CMFormatDescription.init(h264ParameterSets:nalUnitHeaderLength:)`.
@discardableResult
public func CMVideoFormatDescriptionCreateFromH264ParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength: Int32,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_InvalidParameter) {
    try CMFormatDescription(
      h264ParameterSets: data(parameterSetCount, parameterSetPointers, parameterSetSizes),
      nalUnitHeaderLength: Int(nalUnitHeaderLength))
  }
}

/// Creates a description of HEVC video; see `CMFormatDescription.init(hevcParameterSets:nalUnitHeaderLength:…)`.
@discardableResult
public func CMVideoFormatDescriptionCreateFromHEVCParameterSets(
  allocator: CFAllocator?, parameterSetCount: Int, parameterSetPointers: UnsafePointer<UnsafePointer<UInt8>>,
  parameterSetSizes: UnsafePointer<Int>, nalUnitHeaderLength: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_InvalidParameter) {
    try CMFormatDescription(
      hevcParameterSets: data(parameterSetCount, parameterSetPointers, parameterSetSizes),
      nalUnitHeaderLength: Int(nalUnitHeaderLength), extensions: .init(dictionary: extensions))
  }
}

/// Returns a parameter set of H.264 video, their number, and the size of a NAL unit's length; each output may be nil.
@discardableResult
public func CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  status(orElse: kCMFormatDescriptionError_InvalidParameter) {
    try videoDesc.parameterSet(
      at: parameterSetIndex, codec: kCMVideoCodecType_H264, pointerOut: parameterSetPointerOut,
      sizeOut: parameterSetSizeOut, countOut: parameterSetCountOut, nalUnitHeaderLengthOut: nalUnitHeaderLengthOut)
  }
}

/// Returns a parameter set of HEVC video, their number, and the size of a NAL unit's length; each output may be nil.
@discardableResult
public func CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
  _ videoDesc: CMFormatDescription, parameterSetIndex: Int,
  parameterSetPointerOut: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  parameterSetSizeOut: UnsafeMutablePointer<Int>?, parameterSetCountOut: UnsafeMutablePointer<Int>?,
  nalUnitHeaderLengthOut: UnsafeMutablePointer<Int32>?
) -> OSStatus {
  status(orElse: kCMFormatDescriptionError_InvalidParameter) {
    try videoDesc.parameterSet(
      at: parameterSetIndex, codec: kCMVideoCodecType_HEVC, pointerOut: parameterSetPointerOut,
      sizeOut: parameterSetSizeOut, countOut: parameterSetCountOut, nalUnitHeaderLengthOut: nalUnitHeaderLengthOut)
  }
}

private func data(
  _ count: Int, _ pointers: UnsafePointer<UnsafePointer<UInt8>>, _ sizes: UnsafePointer<Int>
) throws -> [Data] {
  guard count > 0 else { throw CMFormatDescription.Error.invalidParameter }
  return try (0..<count).map { index in
    guard sizes[index] > 0 else { throw CMFormatDescription.Error.invalidParameter }
    return Data(bytes: pointers[index], count: sizes[index])
  }
}

extension NSDictionary {
  /// Returns bytes, stored as an object or as Swift's data.
  fileprivate func data(_ key: String) -> Data? {
    let value = object(forKey: key as NSString)
    return value as? Data ?? (value as? NSData).map { Data(copying: $0) }
  }
}
