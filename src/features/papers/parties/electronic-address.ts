import { z } from "zod";
import { line } from "../../../management/common/identifiers.ts";

/** Where e-invoices are sent: an ID in a scheme of the code list Electronic Address Scheme (EAS). */
export const electronicAddress = z
  .strictObject({
    scheme: z
      .string()
      .regex(/^(?:\d{4}|[A-Z]{2})$/)
      .describe(
        "The code of the scheme in the list EAS: `EM` for an e-mail address, `9930` for a German VAT ID.",
      ),
    id: line(100).describe("The ID in the scheme."),
  })
  .describe("Where e-invoices are sent, as in Peppol.")
  .meta({ id: "ElectronicAddress" });
