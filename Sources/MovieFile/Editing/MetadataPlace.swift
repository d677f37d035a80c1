/// Edits the metadata of a movie or track: unchanged entries are kept byte for byte.
struct MetadataPlace {
  let change: MetadataChange
  let encoder: MetadataEncoder
  let window: ByteWindow
  private var format: MovieFormat { encoder.format }

  /// - Parameter box: 'moov' or 'trak', opened.
  func apply(to box: inout BoxDraft) throws(MovieError) {
    guard !change.isEmpty else { return }
    var fresh = MetadataEntries()
    for group in MetadataEntries.groups(change.fresh) {
      if let reason = encoder.unsupportedReason(of: group[0]) { throw .notStorable(group[0], reason) }
      try fresh.add(group, format: format)
    }
    try applyToMetas(in: &box)
    for index in box.children.indices {
      switch box.children[index].type {
      case "udta": try applyToUserData(&box.children[index])
      // A track's second place for user data, which QuickTime reads.
      case "mdia" where box.type == .trak:
        try box.children[index].open(window: window)
        if let place = box.children[index].index(of: "udta") {
          try applyToUserData(&box.children[index].children[place])
        }
      default: break
      }
    }
    box.children.removeAll { $0.isEmptied }
    try add(fresh, to: &box)
  }

  /// Changes the 'meta' boxes of a box.
  func applyToMetas(in box: inout BoxDraft) throws(MovieError) {
    guard !change.entries.isEmpty else { return }
    for index in box.children.indices where box.children[index].type == "meta" {
      try applyToMeta(&box.children[index])
    }
    box.children.removeAll { $0.isEmptied }
  }

  private func applyToUserData(_ udta: inout BoxDraft) throws(MovieError) {
    guard !change.entries.isEmpty, let path = udta.original?.path else { return }
    try udta.open(keepingDamage: true, window: window)
    let hadEntries = !udta.children.isEmpty
    var children: [BoxDraft] = []
    for (index, child) in udta.children.enumerated() {
      guard let items = change.items(.userData, path, index) else {
        children.append(child)
        continue
      }
      for group in MetadataEntries.groups(items) {
        children.append(BoxDraft(whole: try UserDataEntry.box(group, format: format)))
      }
    }
    udta.children = children
    try applyToMetas(in: &udta)
    udta.isEmptied = hadEntries && udta.children.isEmpty
  }

  private func applyToMeta(_ meta: inout BoxDraft) throws(MovieError) {
    try openMeta(&meta)
    // The valid lists are the same as for reading: the first 'ilst', the last 'keys'.
    if let list = meta.index(of: "ilst") {
      var entries = meta.children[list]
      try entries.open(keepingDamage: true, window: window)
      if let keys = meta.children.lastIndex(where: { $0.type == "keys" }) {
        var table = try KeyTable(meta.children[keys], window: window)
        if try applyToKeyed(&entries, &table) { meta.children[keys] = BoxDraft(table.box) }
      } else {
        try applyToList(&entries)
      }
      meta.children[list] = entries
      if entries.isEmptied {
        meta.isEmptied = meta.children.allSatisfy { ["hdlr", "keys", "ilst", "free", "skip"].contains($0.type) }
      }
    }
    for index in meta.children.indices where meta.children[index].type == "ID32" {
      try applyToTag(&meta.children[index])
    }
    if meta.children.contains(where: \.isEmptied), !meta.isEmptied {
      meta.isEmptied = meta.children.allSatisfy { $0.isEmptied || ["hdlr", "free", "skip"].contains($0.type) }
      meta.children.removeAll { $0.isEmptied && $0.type == "ID32" }
    }
  }

  private func applyToList(_ list: inout BoxDraft) throws(MovieError) {
    guard let path = list.original?.path else { return }
    var children: [BoxDraft] = []
    var isChanged = false
    for (index, child) in list.children.enumerated() {
      guard let items = change.items(.iTunes, path, index) else {
        children.append(child)
        continue
      }
      isChanged = true
      for group in MetadataEntries.groups(items) {
        children.append(BoxDraft(whole: try ItemListEntry.box(group)))
      }
    }
    list.children = children
    list.isEmptied = isChanged && children.isEmpty
  }

