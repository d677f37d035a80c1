import Testing
import MediaEngine
