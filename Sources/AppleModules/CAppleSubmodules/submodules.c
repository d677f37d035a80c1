// The target has a module map alone; a target of C needs a file.
