"""Serves a folder on a port of this machine, 0 for a free one, and prints it; without delay, on as many threads as there are requests."""

import functools
import http.server
import sys


class Quiet(http.server.SimpleHTTPRequestHandler):
    # Connections stay, as those of servers in use do.
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # A connection that is not accepted at once is tried again a second later, which a browser waits for.
    request_queue_size = 128

    def handle_error(self, request, address):
        # Browsers that need a photo no longer hang up.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


server = Server(("127.0.0.1", int(sys.argv[2])), functools.partial(Quiet, directory=sys.argv[1]))
print(server.server_port, flush=True)
server.serve_forever()
