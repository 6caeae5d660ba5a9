"""Prints letters: starts LibreOffice and has it make a PDF of each document that it is told of, one after the other.

Arguments: the program soffice, and a folder for this run alone. Each line of standard input is an order,
{"id": 1, "from": "/path/a.fodt", "to": "/path/a.pdf"}; its answer is a line, {"id": 1, "pages": 2} or
{"id": 1, "error": "why"}. The first line says {"ready": true}. When standard input ends, LibreOffice is ended too,
whatever it is doing, and the folder is removed.
"""

import glob
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from queue import Queue

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

START_SECONDS = 60
# A page needs some hundred megabytes; what asks for more is ended before the machine suffers.
MOST_MEMORY = 4 * 1024**3
LARGEST_FILE = 256 * 1024**2

soffice, folder = sys.argv[1:3]
orders = Queue()


def tell(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def end():
    shutil.rmtree(folder, ignore_errors=True)
    for pipe in glob.glob("/tmp/OSL_PIPE_*_" + os.path.basename(folder)):
        os.remove(pipe)
    os.killpg(0, signal.SIGKILL)


def read_orders():
    for line in sys.stdin:
        orders.put(json.loads(line))
    end()


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def start():
    """Starts LibreOffice and returns its desktop."""
    pipe = os.path.basename(folder)
    office = subprocess.Popen(
        [
            soffice,
            "-env:UserInstallation=file://" + folder + "/profile",
            "--headless",
            "--invisible",
            "--norestore",
            "--nolockcheck",
            "--nodefault",
            "--nologo",
            "--accept=pipe,name=" + pipe + ";urp;",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=limit,
    )
    threading.Thread(target=end_with, args=(office,), daemon=True).start()
    context = uno.getComponentContext()
    resolver = context.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", context)
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            remote = resolver.resolve("uno:pipe,name=" + pipe + ";urp;StarOffice.ComponentContext")
            return remote.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", remote)
        except NoConnectException:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def end_with(office):
    office.wait()
    end()


def printed(desktop, source, target):
    """Makes a PDF of a document; returns how many pages it has."""
    document = desktop.loadComponentFromURL(
        uno.systemPathToFileUrl(source),
        "_blank",
        0,
        properties(
            FilterName="OpenDocument Text Flat XML",
            Hidden=True,
            ReadOnly=True,
            # Never run a macro, never update a link.
            MacroExecutionMode=0,
            UpdateDocMode=0,
        ),
    )
    if document is None:
        raise ValueError("the document cannot be read")
    try:
        document.storeToURL(uno.systemPathToFileUrl(target), properties(FilterName="writer_pdf_Export"))
        return document.CurrentController.PageCount
    finally:
        document.close(True)


def main():
    os.chdir(folder)
    threading.Thread(target=read_orders, daemon=True).start()
    desktop = start()
    tell({"ready": True})
    while True:
        order = orders.get()
        try:
            tell({"id": order["id"], "pages": printed(desktop, order["from"], order["to"])})
        except Exception as error:  # Whatever UNO throws is an answer; the next letter may be fine.
            tell({"id": order["id"], "error": "%s: %s" % (type(error).__name__, error)})


try:
    main()
finally:
    end()
