import { noteChange } from "../../../access/keys/changes.ts";
import { errorFields, type Log } from "../../../base/log.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { answerDemo } from "./answer.ts";
import { demoApiId } from "./demo-registration.ts";

type Server = Bun.Server<undefined>;

export interface DemoApiOptions {
  readonly database: Database;
  readonly log: Log;
  /** The port to listen on; 0 takes a free one. */
  readonly port: number;
}

const host = "127.0.0.1";
const ours = /^http:\/\/127\.0\.0\.1:(\d+)$/;

/**
 * Answers the demo set's API on a loopback port. The API's `service_url` names the port: all processes of a machine
 * listen there together, and one that cannot changes it for all. Nothing listens while the API does not exist, or
 * leads elsewhere.
 */
export class DemoApi {
  readonly #options: DemoApiOptions;
  #server: Server | undefined;
  #following: Promise<void> | undefined;
  #isStale = false;
  #active = false;

  constructor(options: DemoApiOptions) {
    this.#options = options;
  }

  /** Where it listens. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  /** From now on it listens when it should. */
  start(): Promise<void> {
    this.#active = true;
    return this.#follow();
  }

  /** To be called with every object that has changed; with undefined if any may have. */
  changed(object: string | undefined): void {
    if (this.#active && (!object || object === "/apis" || object === `/apis/${demoApiId}`))
      void this.#follow();
  }

  async close(): Promise<void> {
    this.#active = false;
    await this.#following;
    await this.#stop();
  }

  #follow(): Promise<void> {
    this.#isStale = true;
    this.#following ??= this.#settle()
      .catch((error) => this.#options.log.warn("cannot serve the demo API", errorFields(error)))
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
  }

  async #settle(): Promise<void> {
    const { database, port } = this.#options;
    while (this.#isStale && this.#active) {
      this.#isStale = false;
      const row = await database.get<{ service_url: string | null }>(
        sql`select service_url from api where id = ${demoApiId}`,
      );
      const ownPort = row?.service_url === null ? 0 : Number(row?.service_url.match(ours)?.[1]);
      if (Number.isNaN(ownPort)) await this.#stop();
      else await this.#listen(port || ownPort);
      const url = this.#server && `http://${host}:${this.#server.port}`;
      if (url && row && row.service_url !== url) await this.#name(row.service_url, url);
    }
  }

  async #listen(port: number): Promise<void> {
    if (this.#server && this.#server.port === port) return;
    await this.#stop();
    const options = { hostname: host, reusePort: true, development: false, fetch: answerDemo } as const;
    try {
      this.#server = Bun.serve({ ...options, port });
    } catch (error) {
      if (this.#options.port !== 0) throw error;
      this.#server = Bun.serve({ ...options, port: 0 });
    }
  }

  async #stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop(true);
  }

  /** Names the port for all nodes, unless another one was faster. */
  async #name(before: string | null, url: string): Promise<void> {
    await this.#options.database.transaction(async (tx) => {
      // What an operator has stored was for another backend.
      const row = await tx.get(sql`
        update api set service_url = ${url}, auth_header = null, auth_names = null, auth_sealed = null
        where id = ${demoApiId} and coalesce(service_url, '') = ${before ?? ""}
        returning id`);
      if (row) await noteChange(tx, `/apis/${demoApiId}`);
    });
    this.#isStale = true;
  }
}
