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

  @Test("allocators give and free memory, the null allocator does neither")
  func allocators() {
    let memory = CFAllocatorAllocate(kCFAllocatorDefault, 16, 0)
    #expect(memory != nil)
    CFAllocatorDeallocate(kCFAllocatorDefault, memory)
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
