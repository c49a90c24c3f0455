/// The program `candela-recorder`; recorder_lib has everything else, where it is compiled with the other
/// files.
#include "recorder/run_recorder.h"

int main(int count, char** arguments) {
    return candela::runRecorder({arguments + 1, arguments + count});
}
