import { exitCodes, withAnswer } from "./service.ts";

export const vehicleReportOptions = {
  families: { type: "string" },
  price: { type: "boolean" },
  mileage: { type: "string" },
  year: { type: "string" },
} as const;

interface Options {
  readonly families?: string | undefined;
  readonly price?: boolean | undefined;
  readonly mileage?: string | undefined;
  readonly year?: string | undefined;
  readonly json?: boolean | undefined;
  readonly service?: string | undefined;
}

const counted = (credits: number): string => `${credits} ${credits === 1 ? "credit" : "credits"}`;

/** Shows the report of a VIN, or its price. Resolves to the exit code: 1 if no part has an answer. */
export function reportVehicle(
  env: Readonly<Record<string, string | undefined>>,
  vin: string,
  { families, price, mileage, year, json, service }: Options,
): Promise<number> {
  const query = { families, mileage, year };
  return withAnswer("report", env, { service, json }, async ({ client, output }) => {
    if (price) {
      const body = await client.getReportPrice(vin, query);
      if (!output.isTable) output.json(body);
      else {
        const { parts, credits_max, credits_remaining } = body.data;
        output.table(
          Object.entries(parts).map(([part, { operation, credits }]) => ({ part, operation, credits })),
        );
        output.note(`at most ${counted(credits_max)}; ${leftOf(credits_remaining)}`);
      }
      return exitCodes.done;
    }
    const body = await client.getReport(vin, query);
    const { parts, credits_charged, credits_remaining } = body.data;
    const answers = Object.entries(parts).flatMap(([part, one]) => (one ? [{ part, ...one }] : []));
    const found = answers.filter(({ data }) => data !== null);
    if (!output.isTable) output.json(body);
    else {
      for (const { part, data } of found) output.table({ [part]: data });
      output.table(
        answers.map(({ part, error, source, as_of, credits_charged: credits }) => ({
          part,
          answer: error ? error.code.replaceAll("_", " ") : "yes",
          credits,
          source,
          as_of,
        })),
      );
      output.note(`${counted(credits_charged)}; ${leftOf(credits_remaining)}`);
    }
    return found.length > 0 ? exitCodes.done : exitCodes.notFound;
  });
}

const leftOf = (credits: number | null): string =>
  credits === null ? "credits are unlimited" : `${credits.toLocaleString("en")} credits left`;
