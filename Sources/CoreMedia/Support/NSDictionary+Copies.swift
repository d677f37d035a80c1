import Foundation

extension NSDictionary {
  /// An immutable copy of the dictionary.
  var immutableCopy: NSDictionary {
    let result = NSMutableDictionary(dictionary: entries)
    return result.copy() as? NSDictionary ?? result
  }

  /// A dictionary with the same entries, to be changed.
  var changeableCopy: NSMutableDictionary { NSMutableDictionary(dictionary: entries) }

  /// The entries as Swift sees them.
  var entries: [AnyHashable: Any] {
    var result: [AnyHashable: Any] = [:]
    for (key, value) in self {
      if let key = key as? AnyHashable { result[key] = value }
    }
    return result
  }
}
