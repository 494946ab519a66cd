import { connect, createServer, type Server, type Socket } from "node:net";

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

/**
 * A port that forwards connections to another port, which may change: an address that moves between servers.
 */
export class Relay {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #to: number | undefined;
  #stalled = false;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
    server.on("connection", (client) => this.#join(client));
  }

  static open(): Promise<Relay> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () =>
        resolve(new Relay(server, (server.address() as { port: number }).port)),
      );
    });
  }

  /** Target of new connections; without a port they are closed immediately. */
  pointTo(port: number | undefined): void {
    this.#to = port;
  }

  /** From now on, drops what the servers send on these connections. */
  loseAnswers(): void {
    for (const { client, upstream } of this.#pairs) {
      upstream.unpipe(client);
      upstream.resume();
    }
  }

  /** From now on, no byte passes in either direction, and no end of a connection. New connections wait. */
  stall(): void {
    this.#stalled = true;
    for (const { client, upstream } of this.#pairs) {
      client.unpipe(upstream).pause();
      upstream.unpipe(client).pause();
    }
  }

  /** Everything that waits passes. */
  flow(): void {
    this.#stalled = false;
    for (const pair of this.#pairs) join(pair);
  }

  /** Ends all connections. */
  cut(): void {
    for (const { client, upstream } of this.#pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  close(): void {
    this.#to = undefined;
    this.cut();
    this.#server.close();
  }

  #join(client: Socket): void {
    if (this.#to === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ port: this.#to, host: "127.0.0.1", noDelay: true });
    client.setNoDelay(true);
    const pair = { client, upstream };
    this.#pairs.add(pair);
    const end = () => {
      client.destroy();
      upstream.destroy();
      this.#pairs.delete(pair);
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    if (this.#stalled) for (const socket of [client, upstream]) socket.pause();
    else join(pair);
  }
}

function join({ client, upstream }: Pair): void {
  client.pipe(upstream);
  upstream.pipe(client);
}
