const notice = { type: "string", description: "Says that the data are synthetic." };
const id = { type: "string", example: "demo-01" };
const kwh = { type: "number", exclusiveMinimum: 0, maximum: 500, example: 40 };
const station = {
  notice,
  id,
  name: { type: "string" },
  city: { type: "string", example: "Austin" },
  state: { type: "string", example: "TX" },
  plugs: { type: "array", items: { enum: ["CCS", "CHAdeMO", "NACS"] } },
  kilowatts: { type: "number", description: "The power of a plug." },
  price_per_kwh: { type: "number", description: "US dollars." },
};
const { notice: _, ...listed } = station;

const object = (properties: object, required = Object.keys(properties)): object => ({
  type: "object",
  required,
  properties,
});

const answers = (description: string, schema: object, refusals: Readonly<Record<string, string>> = {}) => ({
  "200": { description, content: { "application/json": { schema } } },
  ...Object.fromEntries(
    Object.entries(refusals).map(([status, text]) => [
      status,
      {
        description: text,
        content: { "application/json": { schema: object({ notice, detail: { type: "string" } }) } },
      },
    ]),
  ),
});

/** The OpenAPI document of the demo set's API. */
export const document = {
  openapi: "3.1.0",
  info: {
    title: "Charging stations (demo)",
    version: "1.0.0",
    description: "Synthetic data, to try a registered API with. No such station exists.",
    license: { name: "CC0-1.0", identifier: "CC0-1.0" },
  },
  paths: {
    "/stations": {
      get: {
        operationId: "listStations",
        summary: "List charging stations",
        parameters: [
          {
            name: "city",
            in: "query",
            description: "Only stations of this city. Case is ignored.",
            schema: { type: "string" },
            example: "Austin",
          },
        ],
        responses: answers(
          "The stations.",
          object({ notice, total: { type: "integer" }, items: { type: "array", items: object(listed) } }),
        ),
      },
    },
    "/stations/{station_id}": {
      get: {
        operationId: "getStation",
        summary: "Read a charging station",
        parameters: [{ name: "station_id", in: "path", required: true, schema: id, example: "demo-01" }],
        responses: answers("The station.", object(station), { "404": "No such station." }),
      },
    },
    "/estimates": {
      post: {
        operationId: "estimateCharge",
        summary: "Estimate the price and time of a charge",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: object({ station_id: id, kwh }),
              example: { station_id: "demo-01", kwh: 40 },
            },
          },
        },
        responses: answers(
          "The estimate.",
          object({
            notice,
            station_id: id,
            kwh,
            price: { type: "number", description: "US dollars." },
            minutes: { type: "integer" },
          }),
          { "400": "kwh is not a number in range.", "404": "No such station." },
        ),
      },
    },
  },
};
