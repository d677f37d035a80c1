import ArgumentParser
import AsyncAlgorithms
import Collections
import Crypto
import Foundation
import Logging
import NIOPosix

let digest = SHA256.hash(data: Data("reel".utf8))
var order: OrderedDictionary = ["a": 1]
order["b"] = 2
print("neither:", digest.prefix(2).map { $0 }, order.keys.joined())
