// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Watermark",
  products: [.library(name: "Watermark", type: .dynamic, targets: ["Watermark"])],
  dependencies: [.package(name: "Reel", path: "../..")],
  targets: [
    .target(name: "Watermark", dependencies: [.product(name: "Reel", package: "Reel")])
  ],
  swiftLanguageModes: [.v6]
)
