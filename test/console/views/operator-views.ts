import { type ConsolePage, press, titled } from "./console-page.ts";

/** Views of the operator's pages; `userId` is the customer that is opened, `month` the current one. */
export function operatorViews(userId: string, month: string): readonly ConsolePage[] {
  return [
    { name: "inbox", path: "/inbox", as: "operator", heading: /needs? you/ },
    { name: "operator-overview", path: "/overview", as: "operator", heading: /calls/ },
    titled("operator-requests", "operator", "/requests"),
    titled("operator-reports", "operator", "/usage"),
    titled("users", "operator", "/users"),
    { name: "user", path: `/users/${userId}`, as: "operator", heading: /Ada Byron/ },
    {
      name: "user-watches",
      path: `/users/${userId}`,
      as: "operator",
      heading: /Ada Byron/,
      async prepare(page) {
        await page.getByRole("link", { name: "Watched VINs" }).click();
        await page.getByRole("cell", { name: "Auction history" }).waitFor();
      },
    },
    {
      name: "user-statements",
      path: `/users/${userId}/statements`,
      as: "operator",
      heading: /^No final statement yet$/,
    },
    {
      name: "user-statement",
      path: `/users/${userId}/statements/${month}`,
      as: "operator",
      heading: /^\p{L}+ \d{4} so far: /u,
    },
    titled("subscriptions", "operator", "/subscriptions"),
    titled("products", "operator", "/products"),
    { name: "product", path: "/products/trial", as: "operator", heading: /Trial/ },
    titled("offers", "operator", "/offers"),
    {
      name: "offer",
      path: "/offers/growth",
      as: "operator",
      heading: /^Growth: version 2 is on sale/,
      async prepare(page) {
        await page.getByLabel(/^⟦?Price⟧? \(EUR\)/).fill("109");
        await page.getByRole("heading", { name: /Growth: ⟦?version 3 changes 1 price/ }).waitFor();
        await page.getByRole("table", { name: "Preview of 12 periods" }).waitFor();
      },
    },
    { name: "offer-none", path: "/offers/unlimited", as: "operator", heading: /^Unlimited: no offer yet/ },
    {
      name: "renewals",
      path: "/renewals",
      as: "operator",
      heading: /^1 period unpaid, (€99\.00|99,00\s€) without VAT$/,
    },
    titled("brand", "operator", "/brand"),
    titled("papers", "operator", "/papers"),
    titled("terms", "operator", "/terms"),
    { name: "mail", path: "/mail", as: "operator", heading: /^No mail is sent$/ },
    { name: "payments", path: "/payments", as: "operator", heading: /^No payment needs a decision$/ },
    {
      ...titled("bank-file", "operator", "/bank-file"),
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
      path: "/payments/shown",
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
    titled("vin-data", "operator", "/datasets/vpic"),
    { name: "datasets", path: "/datasets", as: "operator", heading: /datasets, all synthetic/ },
    {
      name: "product-preview",
      path: "/products/trial",
      as: "operator",
      heading: /Trial/,
      async prepare(page) {
        await page.getByLabel("Rate limit (calls)").fill("2");
        await page.getByText(/\d+ of \d+ calls blocked/).waitFor();
      },
    },
    { name: "system", path: "/system", as: "operator", heading: /findings need attention$/ },
    {
      name: "system-consistency",
      path: "/system",
      as: "operator",
      heading: /findings need attention$/,
      hasOtherWords: true,
      async prepare(page) {
        await press("Run check")(page);
        await page.getByText(/checks passed/).waitFor();
        await page.getByText("View checks").click();
      },
    },
    { name: "settings", path: "/settings", as: "operator", heading: /settings changed/ },
    {
      name: "dataset",
      path: "/datasets/lien",
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
    titled("audit", "operator", "/audit"),
    { name: "roles", path: "/roles", as: "operator", heading: /operators?, 4 roles$/ },
  ];
}
