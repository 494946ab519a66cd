import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { certificate, certificateKey } from "../../../../test/certificate.ts";
import { readFrames, type SyslogMessage } from "./syslog-parser.ts";

/**
 * What a server does with connections: reads them to their end, closes each immediately, reads none, resets each when its
 * first bytes have come, or reads all and never closes.
 */
export type Conduct = "reads" | "closes" | "hangs" | "resets" | "stays";

export interface SyslogServer {
  readonly port: number;
  conduct: Conduct;
  /** Connections that were accepted. */
  readonly connections: number;
  /** The messages of connections that were read to their end. */
  readonly messages: SyslogMessage[];
  stop(): Promise<void>;
}

/** A syslog server on this machine that detects when a connection has ended. */
export async function startSyslogServer({ tls = false } = {}): Promise<SyslogServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    const { conduct } = self;
    if (conduct === "closes") socket.end();
    if (conduct === "hangs") socket.pause();
    if (conduct === "resets") socket.once("data", () => socket.destroy());
    if (conduct !== "reads" && conduct !== "stays") return;
    const parts: Buffer[] = [];
    socket.on("data", (part: Buffer) => void parts.push(part));
    socket.on("end", () => {
      self.messages.push(...readFrames(Buffer.concat(parts)));
      if (conduct === "reads") socket.end();
    });
  };
  const server = tls
    ? createTlsServer({ cert: certificate, key: certificateKey, allowHalfOpen: true }, serve)
    : createServer({ allowHalfOpen: true }, serve);
  server.on("tlsClientError", () => undefined);
  const ready = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", ready.resolve);
  await ready.promise;
  const self: SyslogServer = {
    port: (server.address() as { port: number }).port,
    conduct: "reads",
    messages: [],
    get connections() {
      return connections;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
  return self;
}
