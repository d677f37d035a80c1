/// The files of a new plugin: PLUGIN is its name, TYPE its node's type, WORD its name in files, EXTENSION the file
/// extension of its pipeline's output.
enum PluginTexts {
  static let manifest = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "PLUGIN",
      // Reel loads the plugin while it runs: a dynamic library.
      products: [.library(name: "PLUGIN", type: .dynamic, targets: ["PLUGIN"])],
      dependencies: [DEPENDENCY],
      targets: [
        .target(name: "PLUGIN", dependencies: [.product(name: "Reel", package: "IDENTITY")]),
        .testTarget(name: "PLUGINTests", dependencies: ["PLUGIN"]),
      ],
      swiftLanguageModes: [.v6]
    )

    """

  static let readme = """
    # PLUGIN

    A plugin for Reel: the node `TYPE` SUMMARY.

    ```console
    $ swift build
    $ reel nodes TYPE --plugin-path .build/debug
    $ reel run Pipelines/WORD.yaml --plugin-path .build/debug --set output=WORD.EXTENSION
    $ swift test
    ```

    Sources/PLUGIN/PLUGIN.swift has all of it: the node's declaration, from which help, checks and files derive, the code that
    does the work, and the entry point that Reel calls. `swift build -c release` makes a plugin that is as fast as it can be.

    """

  /// The text that follows the node.
  static let entryPoint = """

    @_cdecl("reel_plugin_register")
    public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
      PluginHost.register(host: host, abi: abi) { registry in try registry.register(PLUGIN.self) }
    }

    """
}
