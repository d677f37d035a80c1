import Testing
import MediaGraph
