# SPDX-License-Identifier: Apache-2.0
# Installs the finished build into a fresh prefix, then configures, builds and runs the consumer against it.
set(work "${BUILD}/consumer")
file(REMOVE_RECURSE "${work}")

function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${said}")
  endif()
  message(STATUS "${what}: fine")
endfunction()

if(SANITIZE)
  set(flags "-fsanitize=${SANITIZE}")
endif()
step("install" ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${work}/prefix")
step("configure" ${CMAKE_COMMAND} -S "${SOURCE}" -B "${work}/build" -G "${GENERATOR}"
     "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_BUILD_TYPE=${CONFIG}"
     "-DCMAKE_CXX_FLAGS=${flags}" "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF")
step("build" ${CMAKE_COMMAND} --build "${work}/build")
step("run" "${work}/build/consumer")
step("installed tscope" "${work}/prefix/bin/tscope" --version)
if(NOT EXISTS "${work}/prefix/libexec/tscope/tscope-worker")
  message(FATAL_ERROR "the worker is not installed where the window looks for it")
endif()
