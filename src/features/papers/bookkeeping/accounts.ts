import { z } from "zod";
import { line } from "../../../management/common/identifiers.ts";
import { taxCategories } from "../parties/taxes.ts";

const account = line(9)
  .regex(/^\d{3,9}$/)
  .describe("The number of an account in DATEV.");

/** Which accounts of DATEV a month is posted to. */
export const Accounts = z
  .strictObject({
    consultant: z.int().min(1001).max(9_999_999).describe("The tax consultant's number (Beraternummer)."),
    client: z.int().min(1).max(99_999).describe("Your number there (Mandantennummer)."),
    chart: z.enum(["03", "04"]).default("03").describe("The chart of accounts, SKR03 or SKR04."),
    length: z.int().min(4).max(8).default(4).describe("The digits of general accounts (Sachkontenlänge)."),
    year_start: z
      .string()
      .regex(/^(?:0[1-9]|1[0-2])-01$/)
      .default("01-01")
      .describe("The first day of the business year, as month and day."),
    debtors: account.describe("That all customers are posted to, for example 10000."),
    bank: account.describe("For transfers: 1200 of SKR03, 1800 of SKR04."),
    card: account.describe("For the provider of cards: 1360 of SKR03, 1460 of SKR04."),
    fees: account
      .optional()
      .describe(
        "For what the provider of cards keeps: 4970 of SKR03, 6855 of SKR04. A month with fees needs it.",
      ),
    transit: account
      .optional()
      .describe(
        "For money on its way from the provider of cards to the bank, and what its balance has besides: one of your own next to that for `card`. Payouts are posted to the bank without it; a month with adjustments needs it.",
      ),
    revenue: z
      .array(
        z.strictObject({
          category: z.enum(taxCategories).describe("The category of tax."),
          rate: z.int().min(0).max(10_000).describe("Hundredths of a percent."),
          account: account.describe("One that computes this tax by itself (Automatikkonto)."),
        }),
      )
      .max(100)
      .describe("For example 8400 of SKR03 and 4400 of SKR04 for 19%."),
  })
  .meta({
    id: "BookkeepingAccounts",
    example: {
      consultant: 29_098,
      client: 55_003,
      chart: "03",
      length: 4,
      year_start: "01-01",
      debtors: "10000",
      bank: "1200",
      card: "1360",
      fees: "4970",
      transit: "1361",
      revenue: [
        { category: "S", rate: 1900, account: "8400" },
        { category: "AE", rate: 0, account: "8336" },
      ],
    },
  });

export type Accounts = z.output<typeof Accounts>;
