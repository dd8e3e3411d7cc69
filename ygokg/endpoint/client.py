"""HTTP to one server: a request, its answer, and for everything that can go wrong a message of its own."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import socket
import ssl
import time
from collections.abc import Mapping
from email.message import Message
from typing import IO, NamedTuple, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import (
    HTTPBasicAuthHandler,
    HTTPDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    HTTPRedirectHandler,
    Request,
    build_opener,
)

from ygokg import __version__
from ygokg.errors import EndpointProblem, TimedOut, UsageProblem
from ygokg.messages import t

_BLOCK = 1 << 16
_SAID = 200
_SECRET = re.compile(r"(?<=//)[^/]*@")
_MARKUP = re.compile(rb"\s*<(?:!doctype|html)", re.IGNORECASE)
_GIVEN_UP = re.compile(r"timed? ?out|S1T00|exceeds the limit of \d+ \(sec\)", re.IGNORECASE)
"""How servers say in the text of an error that a query took too long; Virtuoso also when it only expects so."""


class Answer(NamedTuple):
    """What a server answered: the headers by name in lower case, and the body."""

    headers: Mapping[str, str]
    body: bytes


class Client:
    """Sends requests, with the user and password of the environment (YGOKG_USER, YGOKG_PASSWORD) where a server asks for them.

    They go to the servers that were named on the command line and to no other: no redirection is followed.
    """

    def __init__(self, lang: str = "en") -> None:
        """`lang` is the language of the errors."""
        self.lang = lang
        self._passwords = HTTPPasswordMgrWithDefaultRealm()
        self._known = "YGOKG_USER" in os.environ
        self._opener = build_opener(_NoRedirect(), _Digest(self._passwords), HTTPBasicAuthHandler(self._passwords))
        self._opener.addheaders = [("User-Agent", f"ygokg/{__version__}")]

    def send(self, url: str, body: bytes | None = None, *, method: str = "POST", seconds: float | None = 60, **headers: str) -> Answer:
        """Send a request and return its answer; a header is named with `_` for `-`.

        Raises `EndpointProblem` where there is no answer that could be used, `TimedOut` where it takes more than `seconds` (None
        sets no limit) or the server says that it gave up, and `UsageProblem` for a URL that is none.
        """
        parts = require_url(url, self.lang)
        if self._known:
            user, password = os.environ["YGOKG_USER"], os.environ.get("YGOKG_PASSWORD", "")
            self._passwords.add_password(None, f"{parts.scheme}://{parts.netloc}/", user, password)
        named = {name.replace("_", "-").title(): value for name, value in headers.items()}
        request = Request(url, data=body, headers=named, method=method)  # noqa: S310 - http or https, by require_url
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            with self._opener.open(request, timeout=seconds) as response:
                answer = Answer({name.lower(): value for name, value in response.headers.items()}, _read(response, deadline))
        except HTTPError as error:
            with error:
                self._refused(url, error, seconds)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._failed(url, error, seconds)
        length = answer.headers.get("content-length", "")
        if length.isdecimal() and len(answer.body) != int(length):
            raise self.problem("endpoint.broken-off", url)
        return answer

    def problem(self, key: str, url: str, **values: object) -> EndpointProblem:
        """Return the error of this message, whose hint is the message `key`.hint."""
        values["url"] = shown(url)
        return EndpointProblem(t(self.lang, key, **values), t(self.lang, f"{key}.hint", **values))

    def too_long(self, url: str, seconds: float | None) -> TimedOut:
        """Return the error for an answer that did not come in time; the server's own limit where `seconds` is None."""
        key = "endpoint.gave-up" if seconds is None else "endpoint.too-long"
        return TimedOut(t(self.lang, key, url=shown(url), seconds=f"{seconds or 0:g}"), t(self.lang, "endpoint.too-long.hint"))

    def _refused(self, url: str, error: HTTPError, seconds: float | None) -> NoReturn:
        """Raise what a status other than success means."""
        said = ""
        with contextlib.suppress(OSError, http.client.HTTPException):
            said = _said(_read(error, None if seconds is None else time.monotonic() + seconds))
        if error.code in (http.HTTPStatus.REQUEST_TIMEOUT, http.HTTPStatus.GATEWAY_TIMEOUT) or _GIVEN_UP.search(said):
            raise self.too_long(url, None) from error
        if error.code in (http.HTTPStatus.UNAUTHORIZED, http.HTTPStatus.FORBIDDEN):
            raise self.problem("endpoint.wrong-user" if self._known else "endpoint.no-user", url, status=error.code) from error
        if error.code in (http.HTTPStatus.NOT_FOUND, http.HTTPStatus.GONE, http.HTTPStatus.METHOD_NOT_ALLOWED):
            raise self.problem("endpoint.nothing-there", url, status=error.code) from error
        if error.code < http.HTTPStatus.BAD_REQUEST:
            raise self.problem("endpoint.elsewhere", url, target=shown(error.headers.get("Location", "?"))) from error
        key = "endpoint.refused-request" if error.code < http.HTTPStatus.INTERNAL_SERVER_ERROR else "endpoint.failed"
        raise self.problem(key, url, status=error.code, said=said or error.reason) from error

    def _failed(self, url: str, error: Exception, seconds: float | None) -> NoReturn:
        """Raise what it means that no answer came."""
        why = error.reason if isinstance(error, URLError) else error
        if isinstance(why, TimeoutError):
            raise self.too_long(url, seconds) from error
        host = urlsplit(url).hostname
        if isinstance(why, socket.gaierror):
            raise self.problem("endpoint.unknown-host", url, host=host) from error
        if isinstance(why, ssl.SSLError):
            raise self.problem("endpoint.tls", url, host=host, why=why.reason or why) from error
        if isinstance(why, ConnectionRefusedError):
            raise self.problem("endpoint.refused", url, host=host) from error
        if isinstance(why, (ConnectionError, http.client.HTTPException)):
            raise self.problem("endpoint.broken-off", url) from error
        if isinstance(error, ValueError):  # what urllib says of a way to log in that it cannot take
            raise self.problem("endpoint.other-login" if self._known else "endpoint.no-user", url, status=401) from error
        raise self.problem("endpoint.unreachable", url, why=getattr(why, "strerror", None) or why) from error


