import Glibc

exit(Program.run(ProgramWords.behindTheName()).rawValue)
