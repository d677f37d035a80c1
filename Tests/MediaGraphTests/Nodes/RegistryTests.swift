import MediaGraph
import Testing

@Suite struct RegistryTests {
  struct Vignette: Node {
    static let type: NodeType = "video.vignette"
    static let summary = "Darkens the corners of each frame."

    @Port(in: "in") var input: Input<RawVideo>
    @Port(out: "out") var output: Output<RawVideo>
    @Parameter("The darkness of the corners.", in: 0...1) var strength = 0.5
    @Parameter("The centre.") var centre: PixelSize?
    @Parameter("What the corners say.") var caption: String
    @Parameter("Where it is drawn.") var corners: [VideoOrient.Method] = [.identity]
  }

  /// A second type of the same name.
  struct Impostor: Node {
    static let type: NodeType = "video.vignette"
    static let summary = "Takes a name."
  }

  /// A type with a property that is neither a port nor a parameter.
  struct Stateful: Node {
    static let type: NodeType = "stateful"
    static let summary = "Has state."
    @Parameter("A number.") var number = 1
    var state = "kept"
  }

  @Test func aRegisteredType_isKnownByName() throws {
    let registry = Registry()
    #expect(registry.declaration(of: "video.vignette") == nil)
    try registry.register(Vignette.self)
    #expect(registry.declaration(of: "video.vignette") == Vignette.declaration)
    #expect(registry.declarations.map(\.type.name) == registry.declarations.map(\.type.name).sorted())
    #expect(Registry().declaration(of: "video.vignette") == nil)
  }

  @Test func aSecondRegistrationOfAName_throws() throws {
    let registry = Registry()
    try registry.register(Vignette.self)
    let errors = [
      #expect(throws: RegistrationError.self) { try registry.register(Impostor.self) },
      #expect(throws: RegistrationError.self) { try registry.register(Vignette.self) },
      #expect(throws: RegistrationError.self) { try registry.register(NamedNode(use: "null")) },
    ]
    #expect(errors.map(\.?.type) == ["video.vignette", "video.vignette", "null"])
    #expect(errors.last??.description == "a node type named 'null' is registered already")
    #expect(registry.declaration(of: "video.vignette")?.summary == Vignette.summary)
  }

  @Test func concurrentRegistration_isSafe() async {
    let registry = Registry()
    let wins = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<400 {
        group.addTask {
          _ = registry.declarations.count
          return (try? registry.register(NamedNode(use: .swift("closure\(index % 100)")))) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 100)
    #expect(registry.declarations.count == Registry().declarations.count + 100)
  }

  @Test func aDeclaration_derivesFromTheProperties() {
    let declaration = Vignette.declaration
    #expect(declaration.ports.map(\.name) == ["in", "out"])
    #expect(declaration.parameters.map(\.name) == ["strength", "centre", "caption", "corners"])
    #expect(declaration.parameters.map(\.isRequired) == [false, false, true, false])
    #expect(declaration.parameters.map(\.defaultValue) == ["0.5", nil, nil, .list(["identity"])])
    #expect(declaration.parameters.map(\.type.name) == ["number", "size", "string", "list of choice"])
    #expect(declaration.parameter("strength")?.minimum == "0")
    #expect(declaration.parameter("strength")?.maximum == "1")
  }

  @Test func argumentsOfAFile_becomeProperties() throws {
    let registry = Registry()
    try registry.register(Vignette.self)
    var node = GraphNode(name: "v", use: "video.vignette")
    node.arguments = [
      "strength": "0.25", "centre": "3x4", "caption": "$5", "corners": .list(["rotate_90", "identity"]),
    ]
    let made = try #require(try registry.component(for: node) as? Vignette)
    #expect(made.strength == 0.25)
    #expect(made.centre == PixelSize(width: 3, height: 4))
    #expect(made.caption == "$5")
    #expect(made.corners == [.rotate90, .identity])
    #expect(made.input.port == "in")
    #expect(made.arguments.count == 4)
  }

  @Test func argumentsThatDoNotFit_throw() throws {
    let registry = Registry()
    try registry.register(Vignette.self)
    let wrong: [(String, Argument)] = [
      ("strength", "2"), ("strength", .reference("p")), ("centre", "3"), ("corners", .list([.list([])])),
      ("caption", .map([:])),
    ]
    for (name, argument) in wrong {
      var node = GraphNode(name: "v", use: "video.vignette")
      node.arguments = [name: argument]
      #expect(throws: ArgumentError.self, "\(name)") { try registry.component(for: node) }
    }
    #expect(throws: Never.self) { try Registry().component(for: GraphNode(name: "v", use: "unknown")) }
  }

  @Test func aPropertyThatIsNoParameter_isAnErrorWithAReason() {
    #expect {
      try Stateful(arguments: [:])
    } throws: { error in
      "\(error)" == "every stored property of a node has to be a @Port, a @Parameter or a @ParameterGroup"
    }
  }

  @Test func aValueSetInSwift_isAnArgument() {
    let node = Vignette {
      $0.strength = 1; $0.centre = nil; $0.caption = ""
    }
    #expect(node.arguments == ["strength": "1", "caption": ""])
    #expect(Vignette().arguments.isEmpty)
  }
}
