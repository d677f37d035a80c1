import Foundation

/// Returns the number of objects in an array.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex {
  theArray?.count ?? 0
}

// Foundation's own functions. Its classes return Swift values, made anew for each call, whose addresses are invalid at
// once: only these functions return the objects that the collections hold. Their module has the name of one of Reel's,
// so it cannot be imported.
@_silgen_name("CFArrayGetValueAtIndex")
private func heldObject(_ array: NSArray, _ index: Int) -> UnsafeRawPointer?
@_silgen_name("CFDictionaryGetValue")
private func heldObject(_ dictionary: NSDictionary, _ key: UnsafeRawPointer) -> UnsafeRawPointer?

/// Returns the address of an object of a Swift class, which collections hold in a box; nil for other values.
private func address(ofObject value: Any) -> UnsafeRawPointer? {
  guard type(of: value) is AnyObject.Type, !(value is NSObject) else { return nil }
  return UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque())
}

/// Returns the address of an object of an array, for `unsafeBitCast`; nil for an index out of range.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
  guard let theArray, theArray.count > idx, idx >= 0 else { return nil }
  if let objects = theArray as? ObjectArray { return objects.address(at: idx) }
  return address(ofObject: theArray.object(at: idx)) ?? heldObject(theArray, idx)
}

/// Returns the number of entries of a dictionary.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex {
  theDict?.count ?? 0
}

/// Returns true if a dictionary has an entry for a key, given by its address as an object.
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
  CFDictionaryGetValue(theDict, key) != nil
}

/// Returns the address of the object for a key, itself given by its address as an object; nil if there is none.
public func CFDictionaryGetValue(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
  guard let theDict, let key, let name = Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue() as? NSObject,
    let value = theDict.object(forKey: name)
  else { return nil }
  return address(ofObject: value) ?? heldObject(theDict, key)
}

/// Returns the value of a Boolean object.
public func CFBooleanGetValue(_ boolean: CFBoolean!) -> Bool {
  boolean?.boolValue ?? false
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

  /// The address of an object, which the array holds.
  fileprivate func address(at index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(objects[index]).toOpaque())
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
