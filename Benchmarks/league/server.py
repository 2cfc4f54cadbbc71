"""Serves a folder on a free port of this machine, which it prints; without delay, on as many threads as there are requests."""

import functools
import http.server
import sys


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=sys.argv[1]))
print(server.server_port, flush=True)
server.serve_forever()
