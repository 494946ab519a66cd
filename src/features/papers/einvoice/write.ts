import type { PaperBody } from "../paper-body.ts";
import { ciiOf } from "./cii.ts";
import type { EinvoiceForm } from "./forms.ts";
import { missingOf } from "./missing.ts";
import { ublOf } from "./ubl.ts";

/**
 * A paper as an e-invoice: XML in UTF-8, the same for the same paper. Throws a `RangeError` unless it is complete
 * (`missingOf`).
 */
export function einvoiceOf(body: PaperBody, form: EinvoiceForm): string {
  const [first] = missingOf(body, form);
  if (first) throw new RangeError(`paper ${body.number} is not complete: ${first.text}`);
  return form === "en16931_cii" || form === "xrechnung_cii" ? ciiOf(body, form) : ublOf(body, form);
}
