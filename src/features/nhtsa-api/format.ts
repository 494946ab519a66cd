import { z } from "zod";

/** vPIC's formats. */
export type Format = "json" | "xml" | "csv";

export const types: Readonly<Record<Format, string>> = {
  json: "application/json; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

export const formatParameter = z.string().optional().meta({
  example: "json",
  description: "`json`, `xml` or `csv`, in any case. Default: by `Accept`, otherwise XML, as vPIC.",
});

export const acceptHeader = z.object({ accept: z.string().optional() });

const formats: readonly Format[] = ["json", "csv", "xml"];

/** The requested format; an unknown one is ignored, as by vPIC. */
export function formatOf(parameter: string | undefined, accept: string | undefined): Format {
  const known = formats.find((format) => format === parameter?.trim().toLowerCase());
  return known ?? formats.find((format) => accept?.toLowerCase().includes(`/${format}`)) ?? "xml";
}
