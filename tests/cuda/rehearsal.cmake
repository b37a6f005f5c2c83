# SPDX-License-Identifier: Apache-2.0
# Runs on_gpu.sh on the device that the host plays, and looks at what it leaves.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${REPORT}")
execute_process(COMMAND bash "${SCRIPT}" --rehearse "${BIN}" "${REPORT}" RESULT_VARIABLE status OUTPUT_VARIABLE said
                ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the rehearsal failed (${status}):\n${said}")
endif()

file(READ "${REPORT}/report.json" report)
set(outcomes "")
string(JSON count LENGTH "${report}" phases)
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  string(JSON name GET "${report}" phases ${i} name)
  string(JSON outcome GET "${report}" phases ${i} status)
  list(APPEND outcomes "${name} ${outcome}")
endforeach()
foreach(wanted about devices tests faults roofs bench time)
  if(NOT "${wanted} ok" IN_LIST outcomes)
    message(FATAL_ERROR "the phase ${wanted} was to be ok: ${outcomes}")
  endif()
endforeach()
string(JSON passed GET "${report}" phases 2 counts passed)
string(JSON simulated GET "${report}" simulated)
if(NOT passed EQUAL 2 OR NOT simulated)
  message(FATAL_ERROR "two passed tests on a simulated device were to be told:\n${report}")
endif()

file(GLOB files RELATIVE "${REPORT}" "${REPORT}/*")
if(NOT files STREQUAL "bench.json;faults.json;log.txt;report.json;roofs.json;time.json;verified.json")
  message(FATAL_ERROR "other files than wanted: ${files}")
endif()

# What ran is known by name, and verifies nothing: no hardware took part.
file(READ "${REPORT}/verified.json" verified)
string(JSON kernels GET "${verified}" kernels)
if(NOT kernels MATCHES "simulated\\.convert\\.pointers")
  message(FATAL_ERROR "no kernel of a conversion is told to have run: ${kernels}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -D "REPORT=${REPORT}/verified.json" -D "TO=${REPORT}.inc"
                        -P "${CMAKE_CURRENT_LIST_DIR}/refused.cmake"
                RESULT_VARIABLE status ERROR_VARIABLE said)
if(status EQUAL 0 OR NOT said MATCHES "nothing is[ \n]+verified")
  message(FATAL_ERROR "a report of the simulated device was to be refused, found ${status}: ${said}")
endif()
