import { type ConsolePage, press, titled } from "./console-page.ts";

/** Views of the operator's pages; `userId` is the customer that is opened, `month` the current one. */
export function operatorViews(userId: string, month: string): readonly ConsolePage[] {
  return [
    { name: "inbox", path: "/inbox", as: "operator", heading: /needs? you/ },
    { name: "operator-requests", path: "/calls", as: "operator", heading: /^\d+ calls?/ },
    { name: "operator-reports", path: "/calls?by=customer", as: "operator", heading: /^\d+ calls?/ },
    { name: "customers", path: "/customers", as: "operator", heading: /customers?/ },
    { name: "customer", path: `/customers/${userId}`, as: "operator", heading: /Ada Byron/ },
    ...["billing", "calls", "keys", "activity"].map(
      (tab): ConsolePage => ({
        name: `customer-${tab}`,
        path: `/customers/${userId}?tab=${tab}`,
        as: "operator",
        heading: /Ada Byron/,
      }),
    ),
    {
      name: "customer-watches",
      path: `/customers/${userId}/watches`,
      as: "operator",
      heading: /./,
    },
    {
      name: "customer-statement",
      path: `/customers/${userId}/statements/${month}`,
      as: "operator",
      heading: /^\p{L}+ \d{4} so far: /u,
    },
    {
      name: "plans",
      path: "/plans",
      as: "operator",
      heading: /plans, 0 on sale/,
    },
    {
      name: "plan",
      path: "/plans/growth",
      as: "operator",
      heading: /^Growth: /,
      async prepare(page) {
        await page.getByLabel(/^⟦?Price⟧? \(EUR\)/).fill("109");
        await page.getByRole("heading", { name: /Growth: ⟦?version 3 costs / }).waitFor();
        await page.getByText("Packages and more terms").click();
        await page.getByRole("table", { name: "Preview of 12 periods" }).waitFor();
      },
    },
    { name: "plan-without-price", path: "/plans/unlimited", as: "operator", heading: /^Unlimited: / },
    titled("brand", "operator", "/settings/brand"),
    titled("terms", "operator", "/settings/terms"),
    { name: "mail", path: "/settings/mail", as: "operator", heading: /^No mail is sent$/ },
    {
      name: "money",
      path: "/money",
      as: "operator",
      heading: /(€0\.00|0,00\s€).*(received|erhalten|recibidos)/,
    },
    {
      ...titled("bank-file", "operator", "/money/bank-file"),
      async prepare(page) {
        const rows = ["Buchungstag;Verwendungszweck;Betrag;Währung", "20.11.2026;4711;1.060,50;EUR"];
        await page.locator("input[type=file]").setInputFiles({
          name: "umsaetze.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(rows.join("\n")),
        });
        await page.getByText("4711").waitFor();
      },
    },
    {
      name: "payment",
      path: "/money/shown",
      // The same page for customers, whose payments the test has not.
      opens: "/billing/$paymentId",
      as: "operator",
      heading: /^Transfer (€67\.81|67,81\s€)$/,
    },
    titled("apis", "operator", "/apis"),
    { name: "api-new", path: "/apis/new", as: "operator", heading: /Register API/ },
    {
      name: "api",
      path: "/apis/charging-stations",
      as: "operator",
      heading: /Charging stations/,
      async prepare(page) {
        await page.getByLabel("Path to test").fill("/stations/demo-01");
        await press("Test backend")(page);
        await page
          .getByText(/demo-01/)
          .first()
          .waitFor();
      },
    },
    titled("vin-data", "operator", "/data/vpic"),
    { name: "datasets", path: "/data", as: "operator", heading: /datasets, all synthetic/ },
    {
      name: "plan-preview",
      path: "/plans/trial",
      as: "operator",
      heading: /^Trial: /,
      async prepare(page) {
        await page.getByText("Charging, access and watches").click();
        await page.getByLabel("Calls per minute").fill("2");
        await page.getByText(/\d+ of \d+ calls blocked/).waitFor();
      },
    },
    { name: "system", path: "/settings/system", as: "operator", heading: /findings need attention$/ },
    {
      name: "system-consistency",
      path: "/settings/system",
      as: "operator",
      heading: /findings need attention$/,
      hasOtherWords: true,
      async prepare(page) {
        await press("Run check")(page);
        await page.getByText(/checks passed/).waitFor();
        await page.getByText("View checks").click();
      },
    },
    { name: "settings", path: "/settings", as: "operator", heading: /^Settings$|settings? needs? you$/ },
    ...[
      "seller",
      "taxes",
      "backups",
      "languages",
      "sign-in",
      "public-url",
      "limits",
      "assistants",
      "proof",
    ].map((name) => titled(`settings-${name}`, "operator", `/settings/${name}`)),
    {
      ...titled("settings-datev", "operator", "/settings/datev"),
      prepare: press("Add revenue account"),
    },
    {
      name: "settings-payments",
      path: "/settings/payments",
      as: "operator",
      heading: /^(Payments are off|Customers pay by)/,
    },
    {
      name: "dataset",
      path: "/data/lien",
      as: "operator",
      heading: /Liens: /,
      async prepare(page) {
        const rows =
          "vin,liens.1.lienholder,liens.1.status\n1HGCM82633A004352,Acme Bank,active\nNOT-A-VIN!,Acme Bank,active\n";
        await page.getByLabel(/^⟦?File⟧?$/).setInputFiles({
          name: "liens.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(rows),
        });
        await page.getByRole("button", { name: /Import ⟦?1 row/ }).waitFor();
      },
    },
    {
      ...titled("operator-webhook", "operator", "/settings/webhooks"),
      opens: "/settings/webhooks/$webhookId",
      async prepare(page) {
        await page.getByRole("link", { name: "https://hooks.example.com/hidden" }).click();
        await page.getByRole("button", { name: "webhook.test" }).click();
        await page.getByText("No attempts yet").waitFor();
      },
    },
    titled("audit", "operator", "/settings/audit"),
    { name: "roles", path: "/settings/roles", as: "operator", heading: /operators?, 4 roles$/ },
  ];
}
