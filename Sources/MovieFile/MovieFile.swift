// Module MovieFile: ISO base media and QuickTime files in pure Swift, no GStreamer.
//
//   Errors/         what is wrong with a file, in which box, at which byte
//   Time/           exact conversions between units of time
//   Bytes/          where bytes come from: read by position, never memory-mapped
//   Boxes/          the box tree: bounded reading and writing, errors with box path and offset
//   Codecs/         codecs as bytes, the table of codecs, and the kinds of movies that hold them
//   ElementaryStreams/ byte streams of one codec, cut into access units and frames
//   PacketizedStreams/ TransportStream/ ProgramStream/   MPEG's streams: packets, clocks, programs
//   Samples/        every coded sample: where it is, when it is decoded and shown
//   Descriptions/   sample entries as CMFormatDescription
//   Movie/          the movie, its tracks, headers, edits and references
//   Gapless/        which of a decoder's samples are heard
//   ChunkedAudio/   WAVE, AIFF and Apple's .caf files as sample tables
//   Writing/        movies made of samples: headers, tables, fragments
//   AudioFiles/     files of one track of sound made of samples: WAVE, AIFF, Core Audio, AMR
//   Metadata/       items with raw keys, as every kind of file has them
//   Matroska/       Matroska and WebM: streams, packets, cues; their tags
//   FLV/ AVI/ Ogg/   containers of interleaved packets, as Matroska is
//   ID3/ APE/ Xiph/ tags of files that are no movies
//   MovieMetadata/  metadata in the boxes of movies, read and written; media characteristics
//   Chapters/       Nero's lists, chapter tracks, ID3's frames
//   Tags/           what all kinds of tags have in common: one name for a title, whatever holds it
//   AudioFrames/    bare MP3 and AAC as sample tables
//   Containers/     what containers of interleaved packets have in common: streams, packets, places, walks
//   Listing/        every sample of a file as a row of text or JSON
//   Copying/        samples of movies in other movies
//   Editing/        changes of what a movie says, in a copy or in its file; media stay
//
//   let movie = try Movie(path: "movie.mov")
//   for track in movie.tracks {
//     let samples = try track.samples()
//     let shown = try samples.sample(atPresentationTime: 90_000)
//   }
//
// Files are hostile: all values are checked before use, and unreadable data are a `MovieError`.

@_exported import CoreMedia
