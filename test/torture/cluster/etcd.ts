import { join } from "node:path";
import { until } from "../../until.ts";
import { Daemon, steadyPort } from "./daemon.ts";

const startMs = 120_000;

/** etcd, in which Patroni keeps its lock. */
export class Etcd {
  readonly daemon: Daemon;
  readonly port: number;

  private constructor(daemon: Daemon, port: number) {
    this.daemon = daemon;
    this.port = port;
  }

  static async create(folder: string, program: string): Promise<Etcd> {
    const port = await steadyPort();
    const client = `http://127.0.0.1:${port}`;
    const peer = `http://127.0.0.1:${await steadyPort()}`;
    const daemon = new Daemon(folder, "etcd", [
      program,
      ...["--name", "etcd", "--data-dir", join(folder, "etcd")],
      ...["--listen-client-urls", client, "--advertise-client-urls", client],
      ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
      ...["--initial-cluster", `etcd=${peer}`, "--heartbeat-interval", "500", "--election-timeout", "5000"],
    ]);
    return new Etcd(daemon, port);
  }

  async start(): Promise<void> {
    this.daemon.start();
    // Patroni ends if etcd has no version of its cluster yet.
    await until(() => this.#isReady(), "etcd is ready", startMs);
  }

  /** Deletes a key. */
  async forget(key: string): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/v3/kv/deleterange`, {
      method: "POST",
      body: JSON.stringify({ key: btoa(key) }),
    });
    await answer.text();
  }

  async #isReady(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(1000);
      const answer = await fetch(`http://127.0.0.1:${this.port}/version`, { signal });
      return /^\d/.test(((await answer.json()) as { etcdcluster: string }).etcdcluster);
    } catch {
      return false;
    }
  }
}
