import { connect, createServer, type Socket } from "node:net";

/** A port that forwards connections to another one, and cuts answers off. */
export interface CuttingRelay {
  readonly url: string;
  /** Cuts the connection of the next answer after so many of its bytes. */
  cutAfter(bytes: number): void;
  /** How many answers were cut. */
  readonly cuts: number;
  /** Stops to send answers; requests still arrive. */
  silence(isSilent: boolean): void;
  close(): void;
}

export async function cuttingRelay(to: number): Promise<CuttingRelay> {
  const sockets = new Set<Socket>();
  let left: number | undefined;
  let cuts = 0;
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect({ port: to, host: "127.0.0.1", noDelay: true });
    const end = () => {
      for (const socket of [client, upstream]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.pipe(upstream);
    upstream.on("data", (chunk: Buffer) => {
      if (isSilent) return;
      if (left === undefined || chunk.length <= left) {
        if (left !== undefined) left -= chunk.length;
        client.write(chunk);
        return;
      }
      cuts += 1;
      const passed = chunk.subarray(0, left);
      left = undefined;
      upstream.pause();
      client.end(passed, end);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    cutAfter(bytes) {
      left = bytes;
    },
    get cuts() {
      return cuts;
    },
    silence(now) {
      isSilent = now;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
