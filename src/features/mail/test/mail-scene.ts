import { type Asker, asker } from "../../../../test/callers.ts";
import type { Kind } from "../../../../test/database/databases.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { opened } from "../../../running/opened.ts";
import { Mails } from "../mails.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

/** A service that sends mail to a server of the test. */
export interface MailScene {
  readonly service: TestService;
  readonly server: MailServer;
  readonly operator: Asker;
  /** Sends what is due. */
  send(): Promise<void>;
  /** The tokens of links to a page, of all mails that were received. */
  linksTo(page: string, address?: string): string[];
  end(): Promise<void>;
}

export async function openMailScene(kind?: Kind, settings: Record<string, string> = {}): Promise<MailScene> {
  const server = await startMailServer();
  const service = await startService(kind, {
    VINGATE_SMTP_URL: server.url,
    VINGATE_MAIL_FROM: "Lotdata <billing@lotdata.example>",
    VINGATE_MAIL_FOOTER: "Lotdata s.r.o., Dlouhá 12, 110 00 Praha 1, Czechia.",
    ...settings,
  });
  const { sender } = opened(service.app, Mails).sending!;
  return {
    service,
    server,
    operator: asker(service, service.operatorHeaders),
    async send() {
      await sender.tick();
      await sender.settled();
    },
    linksTo: (page, address) =>
      server.received.flatMap(({ raw, to }) => {
        if (address !== undefined && to[0] !== address) return [];
        const text = raw.replaceAll("=\r\n", "");
        const found = new RegExp(`/console/${page}#(vg._[0-9A-Za-z]+)`).exec(text);
        return found ? [found[1]!] : [];
      }),
    async end() {
      await service.end();
      await server.stop();
    },
  };
}
