// swift-tools-version: 6.1
import Glibc
import PackageDescription

// GStreamer's own .pc files ask for -pthread, of which SwiftPM warns in every build of every package that depends on this one.
// SwiftPM splits names at spaces.
let ownPkgConfig = "\(Context.packageDirectory)/Sources/CGStreamer/gstreamer.pc"
let hasDebiansGStreamer = access("/usr/include/gstreamer-1.0/gst/gst.h", R_OK) == 0
let gstreamer = hasDebiansGStreamer && !ownPkgConfig.contains(" ") ? ownPkgConfig : "gstreamer-pbutils-1.0"

let appleModules = [
  "AVKit", "Accelerate", "AudioToolbox", "CoreAudio", "CoreFoundation", "CoreServices", "MediaToolbox",
  "OSLog", "UniformTypeIdentifiers", "VideoToolbox", "os",
]

let package = Package(
  name: "Reel",
  products: [
    // Everything that runs graphs lives in one dynamic library, so that the command and its plugins share one copy.
    .library(
      name: "Reel", type: .dynamic,
      targets: [
        "AVFoundation", "AVFAudio", "CoreMedia", "CoreVideo", "CoreGraphics", "CoreAudioTypes", "ImageIO",
        "QuartzCore",
        "MovieFile", "MediaGraph", "MediaSource", "MediaEngine", "MediaTimeline", "ReelCommand",
        // Without it, `import Testing` fails in packages that depend on this one.
        "_Testing_CoreGraphics",
      ]),
    // Further names of Apple's systems, for programs that are ported. Modules of a build are seen by every package in it,
    // and some test for these: only who adds this product has them.
    .library(name: "ReelAppleModules", targets: appleModules),
    // Plugins that call GStreamer themselves need its headers and link flags: neither crosses a dynamic product.
    .library(name: "CGStreamer", targets: ["CGStreamer"]),
    .executable(name: "reel", targets: ["reel"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.2.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    // Messages of module os. Before this version, handlers are of another form.
    .package(url: "https://github.com/apple/swift-log", from: "1.11.0"),
  ],
  targets: [
    // C
    .systemLibrary(name: "CGStreamer", pkgConfig: gstreamer),
    // Its headers are found by the flags of CGStreamer.
    .systemLibrary(name: "CGStreamerFFT"),
    .target(name: "CReel", dependencies: ["CGStreamer"], linkerSettings: [.linkedLibrary("png16")]),
    .target(name: "CCairo"),
    .target(name: "CFileSystem"),
    .target(name: "CReelSubmodules"),
    .target(name: "CGImageCodecs", linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("jpeg")]),

    // The values of media, with Apple's names
    .target(name: "CoreAudioTypes"),
    .target(name: "CoreGraphics", dependencies: ["CCairo", "CGImageCodecs"]),
    .target(name: "_Testing_CoreGraphics"),
    .target(name: "QuartzCore", dependencies: ["CoreGraphics"]),
    .target(name: "ImageIO", dependencies: ["CoreGraphics"]),
    .target(name: "CoreVideo", dependencies: ["CoreGraphics"]),
    .target(name: "CoreMedia", dependencies: ["CoreAudioTypes", "CoreGraphics", "CoreVideo"]),

    // Files
    .target(name: "MovieFile", dependencies: ["CoreMedia", "CFileSystem"]),

    // The binding: elements, pads, buffers, messages
    .target(name: "GStreamer", dependencies: ["CGStreamer", "CReel", "CoreMedia"]),

    // Anything that is opened, its tracks, and what they hold, decoded
    .target(name: "MediaSource", dependencies: ["CGStreamer", "CReel", "CoreMedia", "GStreamer", "MovieFile"]),

    // The graph, and the engine that runs it
    .target(
      name: "MediaGraph",
      dependencies: [
        "CoreMedia", "Yams", .product(name: "OrderedCollections", package: "swift-collections"),
      ]),
    .target(
      name: "MediaEngine",
      dependencies: ["CGStreamer", "CReel", "CoreGraphics", "GStreamer", "MediaGraph", "MediaSource", "MovieFile"]),

    // Timelines, lowered to plans and rendered
    .target(
      name: "MediaTimeline",
      dependencies: [
        "CGStreamer", "CReel", "CoreMedia", "CoreGraphics", "GStreamer", "ImageIO", "MediaEngine", "MediaGraph",
        "MediaSource", "MovieFile", .product(name: "OrderedCollections", package: "swift-collections"),
      ]),

    // The faces
    .target(
      name: "AVFoundation",
      dependencies: [
        "CoreMedia", "CoreVideo", "CoreGraphics", "CoreAudioTypes", "ImageIO", "MediaEngine", "MediaGraph",
        "MediaSource", "MediaTimeline", "MovieFile", "QuartzCore",
      ]),
    // Those who use a product that has this module can import submodules.
    .target(name: "AVFAudio", dependencies: ["AVFoundation", "CReelSubmodules"]),
    .target(
      name: "ReelCommand",
      dependencies: [
        "AVFoundation", "MediaEngine", "MediaSource", "MediaTimeline", "MovieFile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Further names of Apple's systems
    .target(name: "CAppleSubmodules", path: "Sources/AppleModules/CAppleSubmodules"),
    // Those who use the product that has this module can import submodules of all that it has.
    .target(
      name: "AVKit", dependencies: ["AVFAudio", "AVFoundation", "CAppleSubmodules"], path: "Sources/AppleModules/AVKit"
    ),
    .target(
      name: "Accelerate", dependencies: ["CGStreamer", "CGStreamerFFT", "CoreGraphics"],
      path: "Sources/AppleModules/Accelerate", plugins: ["DoublePrecision"]),
    // Code for both precisions is written in single precision; the plug-in derives the rest.
    .plugin(name: "DoublePrecision", capability: .buildTool(), path: "Sources/AppleModules/DoublePrecision"),
    .target(
      name: "AudioToolbox", dependencies: ["CoreAudio", "CoreMedia"], path: "Sources/AppleModules/AudioToolbox"),
    .target(name: "CoreAudio", dependencies: ["CoreAudioTypes"], path: "Sources/AppleModules/CoreAudio"),
    .target(name: "CoreFoundation", dependencies: ["CoreGraphics"], path: "Sources/AppleModules/CoreFoundation"),
    .target(
      name: "CoreServices", dependencies: ["CoreGraphics", "UniformTypeIdentifiers"],
      path: "Sources/AppleModules/CoreServices"),
    .target(name: "MediaToolbox", dependencies: ["AVFoundation"], path: "Sources/AppleModules/MediaToolbox"),
    .target(name: "OSLog", dependencies: ["os"], path: "Sources/AppleModules/OSLog"),
    .target(
      name: "UniformTypeIdentifiers", dependencies: ["AVFoundation"],
      path: "Sources/AppleModules/UniformTypeIdentifiers"),
    .target(
      name: "VideoToolbox", dependencies: ["CoreMedia", "GStreamer", "MediaSource"],
      path: "Sources/AppleModules/VideoToolbox"),
    .target(
      name: "os", dependencies: [.product(name: "Logging", package: "swift-log")], path: "Sources/AppleModules/os"),

    // No dependencies: linked statically, the core would exist twice beside a plugin's copy.
    .executableTarget(name: "reel"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AVFoundation", "CGStreamer", "CoreMedia", "GStreamer", "MediaEngine", "MediaSource", "MediaTimeline",
        "MovieFile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Sources"),

    .testTarget(name: "CoreMediaTests", dependencies: ["CoreMedia", "TestSupport", "_Testing_CoreGraphics"]),
    .testTarget(name: "CoreAudioTypesTests", dependencies: ["CoreAudioTypes", "_Testing_CoreGraphics"]),
    .testTarget(
      name: "AccelerateTests", dependencies: ["Accelerate", "CoreGraphics", "_Testing_CoreGraphics"],
      plugins: ["DoublePrecision"]),
    .testTarget(name: "CoreVideoTests", dependencies: ["CoreVideo", "_Testing_CoreGraphics"]),
    .testTarget(name: "CoreGraphicsTests", dependencies: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .testTarget(name: "ImageIOTests", dependencies: ["ImageIO", "TestSupport", "_Testing_CoreGraphics"]),
    // Other people's programs, vanishing folders, a web server and seeded random numbers, for the tests that need them.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(
      name: "AVFoundationTests",
      dependencies: [
        "AVFoundation", "CGStreamer", "GStreamerTesting", "ImageIO", "MediaEngine", "MediaGraph", "MediaSource",
        "MovieFile", "MovieExercise", "TestSupport", "_Testing_CoreGraphics",
      ]),
    .testTarget(
      name: "AppleModulesTests",
      dependencies: [
        "AVFAudio", "AVFoundation", "AVKit", "Accelerate", "AudioToolbox", "CoreAudio", "CoreServices", "ImageIO",
        "MediaToolbox", "OSLog", "QuartzCore", "TestSupport", "UniformTypeIdentifiers", "VideoToolbox",
        "_Testing_CoreGraphics", "os",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Constants/constants.py", "Constants/constants.txt"]),
    // Damaged movies, for the tests and for the fuzzer.
    .target(name: "MovieExercise", dependencies: ["MovieFile"], path: "Tests/MovieExercise"),
    .testTarget(
      name: "MovieFileTests", dependencies: ["MovieFile", "MovieExercise", "TestSupport", "_Testing_CoreGraphics"]),
    // Pipelines written as text, and run to their end.
    .target(name: "GStreamerTesting", dependencies: ["CGStreamer", "GStreamer"], path: "Tests/GStreamerTesting"),
    .testTarget(
      name: "GStreamerTests", dependencies: ["CGStreamer", "GStreamer", "GStreamerTesting", "_Testing_CoreGraphics"]),
    // Clips of every codec, and the bytes of what is decoded of them.
    .target(
      name: "MediaSourceTesting",
      dependencies: ["CGStreamer", "CReel", "GStreamer", "MediaSource", "TestSupport", "_Testing_CoreGraphics"],
      path: "Tests/MediaSourceTesting"),
    .testTarget(
      name: "MediaSourceTests",
      dependencies: [
        "CGStreamer", "CReel", "GStreamer", "MediaSource", "MediaSourceTesting", "MovieFile", "TestSupport",
        "_Testing_CoreGraphics",
      ],
      exclude: ["OddFiles/odd-files.txt"]),
    .testTarget(name: "MediaGraphTests", dependencies: ["MediaGraph", "TestSupport", "_Testing_CoreGraphics"]),
    .testTarget(
      name: "MediaEngineTests",
      dependencies: [
        "CGStreamer", "CReel", "GStreamer", "GStreamerTesting", "MediaEngine", "MediaSource", "MediaSourceTesting",
        "MovieFile", "TestSupport",
        "_Testing_CoreGraphics",
      ]),
    .testTarget(
      name: "MediaTimelineTests",
      dependencies: [
        "CGStreamer", "GStreamer", "MediaEngine", "MediaSource", "MediaSourceTesting", "MediaTimeline", "TestSupport",
        "_Testing_CoreGraphics",
      ],
      exclude: ["Interchange/edit.otio"]),
    // Files of many kinds through everything that Reel does with files.
    .testTarget(
      name: "MatrixTests", dependencies: ["AVFoundation", "TestSupport", "_Testing_CoreGraphics"],
      exclude: ["known-failures.txt", "known-shared-failures.txt"]),
    .testTarget(
      name: "ReelCommandTests",
      dependencies: [
        "ReelCommand", "MediaSource", "MovieExercise", "MovieFile", "TestSupport", "_Testing_CoreGraphics",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// libFuzzer brings its own main function: `make fuzz` builds this, nothing else does.
if Context.environment["REEL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(name: "MovieFuzz", dependencies: ["MovieExercise"], path: "Tests/MovieFuzz"))
}

// `make tsan` and `make asan` build the tests that they run, and what these need.
if let tests = Context.environment["REEL_TESTS"]?.split(separator: " ").map(String.init) {
  var needed: Set<String> = []
  var names = tests
  while let name = names.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { names.append(dependency) }
    for case .plugin(let plugin, _) in target.plugins ?? [] { names.append(plugin) }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}
