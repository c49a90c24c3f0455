# Runs while installing, once for each file that names another installed one: SOURCE becomes NAME in FOLDER with the
# paths of the prefix that is installed to, which `cmake --install --prefix` may have changed since configuring.
# DESTDIR is where files lie until a package is unpacked: it is in no path.
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "$ENV{PWD}" NORMALIZE OUTPUT_VARIABLE prefix)
cmake_path(ABSOLUTE_PATH BIN_FOLDER BASE_DIRECTORY "${prefix}" NORMALIZE)
cmake_path(ABSOLUTE_PATH LIBEXEC_FOLDER BASE_DIRECTORY "${prefix}" NORMALIZE)
cmake_path(ABSOLUTE_PATH FOLDER BASE_DIRECTORY "${prefix}" NORMALIZE)

set(candela "${BIN_FOLDER}/candela")
set(recorder "${LIBEXEC_FOLDER}/candela-recorder")
file(READ "${SOURCE}" text)
if(NAME MATCHES "\\.service$")
    # Quoted, since a path may have blanks; "%" begins a specifier (systemd.service(5)).
    string(REPLACE "%" "%%" recorder "${recorder}")
    string(REPLACE "@CANDELA_RECORDER@" "\"${recorder}\"" text "${text}")
elseif(NAME MATCHES "\\.desktop$")
    # The folder need not be in the PATH of a desktop.
    string(REPLACE "%" "%%" quoted "${candela}")
    string(REPLACE "Exec=candela " "TryExec=${candela}\nExec=\"${quoted}\" " text "${text}")
elseif(NAME MATCHES "\\.policy$")
    string(REPLACE "&" "&amp;" recorder "${recorder}")
    string(REPLACE "<" "&lt;" recorder "${recorder}")
    string(REPLACE "@CANDELA_RECORDER@" "${recorder}" text "${text}")
else()
    message(FATAL_ERROR "install_with_paths.cmake does not know how ${NAME} writes paths")
endif()
file(WRITE "${MADE}/${NAME}" "${text}")
file(INSTALL DESTINATION "${FOLDER}" TYPE FILE FILES "${MADE}/${NAME}")
