// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Vignette",
  products: [.library(name: "Vignette", type: .dynamic, targets: ["Vignette"])],
  dependencies: [.package(name: "Reel", path: "../..")],
  targets: [
    .target(name: "Vignette", dependencies: [.product(name: "Reel", package: "Reel")]),
    .testTarget(name: "VignetteTests", dependencies: ["Vignette", .product(name: "Reel", package: "Reel")]),
  ],
  swiftLanguageModes: [.v6]
)
