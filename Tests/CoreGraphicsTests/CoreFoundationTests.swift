import CoreGraphics
import Testing

@Suite("Code written for Core Foundation compiles and does the same")
struct CoreFoundationTests {
  @Test("strings, dictionaries and arrays bridge with 'as'")
  func bridging() throws {
    let name: CFString = CGColorSpace.sRGB
    let string = name as String
    let dictionary = [string: 1, "b": true, "c": ["x": 2.5]] as [String: Any] as CFDictionary
    let mixed = [name: kCFBooleanTrue!, "k" as CFString: 3] as CFDictionary
    let array = [1, 2, 3] as CFArray
    #expect(CFDictionaryGetCount(dictionary) == 3)
    #expect((mixed as? [String: Any])?["k"] as? Int == 3)
    #expect(try #require(dictionary as? [String: Any])["b"] as? Bool == true)
    #expect(CFArrayGetCount(array) == 3)
    #expect(CFEqual(name, "kCGColorSpaceSRGB" as CFString))
    #expect(!CFEqual(name, nil))
  }

  @Test("attachments of samples are set through pointers, as ported code does")
  func mutableDictionaryInArray() {
    let attachments: CFArray = ObjectArray(of: [NSMutableDictionary()])
    let first = unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFMutableDictionary.self)
    let key: CFString = "DisplayImmediately"
    CFDictionarySetValue(
      first, Unmanaged.passUnretained(key).toOpaque(), Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
    #expect((attachments[0] as? NSMutableDictionary)?[key] as? Bool == true)
    #expect((attachments as? [NSMutableDictionary])?.first === first)
    #expect(CFArrayGetValueAtIndex(attachments, 1) == nil)
  }

  @Test("dictionaries are read through pointers, and hold the values that they return")
  func dictionaryValues() throws {
    func address(_ key: CFString) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(key).toOpaque()) }
    let (flag, text, list, absent): (CFString, CFString, CFString, CFString) = ("flag", "text", "list", "absent")
    let long = "a string that is too long for an object without memory of its own"
    let mutable = NSMutableDictionary()
    CFDictionarySetValue(mutable, address(flag), Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
    mutable.setObject(long, forKey: text)
    mutable.setObject([long], forKey: list)
    let bridged = ["flag": true, "text": long, "list": [long]] as [String: Any] as CFDictionary
    for dictionary in [mutable, bridged] {
      #expect(
        CFDictionaryContainsKey(dictionary, address(flag)) && !CFDictionaryContainsKey(dictionary, address(absent)))
      #expect(CFDictionaryGetValue(dictionary, address(absent)) == nil && CFDictionaryGetValue(dictionary, nil) == nil)
      let value = try #require(CFDictionaryGetValue(dictionary, address(flag)))
      #expect(CFBooleanGetValue(unsafeBitCast(value, to: CFBoolean.self)))
      #expect(CFBooleanGetValue(Unmanaged<CFBoolean>.fromOpaque(value).takeUnretainedValue()))
      let string = unsafeBitCast(CFDictionaryGetValue(dictionary, address(text)), to: CFString.self)
      #expect(string as String == long)
      let array = unsafeBitCast(CFDictionaryGetValue(dictionary, address(list)), to: CFArray.self)
      #expect(unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CFString.self) as String == long)
    }
    #expect(!CFDictionaryContainsKey(nil, address(flag)) && !CFBooleanGetValue(kCFBooleanFalse))
  }

  @Test("objects of Swift classes are found in collections as they are")
  func swiftObjects() throws {
    final class Object {}
    let (object, key): (Object, CFString) = (Object(), "key")
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    #expect(CFArrayGetValueAtIndex([object] as NSArray, 0) == address)
    let keyAddress = UnsafeRawPointer(Unmanaged.passUnretained(key).toOpaque())
    #expect(CFDictionaryGetValue(["key": object] as NSDictionary, keyAddress) == address)
  }

  @Test("allocators give and free memory, the null allocator does neither")
  func allocators() {
    let memory = CFAllocatorAllocate(kCFAllocatorDefault, 16, 0)
    #expect(memory != nil)
    CFAllocatorDeallocate(kCFAllocatorDefault, memory)
    for _ in 0..<3 {
      let allocator = CFAllocatorGetDefault().takeRetainedValue()
      CFAllocatorDeallocate(allocator, CFAllocatorAllocate(allocator, 16, 0))
    }
    #expect(CFAllocatorAllocate(CFAllocatorGetDefault().takeUnretainedValue(), 0, 0) == nil)
    #expect(CFAllocatorAllocate(kCFAllocatorNull, 16, 0) == nil)
    #expect(CFAllocatorAllocate(kCFAllocatorDefault, -1, 0) == nil)
  }

  @Test("a pool's block passes results and errors through")
  func pool() throws {
    struct Failure: Error {}
    #expect(autoreleasepool { 3 } == 3)
    #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
  }

  @Test("type identifiers tell classes apart")
  func typeIDs() {
    #expect(CFGetTypeID(CGColor.black) == CFGetTypeID(CGColor.white))
    #expect(CFGetTypeID(CGColor.black) != CFGetTypeID(CGColorSpaceCreateDeviceRGB()))
  }

  @Test("C's Booleans are one byte and become Swift's")
  func booleans() {
    let flag: DarwinBoolean = true
    #expect(flag.boolValue && MemoryLayout<DarwinBoolean>.size == 1 && DarwinBoolean(false) != flag)
  }

  @Test("byte order")
  func byteOrder() {
    #expect(CFSwapInt32(0x0102_0304) == 0x0403_0201)
    #expect(CFSwapInt16HostToBig(CFSwapInt16BigToHost(7)) == 7)
    #expect(NSEC_PER_SEC == 1_000_000_000)
  }
}
