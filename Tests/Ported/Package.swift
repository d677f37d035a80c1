// swift-tools-version: 6.1
import PackageDescription

// Programs in Apple's names, which depend on Reel, on ReelAppleModules or on neither, beside packages that test which
// modules there are. REEL_SWIFT_MODE chooses the mode of the language in which they are compiled.
let mode: SwiftSetting = .swiftLanguageMode(Context.environment["REEL_SWIFT_MODE"] == "5" ? .v5 : .v6)
let others: [Target.Dependency] = [
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
  .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
  .product(name: "Collections", package: "swift-collections"),
  .product(name: "Crypto", package: "swift-crypto"),
  .product(name: "Logging", package: "swift-log"),
  .product(name: "NIOPosix", package: "swift-nio"),
]

let package = Package(
  name: "Ported",
  dependencies: [
    .package(name: "Reel", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.2.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.11.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
  ],
  targets: [
    .executableTarget(
      name: "Names", dependencies: [.product(name: "ReelAppleModules", package: "Reel")] + others,
      swiftSettings: [mode]),
    .executableTarget(
      name: "Programs", dependencies: [.product(name: "ReelAppleModules", package: "Reel")], swiftSettings: [mode]),
    .executableTarget(
      name: "WithReel", dependencies: [.product(name: "Reel", package: "Reel")] + others, swiftSettings: [mode]),
    .executableTarget(name: "WithNeither", dependencies: others, swiftSettings: [mode]),
  ]
)
