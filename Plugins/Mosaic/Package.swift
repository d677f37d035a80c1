// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Mosaic",
  products: [.library(name: "Mosaic", type: .dynamic, targets: ["Mosaic"])],
  dependencies: [.package(name: "Reel", path: "../..")],
  targets: [
    .target(name: "Mosaic", dependencies: [.product(name: "Reel", package: "Reel")]),
    .testTarget(name: "MosaicTests", dependencies: ["Mosaic", .product(name: "Reel", package: "Reel")]),
  ],
  swiftLanguageModes: [.v6]
)
