// Core Foundation does not exist as a module on Linux. Swift code for Apple's systems uses it through types that
// bridge: `key as String`, `[…] as CFDictionary`. Foundation's own classes bridge the same way, so each Core Foundation
// name is the class that Apple documents as its toll-free counterpart.

@_exported import Foundation

/// Any reference-counted object.
public typealias CFTypeRef = AnyObject
/// A string object; `as String` and `as CFString` convert.
public typealias CFString = NSString
/// A mutable string object.
public typealias CFMutableString = NSMutableString
/// A dictionary object; `as CFDictionary` converts a Swift dictionary, `as? [String: Any]` converts back.
public typealias CFDictionary = NSDictionary
/// A mutable dictionary object.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array object; `as CFArray` converts a Swift array.
public typealias CFArray = NSArray
/// A mutable array object.
public typealias CFMutableArray = NSMutableArray
/// A number object.
public typealias CFNumber = NSNumber
/// A Boolean value; a number object on Linux, where Foundation has no class for it.
public typealias CFBoolean = NSNumber
/// A data object.
public typealias CFData = NSData
/// A mutable data object.
public typealias CFMutableData = NSMutableData
/// A file or network address.
public typealias CFURL = NSURL
/// A point in time.
public typealias CFDate = NSDate
/// A placeholder for null in collections.
public typealias CFNull = NSNull
/// An error object.
public typealias CFError = NSError
/// A value that a property list can hold.
public typealias CFPropertyList = AnyObject

/// A count or position.
public typealias CFIndex = Int
/// A duration in seconds.
public typealias CFTimeInterval = Double
/// Seconds since 1 January 2001, 00:00 UTC.
public typealias CFAbsoluteTime = Double
/// An identifier of a class of objects within this process.
public typealias CFTypeID = UInt
/// A hash as `CFHash(_:)` returns it.
public typealias CFHashCode = UInt
/// A set of option bits.
public typealias CFOptionFlags = UInt

/// The true value for dictionaries.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The false value for dictionaries.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The null value for dictionaries and arrays.
public let kCFNull: CFNull! = NSNull()

/// Returns an identifier shared by all objects of the argument's class and by no other object of this process.
public func CFGetTypeID(_ cf: CFTypeRef?) -> CFTypeID {
  cf.map { typeID(of: type(of: $0)) } ?? 0
}

/// Returns the identifier that `CFGetTypeID(_:)` returns for direct instances of a class.
package func typeID(of type: AnyClass) -> CFTypeID {
  UInt(bitPattern: ObjectIdentifier(type).hashValue)
}

/// Returns true if two objects are the same or hold equal values.
public func CFEqual(_ cf1: CFTypeRef?, _ cf2: CFTypeRef?) -> Bool {
  if cf1 === cf2 { return true }
  guard let cf1, let cf2 else { return false }
  return (cf1 as? AnyHashable).map { $0 == cf2 as? AnyHashable } ?? false
}

/// Returns the current time in seconds since 1 January 2001, 00:00 UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
  Date().timeIntervalSinceReferenceDate
}
