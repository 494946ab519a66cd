import { z } from "zod";
import {
  addressFault,
  type ElectronicAddress,
  isScheme,
  schemeMeant,
} from "../../../base/reading/e-invoices/electronic-addresses.ts";
import { line } from "../../../management/common/identifiers.ts";

function schemeFault(input: unknown): string {
  const meant = schemeMeant(String(input));
  if (meant) return `is no scheme of the code list EAS: send ${meant}`;
  return "is no scheme of the code list EAS: send one such as EM for an e-mail address, 0204 for a Leitweg-ID, 9930 for a German VAT ID or 0208 for a Belgian enterprise number";
}

function idFault(address: ElectronicAddress): string | undefined {
  const fault = addressFault(address);
  const { scheme } = address;
  return typeof fault === "object"
    ? `is no ID of scheme ${scheme}: send one such as ${fault.example}`
    : undefined;
}

/** Where e-invoices are sent: an ID in a scheme of the code list Electronic Address Scheme (EAS). */
export const electronicAddress = z
  .strictObject({
    scheme: z
      .string()
      .refine(isScheme, { error: ({ input }) => schemeFault(input) })
      .meta({ accepts: "^([0-9]{4}|[A-Z]{2})$" })
      .describe(
        "The code of the scheme in the list EAS: `EM` for an e-mail address, `9930` for a German VAT ID.",
      ),
    id: line(100).describe("The ID in the scheme. Where its form is known, it is compared."),
  })
  .superRefine((address, { addIssue }) => {
    const message = idFault(address);
    if (message) addIssue({ code: "custom", path: ["id"], message });
  })
  .describe("Where e-invoices are sent, as in Peppol.")
  .meta({ id: "ElectronicAddress" });
