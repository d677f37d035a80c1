import Foundation

/// Returns the number of objects in an array.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex {
  theArray?.count ?? 0
}

/// Returns the address of an object of an array, for `unsafeBitCast`; nil for an index out of range.
///
/// The array retains the object only if it was added as an object (an `NSMutableDictionary`, not a Swift dictionary).
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
  guard let theArray, theArray.count > idx, idx >= 0 else { return nil }
  return UnsafeRawPointer(Unmanaged.passUnretained(theArray.object(at: idx) as AnyObject).toOpaque())
}

/// Returns the number of entries of a dictionary.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex {
  theDict?.count ?? 0
}

/// Sets a value of a mutable dictionary, both given by their addresses as objects.
public func CFDictionarySetValue(
  _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  guard let theDict, let key, let value else { return }
  let object = Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue()
  if let key = Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue() as? AnyHashable {
    theDict.setObject(object, forKey: key)
  }
}

/// Removes an entry of a mutable dictionary, its key given by its address as an object.
public func CFDictionaryRemoveValue(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
  guard let theDict, let key else { return }
  theDict.removeObject(forKey: Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue())
}

/// An array that returns the very objects it was made of.
///
/// `NSArray` on Linux returns Swift values: a mutable dictionary becomes a copy, and writes to the copy are lost.
/// Arrays of live attachments need the objects themselves.
package final class ObjectArray: NSArray {
  private let objects: [AnyObject]

  package init(of objects: [AnyObject]) {
    self.objects = objects
    super.init(objects: nil, count: 0)
  }

  package required init?(coder: NSCoder) { nil }

  package required convenience init(objects: UnsafePointer<AnyObject>?, count: Int) {
    self.init(of: (0..<count).compactMap { objects?[$0] })
  }

  package required convenience init(arrayLiteral elements: Any...) {
    self.init(of: elements.map { $0 as AnyObject })
  }

  package override var count: Int { objects.count }

  package override func object(at index: Int) -> Any { objects[index] }
}
