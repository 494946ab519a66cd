import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { certificate, certificateKey } from "../../../../test/certificate.ts";

/** A mail as the server got it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly secure: boolean;
}

/** What the server does with a recipient or a message: a response such as `550 5.1.1 unknown user`, or nothing. */
type Verdict = "hang" | "drop" | { readonly code: number; readonly text: string } | undefined;

export interface MailServer {
  readonly port: number;
  /** With STARTTLS and the authority that the server's certificate needs. */
  readonly url: string;
  /** The port of a server beside it that has no STARTTLS. */
  readonly plainPort: number;
  readonly received: Received[];
  /** How many connections were open at a time, at most. */
  readonly most: number;
  onRecipient: (address: string) => Verdict;
  /** After the whole message has come. */
  onMessage: (session: SMTPServerSession) => Verdict;
  stop(): Promise<void>;
}

/** An SMTP server on this machine that requires STARTTLS and a password. */
export async function startMailServer(): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), "vingate-mail-"));
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, certificate);
  const received: Received[] = [];
  let openNow = 0;
  let most = 0;
  const sockets = new Set<{ destroy(): void }>();
  const refusal = ({ code, text }: { code: number; text: string }) =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    key: certificateKey,
    cert: certificate,
    authOptional: false,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) =>
      username === "vingate" && password === "a good password"
        ? done(null, { user: username })
        : done(new Error("wrong password")),
    onConnect(_, done) {
      openNow += 1;
      most = Math.max(most, openNow);
      done();
    },
    onClose() {
      openNow -= 1;
    },
    onRcptTo({ address }, _, done) {
      const verdict = self.onRecipient(address);
      if (verdict === "hang") return;
      if (verdict === "drop") for (const socket of sockets) socket.destroy();
      else done(verdict && refusal(verdict));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => void parts.push(part));
      stream.on("end", () => {
        const verdict = self.onMessage(session);
        if (verdict === "hang") return;
        if (typeof verdict === "object") {
          done(refusal(verdict));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString("utf8"),
          secure: session.secure,
        });
        // The message is kept, and its sender does not learn it.
        if (verdict === "drop") for (const socket of sockets) socket.destroy();
        else done();
      });
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.server.address() as { port: number };
  const plain = new SMTPServer({ disabledCommands: ["STARTTLS"], disableReverseLookup: true });
  const plainReady = Promise.withResolvers<void>();
  plain.listen(0, "127.0.0.1", plainReady.resolve);
  await plainReady.promise;
  const self: MailServer = {
    port,
    url: `smtp://vingate:a%20good%20password@127.0.0.1:${port}?tls=required&ca=${ca}`,
    plainPort: (plain.server.address() as { port: number }).port,
    received,
    get most() {
      return most;
    },
    onRecipient: () => undefined,
    onMessage: () => undefined,
    async stop() {
      for (const socket of sockets) socket.destroy();
      const closed = Promise.withResolvers<void>();
      plain.close(() => server.close(() => closed.resolve()));
      await closed.promise;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return self;
}

/** A received mail as a mail program reads it. */
export const readMail = ({ raw }: Received): Promise<Email> => PostalMime.parse(raw);
