// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Ducking",
  products: [.library(name: "Ducking", type: .dynamic, targets: ["Ducking"])],
  dependencies: [.package(name: "Reel", path: "../..")],
  targets: [
    .target(name: "Ducking", dependencies: [.product(name: "Reel", package: "Reel")]),
    .testTarget(name: "DuckingTests", dependencies: ["Ducking", .product(name: "Reel", package: "Reel")]),
  ],
  swiftLanguageModes: [.v6]
)
