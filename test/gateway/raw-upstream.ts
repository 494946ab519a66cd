import type { Socket } from "bun";

interface Received {
  text: string;
}

export type RawSocket = Socket<Received>;

/** An upstream that answers with bytes as they are written here. */
export interface RawUpstream extends AsyncDisposable {
  readonly url: string;
  /** The requests that it has received, one a connection or more. */
  readonly received: string[];
  readonly open: number;
  /** Connections since it began. */
  readonly accepted: number;
}

/** Calls `answer` for each request whose headers have come, with those headers. */
export function rawUpstream(
  answer: (socket: RawSocket, request: string) => void,
  { drain = () => undefined }: { drain?: (socket: RawSocket) => void } = {},
): RawUpstream {
  const received: string[] = [];
  let accepted = 0;
  const sockets = new Set<RawSocket>();
  const listener = Bun.listen<Received>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { text: "" };
        sockets.add(socket);
        accepted += 1;
      },
      data(socket, bytes) {
        socket.data.text += bytes.toString("latin1");
        if (!socket.data.text.includes("\r\n\r\n")) return;
        const { text } = socket.data;
        socket.data.text = "";
        received.push(text);
        answer(socket, text);
      },
      drain,
      close: (socket) => void sockets.delete(socket),
      error() {},
    },
  });
  return {
    url: `http://127.0.0.1:${listener.port}`,
    received,
    get open() {
      return sockets.size;
    },
    get accepted() {
      return accepted;
    },
    async [Symbol.asyncDispose]() {
      listener.stop(true);
    },
  };
}

/** A port on which nothing listens. */
export function closedPort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