  /// - Returns: True if an entry changed.
  private func applyToKeyed(_ list: inout BoxDraft, _ table: inout KeyTable) throws(MovieError) -> Bool {
    guard let path = list.original?.path else { return false }
    var children: [BoxDraft] = []
    var isChanged = false
    for (index, child) in list.children.enumerated() {
      guard let items = change.items(.quickTimeMetadata, path, index) else {
        children.append(child)
        continue
      }
      isChanged = true
      for group in MetadataEntries.groups(items) {
        let number = table.number(of: try MetadataEntries.KeyEntry(group[0]))
        children.append(BoxDraft(BoxType(rawValue: number), bytes: try ItemListEntry.contents(group)))
      }
    }
    guard isChanged else { return false }
    table.removeUnused(&children)
    list.children = children
    list.isEmptied = children.isEmpty
    return true
  }
}

// MARK: - New entries

extension MetadataPlace {
  private func add(_ fresh: MetadataEntries, to box: inout BoxDraft) throws(MovieError) {
    if !fresh.userData.isEmpty || !fresh.itemList.isEmpty {
      try box.update("udta", adding: BoxDraft("udta", boxes: [])) { udta throws(MovieError) in
        try udta.open(keepingDamage: true, window: window)
        udta.children += fresh.userData.map { BoxDraft(whole: $0) }
        guard !fresh.itemList.isEmpty else { return }
        try addToMeta(.iTunes, in: &udta) { meta throws(MovieError) in
          try meta.update("ilst", adding: BoxDraft("ilst", boxes: [])) { list throws(MovieError) in
            try list.open(keepingDamage: true, window: window)
            list.children += fresh.itemList.map { BoxDraft(whole: $0) }
          }
        }
      }
    }
    if !fresh.keyed.isEmpty {
      try addToMeta(.keys, in: &box) { meta throws(MovieError) in
        let place = meta.children.lastIndex { $0.type == "keys" }
        var table =
          try place.map { index throws(MovieError) in try KeyTable(meta.children[index], window: window) }
          ?? KeyTable()
        try meta.update("ilst", adding: BoxDraft("ilst", boxes: [])) { list throws(MovieError) in
          try list.open(keepingDamage: true, window: window)
          for (key, contents) in fresh.keyed {
            list.children.append(BoxDraft(BoxType(rawValue: table.number(of: key)), bytes: contents))
          }
        }
        if let place {
          meta.children[place] = BoxDraft(table.box)
        } else {
          // Before the list, which refers to it.
          meta.children.insert(BoxDraft(table.box), at: meta.index(of: "ilst") ?? meta.children.count)
        }
      }
    }
    if !fresh.frames.isEmpty { try addFrames(fresh.frames, to: &box) }
  }

  /// Changes the 'meta' box of a handler, or a new one.
  func addToMeta(
    _ handler: MetadataHandler, in box: inout BoxDraft, _ body: (inout BoxDraft) throws(MovieError) -> Void
  ) throws(MovieError) {
    for index in box.children.indices where box.children[index].type == "meta" {
      try openMeta(&box.children[index])
      guard try handlerType(of: box.children[index]) == handler.handlerType else { continue }
      return try body(&box.children[index])
    }
    var meta = BoxDraft(handler: handler, format: format)
    try body(&meta)
    box.children.append(meta)
  }

  private func handlerType(of meta: BoxDraft) throws(MovieError) -> BoxType? {
    guard let handler = meta.children.first(where: { $0.type == "hdlr" }) else { return nil }
    if case .bytes(let bytes) = handler.contents {
      return bytes.count >= 12 ? BoxType(rawValue: bytes[8..<12].reduce(0) { $0 << 8 | UInt32($1) }) : nil
    }
    guard let box = handler.original, box.payloadSize >= 12 else { return nil }
    return BoxType(rawValue: try window.u32(at: box.start + 8))
  }

  /// Opens a 'meta' box: ISO's has version and flags, QuickTime's does not.
  func openMeta(_ meta: inout BoxDraft) throws(MovieError) {
    guard case .untouched = meta.contents, let box = meta.original else { return }
    let isPlain = box.payloadSize >= 8 ? try window.u32(at: box.start + 4) == BoxType("hdlr").rawValue : false
    try meta.open(skipping: isPlain ? 0 : min(4, box.payloadSize), keepingDamage: true, window: window)
  }
}

extension BoxDraft {
  /// Makes a 'meta' box with only its handler.
  init(handler: MetadataHandler, format: MovieFormat) {
    let isFull = handler == .iTunes || !format.isQuickTime
    let payload = handler.box(format) { _ in }.payload
    self.init(
      "meta", prefix: isFull ? [0, 0, 0, 0] : [],
      boxes: [BoxDraft(whole: Array(payload.dropFirst(isFull ? 4 : 0)))])
  }

  /// Makes a box from bytes that begin with a 32-bit size and the type.
  init(whole bytes: [UInt8]) {
    self.init(
      BoxType(rawValue: bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) }), bytes: Array(bytes.dropFirst(8)))
  }
}
