// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "QOI",
  products: [.library(name: "QOI", type: .dynamic, targets: ["QOI"])],
  dependencies: [.package(name: "Reel", path: "../..")],
  targets: [
    .target(name: "QOI", dependencies: [.product(name: "Reel", package: "Reel")]),
    .testTarget(name: "QOITests", dependencies: ["QOI", .product(name: "Reel", package: "Reel")]),
  ],
  swiftLanguageModes: [.v6]
)
