import ArgumentParser
import MediaGraph

/// `reel schema`.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of description files, for editors.",
    discussion: """
      The schema (2020-12) is made from the declarations of the node types, those of plugins too, so that an editor \
      completes and checks what it can while you type:

        reel schema -o reel.schema.json

      and in a description, for editors with a YAML language server:

        # yaml-language-server: $schema=reel.schema.json

      Exit codes: 0 done; 69 a plugin is not available; 73 the file exists or cannot be written.
      """)

  @OptionGroup var plugins: PluginOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Write it to this file.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Let --output replace a file that exists.")
  var overwrite = false

  func run() throws {
    try plugins.loadAll()
    try FileOutput.write(DescriptionSchema().text, to: output, overwrite: overwrite)
    FileOutput.announce(output)
  }
}
