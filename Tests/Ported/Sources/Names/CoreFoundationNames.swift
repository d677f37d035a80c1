import AVFoundation
import CoreFoundation

/// Core Foundation beside Reel, and C's functions of memory.
func coreFoundation() throws {
  let name: CFString = "name" as CFString
  guard let data = CFDataCreateMutable(kCFAllocatorDefault, 0) else { return }
  CFDataAppendBytes(data, [1, 2, 3, 4], 4)
  var bytes = [UInt8](repeating: 0, count: 4)
  bytes.withUnsafeMutableBytes { target in
    (data as Data).withUnsafeBytes { source in
      memcpy(target.baseAddress, source.baseAddress, source.count)
      memmove(target.baseAddress, target.baseAddress?.advanced(by: 1), 3)
      memset(target.baseAddress?.advanced(by: 3), 9, 1)
    }
  }
  print("cf:", name, CFDataGetLength(data), bytes)
}
