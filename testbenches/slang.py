"""The command line of slang (`slang --std 1364-2005 -Weverything core.v`), by the library that PyPI has as `pyslang`."""

import shlex
import sys

from pyslang.driver import Driver

driver = Driver()
driver.addStandardArgs()
accepted = driver.parseCommandLine(shlex.join(["slang", *sys.argv[1:]])) and driver.processOptions()
sys.exit(0 if accepted and driver.parseAllSources() and driver.runFullCompilation(True) else 1)
