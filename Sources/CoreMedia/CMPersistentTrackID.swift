/// The identifier of a track, unique within its movie and kept when the movie is saved; positive.
public typealias CMPersistentTrackID = Int32

/// No track; passed where a new track is made, it asks for an identifier that is free.
public var kCMPersistentTrackID_Invalid: CMPersistentTrackID { 0 }
/// A number of things, such as samples.
public typealias CMItemCount = Int
/// A position among things, from 0.
public typealias CMItemIndex = Int
