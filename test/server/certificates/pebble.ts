import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryCertificate } from "../../../src/server/certificates/certificate-files.ts";
import { freePort } from "../../service-process.ts";
import { until } from "../../until.ts";

/** A running authority of tests, which resolves every name to 127.0.0.1. */
export interface Pebble {
  readonly directory: string;
  /** The file of the certificate that its own port has. */
  readonly ca: string;
  readonly output: () => string;
  stop(): void;
}

export const hasPebble = Bun.which("pebble") !== null && Bun.which("pebble-challtestsrv") !== null;

/** Starts Pebble; it connects to `httpPort` for its challenges. */
export async function startPebble(folder: string, httpPort: number): Promise<Pebble> {
  const [port, management, dns, control] = [freePort(), freePort(), freePort(), freePort()];
  const own = await temporaryCertificate(["localhost"], Date.now());
  const [certificate, privateKey] = [join(folder, "pebble.pem"), join(folder, "pebble.key")];
  writeFileSync(certificate, own.cert);
  writeFileSync(privateKey, own.key);
  const config = join(folder, "pebble.json");
  const listenAddress = `:${port}`;
  const managementListenAddress = `127.0.0.1:${management}`;
  const pebble = { listenAddress, managementListenAddress, certificate, privateKey, httpPort, tlsPort: 1 };
  writeFileSync(config, JSON.stringify({ pebble }));
  const none = ["-http01", "", "-https01", "", "-tlsalpn01", ""];
  const names = ["-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-dns01", `127.0.0.1:${dns}`];
  let output = "";
  const run = (command: readonly string[]) => {
    const child = Bun.spawn([...command], {
      env: { PATH: process.env.PATH, PEBBLE_VA_NOSLEEP: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const collect = async (stream: ReadableStream<Uint8Array>) => {
      const decoder = new TextDecoder();
      for await (const chunk of stream) output += decoder.decode(chunk, { stream: true });
    };
    void collect(child.stdout);
    void collect(child.stderr);
    return child;
  };
  const children = [
    run(["pebble-challtestsrv", ...none, ...names, "-management", `127.0.0.1:${control}`]),
    run(["pebble", "-config", config, "-dnsserver", `127.0.0.1:${dns}`]),
  ];
  const directory = `https://localhost:${port}/dir`;
  const tls = { ca: own.cert };
  await until(
    () =>
      fetch(directory, { tls }).then(
        ({ ok }) => ok,
        () => false,
      ),
    "Pebble answers",
  );
  const stop = () => {
    for (const child of children) child.kill("SIGKILL");
  };
  return { directory, ca: certificate, output: () => output, stop };
}
