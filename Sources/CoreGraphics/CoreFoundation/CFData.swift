import Foundation

/// Creates data with a copy of bytes; nil for a negative length, or without bytes.
public func CFDataCreate(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex
) -> CFData! {
  guard length >= 0, bytes != nil || length == 0 else { return nil }
  return bytes.map { NSData(bytes: $0, length: length) } ?? NSData()
}

/// Creates data that can be changed; nil for a negative capacity.
///
/// - Parameter capacity: The most bytes that are meant to be added; 0 for any number. Not checked.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
  capacity >= 0 ? NSMutableData(capacity: capacity) : nil
}

/// Creates data with the bytes of others.
public func CFDataCreateCopy(_ allocator: CFAllocator!, _ theData: CFData!) -> CFData! {
  theData.map { NSData(data: Data(copying: $0)) }
}

/// Creates data that can be changed, with the bytes of others.
public func CFDataCreateMutableCopy(
  _ allocator: CFAllocator!, _ capacity: CFIndex, _ theData: CFData!
) -> CFMutableData! {
  theData.map { NSMutableData(data: Data(copying: $0)) }
}

/// Returns the number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// Returns the address of the bytes, which is valid as long as the data is and does not change.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  theData?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Returns the address of the bytes for changing them, which is valid as long as the data is and keeps its length.
public func CFDataGetMutableBytePtr(_ theData: CFMutableData!) -> UnsafeMutablePointer<UInt8>! {
  theData?.mutableBytes.assumingMemoryBound(to: UInt8.self)
}

/// Sets the number of bytes; added ones are zero.
public func CFDataSetLength(_ theData: CFMutableData!, _ length: CFIndex) {
  if length >= 0 { theData?.length = length }
}

/// Adds bytes to the end.
public func CFDataAppendBytes(_ theData: CFMutableData!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) {
  if let bytes, length > 0 { theData?.append(bytes, length: length) }
}

/// Copies a range of bytes; ranges that the data does not have are ignored.
public func CFDataGetBytes(_ theData: CFData!, _ range: CFRange, _ buffer: UnsafeMutablePointer<UInt8>!) {
  guard let theData, let buffer, range.location >= 0, range.length >= 0,
    range.length <= theData.length - min(range.location, theData.length)
  else { return }
  theData.getBytes(buffer, range: NSRange(location: range.location, length: range.length))
}
