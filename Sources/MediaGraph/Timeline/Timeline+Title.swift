extension Timeline {
  /// Text as the source of a clip: a still picture of the canvas's size, transparent around the letters.
  ///
  ///     layers:
  ///       - items:
  ///           - { clip: { text: Chapter One, position: center }, at: 2s, duration: 3s, opacity: { 0s: 0, 500ms: 1 } }
  ///
  /// It is drawn as `video.text` draws; the fields of its ``style`` are its own. Like any picture it needs a `duration`, and
  /// a clip's opacity, transform and crop change it.
  @dynamicMemberLookup
  public struct Title: RecordValue {
    public static let recordName = "title"

    @Parameter("The text; a line break begins another line.") public var text: String
    @ParameterGroup public var style = TextStyle()

    public init() {}

    public subscript<Value>(dynamicMember member: WritableKeyPath<TextStyle, Value>) -> Value {
      get { style[keyPath: member] }
      set { style[keyPath: member] = newValue }
    }
  }
}
