import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { OutboundGuard } from "../../../outbound/guard.ts";
import type { MailFile } from "../../../outbox/mail-kinds.ts";
import type { ConfiguredMail } from "../settings.ts";
import type { Rendered } from "../texts/render.ts";

/** A mail as it is handed to the server. */
export interface Letter extends Rendered {
  /** The local part of Message-ID. */
  readonly id: string;
  readonly to: string;
  /** The display name of the sender. */
  readonly sender: string;
  readonly files: readonly MailFile[];
}

/**
 * What became of an attempt. `refused`: permanently, this mail or its address; `later`: this mail may be taken later;
 * `broken`: no mail can be sent, for example because the sign-in fails.
 */
export interface Attempt {
  readonly result: "sent" | "refused" | "later" | "broken";
  readonly response: string;
  /** The server refuses the address, not the contents. */
  readonly marks?: boolean;
}

const connectMs = 10_000;
const idleMs = 5000;
const responseMax = 300;

/** Sends mails over connections that are used again. */
export class Transport {
  readonly #mail: ConfiguredMail;
  readonly #guard: OutboundGuard;
  readonly #composer: ReturnType<typeof composerOf>;
  readonly #silentMs: number;
  readonly #idle = new Map<SMTPConnection, Timer>();

  constructor(mail: ConfiguredMail, guard: OutboundGuard, { silentMs = 30_000 } = {}) {
    this.#mail = mail;
    this.#guard = guard;
    this.#composer = composerOf(mail);
    this.#silentMs = silentMs;
  }

  /** Never throws. */
  async send(letter: Letter): Promise<Attempt> {
    let connection: SMTPConnection;
    try {
      connection = this.#idleOne() ?? (await this.#open());
    } catch (error) {
      return { result: "broken", response: shown(error) };
    }
    try {
      const message = await this.#compose(letter);
      const response = await sendOn(connection, this.#mail.from.address, letter.to, message);
      this.#keep(connection);
      return { result: "sent", response: response.slice(0, responseMax) };
    } catch (error) {
      connection.close();
      return failure(error);
    }
  }

  close(): void {
    for (const [connection, timer] of this.#idle) {
      clearTimeout(timer);
      connection.quit();
    }
    this.#idle.clear();
  }

  #idleOne(): SMTPConnection | undefined {
    for (const [connection, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(connection);
      if (!connection.destroyed) return connection;
    }
    return undefined;
  }

  #keep(connection: SMTPConnection): void {
    const end = () => {
      this.#idle.delete(connection);
      connection.quit();
    };
    this.#idle.set(connection, setTimeout(end, idleMs));
  }

  async #open(): Promise<SMTPConnection> {
    const { smtp, from } = this.#mail;
    const { host, port, tls, ca, user, password } = smtp;
    const connection = new SMTPConnection({
      connection: await this.#guard.connect(host, port, connectMs),
      host,
      port,
      name: from.domain,
      secure: tls === "implicit",
      requireTLS: tls === "required",
      ignoreTLS: tls === "off",
      greetingTimeout: this.#silentMs,
      socketTimeout: this.#silentMs,
      // An address has no server name; its certificate is checked by the address.
      tls: { ...(isIP(host) === 0 && { servername: host }), ...(ca !== undefined && { ca }) },
    });
    // What fails while nothing is under way ends the connection, which is then not used again.
    connection.on("error", () => this.#forget(connection));
    connection.on("end", () => this.#forget(connection));
    try {
      await connected(connection);
      if (user !== undefined) await signIn(connection, user, password ?? "");
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  #forget(connection: SMTPConnection): void {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
  }

  async #compose({ id, to, sender, subject, text, html, files }: Letter): Promise<Buffer> {
    const { from } = this.#mail;
    const { message } = await this.#composer.sendMail({
      from: { name: sender, address: from.address },
      to: { name: "", address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${from.domain}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      attachments: files.map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(bytes),
      })),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return message as Buffer;
  }
}

function composerOf({ from, dkimKey, dkimSelector, dkimDomain = from.domain }: ConfiguredMail) {
  const dkim = dkimKey && { domainName: dkimDomain, keySelector: dkimSelector, privateKey: dkimKey.pem };
  return createTransport({ streamTransport: true, buffer: true, newline: "windows", ...(dkim && { dkim }) });
}

function connected(connection: SMTPConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.once("error", reject);
  connection.once("end", () => reject(new Error("the server closed the connection")));
  connection.connect((error) => (error ? reject(error) : resolve()));
  return promise;
}

function signIn(connection: SMTPConnection, user: string, pass: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.login({ user, pass, credentials: { user, pass } }, (error) =>
    error ? reject(error) : resolve(),
  );
  return promise;
}

function sendOn(connection: SMTPConnection, from: string, to: string, message: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const ended = () => reject(new Error("the server closed the connection"));
  connection.once("error", reject);
  connection.once("end", ended);
  connection.send({ from, to: [to] }, message, (error, info) => {
    if (error) reject(error);
    else resolve(info?.response ?? "");
  });
  return promise.finally(() => {
    connection.off("error", reject);
    connection.off("end", ended);
  });
}

/** The meaning of a failed attempt. A refused sender is no fault of the recipient: it is tried again. */
function failure(error: unknown): Attempt {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  const response = shown(error);
  if (responseCode === undefined || responseCode < 500) return { result: "later", response };
  if (command !== "RCPT TO" && command !== "DATA") return { result: "broken", response };
  // 5.7: a policy, such as a refused sender or contents.
  return { result: "refused", response, marks: !/^5\d\d[ -]5\.7\.\d/.test(response) };
}

/** The server's reply, or why there is none, on one line. */
function shown(error: unknown): string {
  const { response, message } = error as { response?: string; message?: string };
  return (response ?? message ?? "failed").replaceAll(/\s+/g, " ").slice(0, responseMax);
}
