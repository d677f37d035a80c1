/// The identifier of a track, unique within its movie and kept when the movie is saved; positive.
public typealias CMPersistentTrackID = Int32

/// No track; as an argument for a new track, it requests an unused identifier.
public var kCMPersistentTrackID_Invalid: CMPersistentTrackID { 0 }
/// A number of items, such as samples.
public typealias CMItemCount = Int
/// The index of an item, from 0.
public typealias CMItemIndex = Int
