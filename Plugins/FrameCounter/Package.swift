// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "FrameCounter",
  products: [.library(name: "FrameCounter", type: .dynamic, targets: ["FrameCounter"])],
  dependencies: [.package(name: "Reel", path: "../..")],
  targets: [
    .target(name: "FrameCounter", dependencies: [.product(name: "Reel", package: "Reel")]),
    .testTarget(name: "FrameCounterTests", dependencies: ["FrameCounter", .product(name: "Reel", package: "Reel")]),
  ],
  swiftLanguageModes: [.v6]
)
