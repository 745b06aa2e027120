// Put in front of every counted program: its variables get sections of their
// own, so that the counter can set them back between two runs.
#pragma clang section bss = "program_bss" data = "program_data"
