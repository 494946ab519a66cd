import { close, type NumberForm } from "../../../../test/console/dom/number-form.ts";
import { show } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { AccountsForm } from "./accounts-form.tsx";
import { EditDetails } from "./edit-details.tsx";
import { accounts, details, seller, taxes } from "./paper-records.ts";
import { SellerForm } from "./seller-form.tsx";
import { TaxesForm } from "./taxes-form.tsx";

/** The seller, rules of tax, and what is printed of a customer. */
export const numberForms: readonly NumberForm[] = [
  {
    file: "features/papers/accounts-form.tsx features/papers/revenue-accounts.tsx",
    fields: 11,
    open: () => show(<AccountsForm before={accounts} />, { as: operator() }),
  },
  {
    file: "features/papers/edit-details.tsx",
    fields: 0,
    open: () => show(<EditDetails userId="ada" details={details()} close={close} />, { as: user() }),
  },
  {
    file: "features/papers/seller-form.tsx",
    fields: 1,
    open: () => show(<SellerForm before={seller} />, { as: operator() }),
  },
  {
    file: "features/papers/taxes-form.tsx",
    fields: 2,
    open: () => {
      const otherwise = { rate: 550, category: "S" as const, reason: "" };
      return show(<TaxesForm before={{ ...taxes, otherwise }} />, { as: operator() });
    },
  },
];
