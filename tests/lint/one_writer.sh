#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Files are written by core/io/whole_file.h alone, and a program's own files are read by core/io/small_file.h: both know
# pipes, devices, links and full disks. Prints each line that opens a file in another way; fails if there is one.
cd "${1:-.}" || exit 2

# Who may: the writer and the reader themselves, and mappings.
allowed='^(core/io/(part_file|write_target|small_file)\.cpp|core/memory/mapped_file\.cpp):'
# What is no file of the disk: resources that are built in, /proc and /dev/null. QSettings is checked by the profile
# before it opens anything; a test of existence opens nothing; a QBuffer lies in memory.
harmless='QStringLiteral\(":/|QStringLiteral\("/proc/|"/dev/null"|QFile::exists|// built in$'

grep -rnE --include='*.cpp' --include='*.h' --include='*.cu' --include='*.cuh' \
    'ofstream|std::fstream|fopen\(|freopen\(|QSaveFile|QFile( |::|\()|QTemporaryFile|QImageWriter|setFileName\(|O_WRONLY|O_RDWR|O_CREAT|mkstemp|copy_file|(image|[pP]ixmap|toImage\(\)|grab\(\))\.save\([^&]|QFile::(copy|rename)' \
    core app widgets | grep -vE "$allowed" | grep -vE "$harmless" >&2 && exit 1
exit 0
