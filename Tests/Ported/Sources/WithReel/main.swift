import AVFoundation
import AsyncAlgorithms
import Collections
import Crypto
import Logging
import NIOPosix

Logger(label: "reel").debug("with Reel alone, this is swift-log's logger")
let time = CMTime(value: 1, timescale: 3)
let digest = SHA256.hash(data: Data("reel".utf8))
print("reel:", time.timescale, digest.prefix(2).map { $0 }, CACurrentMediaTime() > 0, AVFileType.heic.rawValue)
