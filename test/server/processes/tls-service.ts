import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import type { ServiceProcess } from "../../service-process.ts";

// A self-signed certificate, valid for a hundred years and used only here.
const certificates = join(import.meta.dir, "certificates");

/** Writes the certificate's files into a service's folder. */
export function install(folder: string, name: "first" | "second", key: "first" | "second" = name): void {
  copyFileSync(join(certificates, `${name}.crt`), join(folder, "tls.crt"));
  copyFileSync(join(certificates, `${key}.key`), join(folder, "tls.key"));
}

export const settingsOf = (folder: string, workers = 1) => ({
  VINGATE_TLS_CERT: join(folder, "tls.crt"),
  VINGATE_TLS_KEY: join(folder, "tls.key"),
  VINGATE_WORKERS: String(workers),
});

/** The subject of the certificate that a new connection receives. */
export function presented({ port }: ServiceProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", servername: "localhost", rejectUnauthorized: false };
    const socket = connect(options, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on("error", reject);
  });
}
