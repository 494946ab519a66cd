import type { Page } from "playwright-core";

/** A payment by transfer, as the API returns it. */
const payment = {
  id: "shown",
  account_id: "none",
  subscription_id: "none",
  kind: "renewal",
  description: "Growth, 12 Nov to 12 Dec 2026",
  product_id: "growth",
  package_id: null,
  period: 1,
  state: "pending",
  net_minor: 9900,
  minor: 11_781,
  currency: "EUR",
  received_minor: 5000,
  refunded_minor: 0,
  provider: "manual",
  method: null,
  failure: null,
  attempts: 0,
  next_attempt_at: null,
  problem: null,
  dispute: null,
  credits: 15_000,
  credits_removed: 0,
  credits_owed: 0,
  credits_set_aside: 0,
  checkout_url: null,
  transfer: {
    reference: "VK7Q2M9XWTA",
    recipient: "Lotdata s.r.o.",
    iban: "CZ65 0800 0000 1920 0014 5399",
    bic: "GIBACZPX",
    text: null,
  },
  paper_id: null,
  created_at: "2026-11-10T23:00:00.000Z",
  paid_at: null,
};

/** The view of a payment. A service that takes none has none, so that its response is made here. */
export const openPayment = {
  name: "payment",
  path: "/payments",
  heading: /^No payment needs a decision$/,
  opens: "/payments/$paymentId",
  async prepare(page: Page): Promise<void> {
    await page.route("**/payments/shown", (route) =>
      route.request().resourceType() === "fetch" ? route.fulfill({ json: payment }) : route.continue(),
    );
    await page.goto(`${page.url()}/shown`);
    await page.getByRole("heading", { level: 1, name: "Transfer €67.81" }).waitFor();
  },
} as const;
