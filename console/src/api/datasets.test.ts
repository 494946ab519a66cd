import { expect, test } from "bun:test";
import { settle, setUp, signInAs } from "../../../test/console/dom/page.ts";
import { operator } from "../../../test/console/dom/records.ts";
import { answer, json, refuse, sent } from "../../../test/console/dom/service.ts";
import { importRecord } from "../../../test/console/dom/service-records.ts";
import { sendDataset, type UploadOptions } from "./datasets.ts";
import { renewalStore, sessionStore } from "./session.ts";

setUp();

const options: UploadOptions = {
  mode: "replace",
  names: "vin",
  dry_run: true,
  max_rejects: "",
  name: "own",
  version: "",
  licence: "",
  source: "records",
  mapping: "",
  encoding: "",
  sheet: "",
};
const file = (name: string) => new File(["vin,price\n"], name);
const send = (name = "a.csv") => sendDataset("auction", file(name), options);

test("a file is sent with the options that have a value", async () => {
  signInAs(operator());
  answer("PUT /datasets/{family}", () => json(importRecord(), 202));
  expect(await send()).toEqual(importRecord());
  const [request] = sent();
  expect([request?.method, request?.path, request?.query, request?.body]).toEqual([
    "PUT",
    "/datasets/auction",
    { mode: "replace", names: "vin", dry_run: "true", name: "own" },
    "vin,price\n",
  ]);
  expect(request?.headers.get("authorization")).toBe("Bearer token");
});

test.each([
  ["a.csv", "text/csv"],
  ["A.TSV", "text/csv"],
  ["a.ndjson", "application/x-ndjson"],
  ["a.jsonl", "application/x-ndjson"],
  ["a.csv.gz", "application/octet-stream"],
])("the type of %p", async (name, type) => {
  answer("PUT /datasets/{family}", () => json(importRecord(), 202));
  await send(name);
  expect(sent()[0]?.headers.get("content-type")).toBe(type);
});

test.each([409, 413, 422, 503])("a %p is thrown as a problem", async (status) => {
  refuse("PUT /datasets/{family}", status, "Not now.", "conflict");
  await expect(send()).rejects.toMatchObject({ status, message: "Not now.", code: "conflict" });
});

test("after the session's end the file is sent again", async () => {
  signInAs(operator());
  answer("PUT /datasets/{family}", ({ headers }) =>
    headers.get("authorization") === "Bearer new" ? json(importRecord(), 202) : json({}, 401),
  );
  const upload = send();
  await settle();
  sessionStore.set({ token: "new", expires_at: "2027-01-01T00:00:00Z", user: operator() });
  renewalStore.get()?.resolve();
  expect((await upload).id).toBe("imp-1");
  expect(sent().map(({ body }) => body)).toEqual(["vin,price\n", "vin,price\n"]);
});
