// A program for each point of what ported programs use. The lines that it prints are compared with expected.txt.

frame()
try keys()
try types()
try images()
try pixelFormats()
try await constants()
try coreFoundation()
try standIns()
