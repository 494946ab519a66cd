import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../../../test/program.ts";
import { newFolder, startProcess } from "../../../../test/service-process.ts";

const mapping = join(import.meta.dir, "..", "..", "gateway", "vendors", "autodev-plate.yaml");

/** A credit costs two cents. */
const products = `version: 1
products:
  - id: fleet
    state: published
    apis: [us-plate-decode]
    policy: { credit_cost: { default: 3 } }
    offer: { currency: USD, price_minor: 2000, price_every: month, credits: 1000, credits_every: month }
`;
const warning =
  "us-plate-decode: the vendor takes $0.5500 for an answered request; with plan fleet a call can bring only $0.0600.";

test("apply names a vendor's price above what a call brings, after the changes", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, {}, "ready");
  const apply = async (...words: string[]) => {
    const child = Bun.spawn(commandLine("apply", ...words), {
      env: { PATH: process.env.PATH, VINGATE_DATA_DIR: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { code: child.exitCode, out, err };
  };
  try {
    const file = join(folder, "products.yaml");
    writeFileSync(file, products);
    const first = await apply(file);
    expect([first.code, first.out.includes("! "), first.err]).toEqual([0, false, ""]);

    const { operator_token } = await Bun.file(join(folder, "first-run.json")).json();
    const put = await fetch(`${service.url}/apis/us-plate-decode/mapping`, {
      method: "PUT",
      headers: { authorization: `Bearer ${operator_token}`, "content-type": "application/yaml" },
      body: readFileSync(mapping, "utf8"),
    });
    const { api } = (await put.json()) as { api?: string };
    expect([put.status, api]).toEqual([200, "us-plate-decode"]);

    for (const words of [[file], [file, "--dry-run"]]) {
      const { code, out, err } = await apply(...words);
      expect([code, out.split("\n").slice(-2), err]).toEqual([0, [`! ${warning}`, ""], ""]);
    }
    const asJson = await apply(file, "--json");
    expect([asJson.code, Array.isArray(JSON.parse(asJson.out)), asJson.err]).toEqual([
      0,
      true,
      `! ${warning}\n`,
    ]);

    writeFileSync(file, products.replace("default: 3", "default: 28"));
    expect((await apply(file)).out).not.toContain("! ");
  } finally {
    service.signal("SIGTERM");
    await service.exited;
    remove();
  }
}, 120_000);
