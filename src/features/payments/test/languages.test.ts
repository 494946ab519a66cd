import { afterAll, beforeAll, expect, test } from "bun:test";
import { kinds } from "../../../../test/harness.ts";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { sql } from "../../../database/sql.ts";
import { day, rowsOf } from "../../billing/test/billed-service.ts";
import { paymentMails } from "../mails.ts";
import { buy, type PaidService, sold, startPaid } from "./paid-service.ts";

let service: PaidService;
beforeAll(async () => {
  service = await startPaid(kinds[0]!);
  await service.sell("growth", sold);
  await service.at(day("2026-11-21"));
});
afterAll(() => service.end());

const plain = (text: string) => text.replaceAll("\u00a0", "_");

interface Body {
  readonly language: string;
  readonly lines: readonly { readonly name: string; readonly description: string }[];
  readonly note: string | null;
}

const linesOf = ({ language, lines, note }: Body) => ({
  language,
  lines: lines.map(({ name, description }) => [name, description]),
  note,
});

test("what an account buys is named in its language, on papers and in mails", async () => {
  const customer = await service.subscriber("de1");
  const { userId } = customer.account;
  await customer.ask("PATCH", `/users/${userId}`, { language: "de" });
  const wanted = { subscription_id: "de1", kind: "package", package_id: "small", minor: 6050 };
  const { id, description } = await buy(customer, { ...wanted, method: "transfer" });
  expect(description).toBe("Paket, 5.000 Credits");
  await service.operator("POST", `/payments/${id}/received`, { minor: 6050 });
  await service.operator("POST", `/payments/${id}/refund`, {
    minor: 1210,
    reason: "Kulanz",
    iban: "CZ6508000000192000145399",
  });
  await service.at(day("2026-12-20"));
  const bodies = (
    await rowsOf<{ body: string }>(
      service.db,
      sql`select body from paper where account_id = ${userId} order by issued_at, number`,
    )
  ).map(({ body }) => linesOf(JSON.parse(body) as Body));
  expect(bodies).toEqual([
    {
      language: "en",
      lines: [["growth, 21 Nov to 21 Dec 2026", "15,000 credits, subscription de1"]],
      note: null,
    },
    {
      language: "de",
      lines: [["Paket, 5.000 Credits", "5.000 Credits, gültig bis 22.11.2027, Abonnement de1"]],
      note: null,
    },
    { language: "de", lines: [["Korrektur der Rechnung 2026-0002", "Kulanz"]], note: "Kulanz" },
    {
      language: "de",
      lines: [["growth, 21.12.2026 bis 21.01.2027", "15.000 Credits, Abonnement de1"]],
      note: null,
    },
  ]);
  const kind = paymentMails.find((one) => one.id === "payment_paid")!;
  const events = await rowsOf<{ data: string }>(
    service.db,
    sql`select data from outbox_event where subscription_id = 'de1' and type = 'payment.paid' order by event_id`,
  );
  const reader = { account: "Acme", userId, timeZone: "UTC", language: "de" } as const;
  const { files, ...mail } = (await kind.write(service.app, JSON.parse(events[1]!.data) as never, reader))!;
  expect(JSON.parse(plain(JSON.stringify(mail)))).toEqual({
    subject: "5.000 Credits hinzugefügt",
    before: ["60,50_€ sind per Überweisung eingegangen."],
    rows: [
      { label: "Paket, 5.000 Credits", value: "+5.000" },
      { label: "Netto", value: "50,00_€" },
      { label: "Steuer", value: "10,50_€" },
      { label: "Bezahlt", value: "60,50_€", isTotal: true },
    ],
    after: ["Die Rechnung ist angehängt."],
    button: { text: "Zahlungen ansehen", path: "/console/billing" },
  });
  const [page] = readPdf(files![0]!.bytes).pages;
  expect(page!.map(plain)).toContain("Rechnung 2026-0002: 60,50_€, bezahlt");
  expect(page).toContain("21.11.2026, Überweisung");
});
