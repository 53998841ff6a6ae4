"""An echo server on the stack of `pitboss serve`: what comes goes to all connections of its table, as large as ours."""

import sys
from collections import defaultdict

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect


def make_echo(size: int) -> FastAPI:
    """Sends, for each message, an entry of so many bytes to every connection of the table, and an answer back."""
    app = FastAPI(openapi_url=None)
    tables: dict[str, list[WebSocket]] = defaultdict(list)
    seqs: dict[str, int] = defaultdict(int)
    pad = "x" * size

    @app.websocket("/api/tables/{table}/live")
    async def live(socket: WebSocket, table: str) -> None:
        await socket.accept()
        tables[table].append(socket)
        try:
            while True:
                await socket.receive_text()
                seqs[table] += 1
                text = f'{{"type":"entry","seq":{seqs[table]},"pad":"{pad}"}}'
                for other in tables[table]:
                    await other.send_text(text)
                await socket.send_text('{"type":"answer"}')
        except (WebSocketDisconnect, RuntimeError):
            tables[table].remove(socket)

    return app


if __name__ == "__main__":
    port, size = map(int, sys.argv[1:])
    uvicorn.run(make_echo(size), port=port, log_config=None, log_level="warning", access_log=False)