def require_url(url: str, lang: str = "en") -> SplitResult:
    """Return the parts of a URL; raises `UsageProblem` for one that is not http or https, and for one with a password in it."""
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
    except ValueError:
        whole = False
    if not whole or any(sign <= " " or sign > "~" for sign in url):
        raise UsageProblem(t(lang, "endpoint.bad-url", url=shown(url)), t(lang, "endpoint.bad-url.hint"))
    if "@" in parts.netloc:
        raise UsageProblem(t(lang, "endpoint.user-in-url", url=shown(url)), t(lang, "endpoint.user-in-url.hint"))
    return parts


def shown(url: str) -> str:
    """Return a URL as it may be shown: without what could be a password or a key.

    >>> shown("http://me:secret@localhost:8890/sparql?key=secret")
    'http://localhost:8890/sparql'
    """
    return _SECRET.sub("", re.split("[?#]", url)[0])


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirection: where the request, and the password with it, goes is what was named."""

    def redirect_request(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str) -> None:
        """Return no request, so that the redirection comes back as an error."""


class _Digest(HTTPDigestAuthHandler):
    """Logs in with the first request, and not again with every one that follows."""

    _challenge: Mapping[str, str] | None = None

    def get_authorization(self, req: Request, chal: Mapping[str, str]) -> str | None:
        """Answer a challenge, and keep it."""
        self._challenge = chal
        return super().get_authorization(req, chal)

    def http_request(self, req: Request) -> Request:
        """Answer the challenge that is known before it comes again."""
        if self._challenge is not None:
            answered = super().get_authorization(req, self._challenge)
            if answered:
                req.add_unredirected_header(self.auth_header, f"Digest {answered}")
        return req

    https_request = http_request


def _read(response: IO[bytes] | http.client.HTTPResponse, deadline: float | None) -> bytes:
    """Read a body to its end; raises `TimeoutError` where the deadline comes first, however steadily it trickles."""
    blocks: list[bytes] = []
    read = getattr(response, "read1", response.read)
    while block := read(_BLOCK):
        blocks.append(block)
        if deadline is not None and time.monotonic() > deadline:
            raise TimeoutError
    return b"".join(blocks)


def _said(body: bytes) -> str:
    """Return the first line of what a server says of an error; a web page says nothing that helps."""
    if _MARKUP.match(body):
        return ""
    lines = body.decode("utf-8", "replace").strip().splitlines()
    return lines[0][:_SAID] if lines else ""
