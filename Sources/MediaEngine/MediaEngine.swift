import MediaGraph
internal import CGStreamer
