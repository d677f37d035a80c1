/// Attaches the comments and blank lines of a file to its values.
///
/// A comment on a line of its own belongs to the value that follows; one indented further than that value, to the end
/// of the block before. A comment at the end of a line belongs to the value on that line.
struct YAMLTreeBuilder {
  private let source: YAMLComments
  private var rest: ArraySlice<YAMLComments.Comment>

  /// - Returns: the file's values with all comments attached; comments at the file's top are above the first entry.
  static func tree(of root: YAMLValue, file: SourceFile) -> YAMLTree {
    let source = YAMLComments(file: file, root: root)
    var builder = YAMLTreeBuilder(source: source, rest: source.comments[...])
    var tree = builder.tree(of: root, before: YAMLPosition(line: .max, column: .max))
    let left = builder.take { _ in true }
    tree.below += builder.lines(left)
    return tree
  }

  private init(source: YAMLComments, rest: ArraySlice<YAMLComments.Comment>) {
    self.source = source
    self.rest = rest
  }

  /// - Parameter limit: the beginning of the next value that is not inside this one.
  private mutating func tree(of value: YAMLValue, before limit: YAMLPosition) -> YAMLTree {
    let start = YAMLPosition(value.range)
    let end = value.isBlock ? limit : min(limit, source.ends[start] ?? limit)
    var tree: YAMLTree
    switch value.content {
    case .scalar(let text, let isQuoted):
      return YAMLTree(content: .scalar(value.isEmpty ? "" : text, isQuoted: isQuoted))
    case .sequence(let items):
      var result: [YAMLTree.Item] = []
      for (index, item) in items.enumerated() {
        let next = index + 1 < items.count ? YAMLPosition(items[index + 1].range) : end
        let above = linesAbove(YAMLPosition(item.range))
        var (inner, behind) = part(item, after: nil, before: next)
        if value.isBlock, item.isBlock { takeDeeper(than: value.range.column, before: next, into: &inner) }
        result.append(YAMLTree.Item(above: above, value: inner, behind: behind))
      }
      tree = YAMLTree(content: .sequence(result))
    case .mapping(let pairs):
      var result: [YAMLTree.Entry] = []
      for (index, pair) in pairs.enumerated() {
        let next = index + 1 < pairs.count ? YAMLPosition(pairs[index + 1].key.range) : end
        var above = linesAbove(YAMLPosition(pair.key.range))
        let isOneLine = pair.value.range.line == pair.key.range.line
        // Comments between the key and a value on lines of its own are the entry's, not the value's.
        var behind = isOneLine ? nil : takeBehind(line: pair.key.range.line, before: next)
        if !pair.value.isBlock {
          above += lines(take { $0.position < YAMLPosition(pair.value.range) && $0.position < next })
        }
        var (inner, last) = part(pair.value, after: pair.key, before: next)
        if value.isBlock, pair.value.isBlock { takeDeeper(than: value.range.column, before: next, into: &inner) }
        if let first = behind, last != nil { above.append(.comment(first)) }
        behind = last ?? behind
        result.append(
          YAMLTree.Entry(
            above: above, key: pair.key.scalar ?? "", isKeyQuoted: pair.key.isQuoted, value: inner, behind: behind))
      }
      tree = YAMLTree(content: .mapping(result))
    }
    if !value.isBlock { tree.below = lines(take { $0.position < end }) }
    return tree
  }

  /// Returns a value and the comment after its end.
  private mutating func part(
    _ value: YAMLValue, after key: YAMLValue?, before next: YAMLPosition
  ) -> (YAMLTree, behind: String?) {
    let tree = tree(of: value, before: next)
    let last = source.ends[YAMLPosition(value.range)] ?? key.flatMap { source.ends[YAMLPosition($0.range)] }
    if case .scalar = value.content, value.isBlock {
      return (tree, takeBehind(line: value.range.line, before: next))
    }
    guard let last, !value.isBlock else { return (tree, nil) }
    return (tree, takeBehind(line: last.line, before: next))
  }

  // MARK: - Comments

  private mutating func take(while isWanted: (YAMLComments.Comment) -> Bool) -> [YAMLComments.Comment] {
    let taken = rest.prefix { isWanted($0) }
    rest = rest.dropFirst(taken.count)
    return Array(taken)
  }

  /// Takes the comment at the end of a line.
  private mutating func takeBehind(line: Int, before limit: YAMLPosition) -> String? {
    guard let first = rest.first, !first.isAlone, first.position.line == line, first.position < limit else {
      return nil
    }
    rest.removeFirst()
    return first.text
  }

  /// Takes comments below a block's last part that are indented like the block's contents.
  private mutating func takeDeeper(than column: Int, before limit: YAMLPosition, into tree: inout YAMLTree) {
    if case .scalar = tree.content { return }
    tree.below += lines(take { $0.isAlone && $0.position.column > column && $0.position < limit })
  }

  private mutating func linesAbove(_ position: YAMLPosition) -> [YAMLTree.Line] {
    var above = lines(take { $0.position < position })
    if source.blankLines.contains(position.line - 1) { above.append(.blank) }
    return above
  }

  private func lines(_ comments: [YAMLComments.Comment]) -> [YAMLTree.Line] {
    comments.flatMap { comment -> [YAMLTree.Line] in
      let isBelowBlank = comment.isAlone && source.blankLines.contains(comment.position.line - 1)
      return isBelowBlank ? [.blank, .comment(comment.text)] : [.comment(comment.text)]
    }
  }
}

extension YAMLPosition {
  fileprivate init(_ range: SourceRange) { self.init(line: range.line, column: range.column) }
}
