"""Firefox through Marionette, the protocol that it speaks by itself, with no driver beside it.

A message is JSON behind its length: [0, number, command, parameters] out, [1, number, error,
result] back. On an invisible display it has WebGL; without one it draws on a canvas.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

BINARY = shutil.which("firefox-esr") or shutil.which("firefox")
#: What the page itself complained of; Firefox's own parts have other names.
_COMPLAINTS = """return Services.console.getMessageArray()
    .filter(m => m instanceof Ci.nsIScriptError && /^(file|blob):/.test(m.sourceName))
    .map(m => m.errorMessage)"""


class Display:
    """A screen that nobody sees, where Xvfb is installed."""

    def __init__(self) -> None:
        self.name = ""
        if shutil.which("Xvfb"):
            read, write = os.pipe()
            command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24"]
            self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as pipe:
                self.name = pipe.readline().strip()

    def close(self) -> None:
        if self.name:
            self.process.terminate()
            self.process.wait(60)


class Firefox:
    """A Firefox with a profile of its own and the network off."""

    def __init__(self, profile: Path, display: str) -> None:
        self.downloads = profile / "downloads"
        wanted = {
            "marionette.port": 0,  # any that is free
            "webgl.force-enabled": bool(display),  # also where the processor plays the GPU
            "browser.download.dir": str(self.downloads),
            "browser.download.folderList": 2,
        }
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in wanted.items())
        (profile / "user.js").write_text("".join(lines), "utf-8")
        command = [str(BINARY), "--no-remote", "--profile", str(profile)]
        command += ["--marionette", "--remote-allow-system-access"]
        if not display:
            command.append("--headless")
        environment = {**os.environ, "DISPLAY": f":{display}"} if display else None
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.number = 0
        try:
            self.stream = socket.create_connection(("127.0.0.1", self._port(profile)), timeout=120)
            self.file = self.stream.makefile("rb")
            self._receive()  # it greets
            self.send("WebDriver:NewSession", capabilities={})
            self._privileged("Services.io.offline = true; Services.console.reset();")
        except BaseException:
            self.process.kill()
            raise

    def _port(self, profile: Path) -> int:
        said = profile / "MarionetteActivePort"
        wait_until(lambda: said.exists() and said.read_text(), "Firefox starts")
        return int(said.read_text())

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self.file.read(1)
        return json.loads(self.file.read(int(length[:-1])))

    def send(self, command: str, **parameters: Any) -> Any:
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.stream.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._receive()
        assert error is None, error
        return result

    def run(self, script: str, *values: Any) -> Any:
        """What the body of a function gives, in the page."""
        return self.send("WebDriver:ExecuteScript", script=script, args=list(values))["value"]

    def _privileged(self, script: str) -> Any:
        self.send("Marionette:SetContext", value="chrome")
        given = self.run(script)
        self.send("Marionette:SetContext", value="content")
        return given

    def complaints(self) -> list[str]:
        found: list[str] = self._privileged(_COMPLAINTS)
        return found

    def open(self, url: str) -> None:
        self.send("WebDriver:Navigate", url="about:blank")  # a new hash alone loads nothing
        self.send("WebDriver:Navigate", url=url)
        wait_until(lambda: self.run("return document.documentElement.dataset.ready"), "ready")

    def _find(self, selector: str) -> str:
        given = self.send("WebDriver:FindElement", using="css selector", value=selector)
        return str(next(iter(given["value"].values())))

    def click(self, selector: str) -> None:
        self.send("WebDriver:ElementClick", id=self._find(selector))

    def type(self, selector: str, text: str) -> None:
        self.send("WebDriver:ElementSendKeys", id=self._find(selector), text=text)

    def text(self, selector: str) -> str:
        return str(self.send("WebDriver:GetElementText", id=self._find(selector))["value"])

    def click_at(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self.send("WebDriver:PerformActions", actions=[mouse])

    def close(self) -> None:
        self.send("Marionette:Quit", flags=["eForceQuit"])
        self.stream.close()
        self.process.wait(60)


def wait_until(true: Any, what: str) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError(f"a minute passed and it is not so: {what}")
