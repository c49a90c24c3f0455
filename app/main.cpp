/// The program `candela`: a command of the command line, else the window.
#include "app/command_line.h"

int main(int argc, char** argv) {
    return candela::runCommandLine(argc, argv);
}
