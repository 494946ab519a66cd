import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";

const hosts = ["vpic.nhtsa.dot.gov", "static.nhtsa.gov", "www.fueleconomy.gov"];

/** The publishers' URLs, served on this machine. */
export interface OfficialAddresses extends AsyncDisposable {
  /** The environment that makes a command use them: a proxy and its certificate authority. */
  readonly env: Readonly<Record<string, string>>;
  /** Requested URLs in order. */
  readonly requested: readonly string[];
}

/** Serves the files for their URLs, and 404 for all others. */
export async function startOfficialAddresses(
  folder: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<OfficialAddresses> {
  const [key, cert] = makeCertificate(folder);
  const requested: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") },
    fetch({ url }) {
      requested.push(url);
      const file = files.get(url);
      return file
        ? new Response(new Uint8Array(file))
        : new Response("<html>Not found</html>", { status: 404 });
    },
  });
  const proxy = createServer((_, answer) => answer.writeHead(405).end());
  proxy.on("connect", (_, client, head: Buffer) => {
    const upstream = connect(server.port!, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    env: { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: cert },
    requested,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      proxy.close();
      await server.stop(true);
    },
  };
}

/** A certificate for all hosts, as a company's network could use. */
function makeCertificate(folder: string): readonly [key: string, cert: string] {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = hosts.map((host) => `DNS:${host}`).join(",");
  const made = Bun.spawnSync([
    ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=official addresses"],
    ...["-addext", `subjectAltName=${names}`],
  ]);
  if (made.exitCode !== 0) throw new Error(`no certificate was made: ${made.stderr.toString()}`);
  return [key, cert];
}
