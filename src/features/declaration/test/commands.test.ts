import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lienMapping } from "../../../../test/gateway/vendor.ts";
import { commandLine } from "../../../../test/program.ts";
import { newFolder, startProcess } from "../../../../test/service-process.ts";
import { until } from "../../../../test/until.ts";

test("apply changes a running service; a dry run changes nothing", async () => {
  const { folder, remove } = newFolder();
  const service = await startProcess(folder, {}, "ready");
  const run = async (...words: string[]) => {
    const child = Bun.spawn(commandLine(...words), {
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
    const exported = await run("export");
    expect([exported.code, exported.err]).toEqual([0, ""]);
    const file = join(folder, "products.yaml");
    writeFileSync(file, `${exported.out}  - id: "fleet"\n    credits_granted: 5\n    apis: [lien]\n`);
    const counts = (made: number, equal: number) => `${made} created, 0 changed, 0 deleted, ${equal} equal`;
    expect(await run("apply", file, "--dry-run")).toEqual({
      code: 0,
      out: `+ product fleet\nwould be: ${counts(1, 3)}; nothing was changed\n`,
      err: "",
    });
    expect(await run("apply", file)).toEqual({ code: 0, out: `+ product fleet\n${counts(1, 3)}\n`, err: "" });
    expect(await run("apply", file)).toEqual({ code: 0, out: `${counts(0, 4)}\n`, err: "" });
    const token = JSON.parse(await Bun.file(join(folder, "first-run.json")).text()).operator_token;
    const shown = await until(async () => {
      const response = await fetch(`${service.url}/products/fleet`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return response.ok && response.json();
    }, "the service shows the product");
    expect(shown).toMatchObject({ id: "fleet", credits_granted: 5 });
    const document = "openapi: 3.1.0\ninfo: { title: P, version: '1' }\npaths: { /lots: { get: {} } }\n";
    writeFileSync(join(folder, "lots.yaml"), document);
    const api = "{ name: lots, display_name: Lots, path: lots, document: lots.yaml }";
    writeFileSync(file, `version: 1\napis:\n  - ${api}\n`);
    expect((await run("apply", file)).out).toStartWith("+ api lots: document\n");
    const documents = join(folder, "documents");
    const both = await run("export", "--documents", documents);
    expect(both.out).toContain(`document: "${join(documents, "lots.yaml")}"`);
    expect(readFileSync(join(documents, "lots.yaml"), "utf8")).toBe(document);
    writeFileSync(join(folder, "lots.yaml"), "openapi: 3.1.0\npaths: [\n");
    expect((await run("apply", file)).err).toStartWith(
      `vingate apply: ${join(folder, "lots.yaml")}: line 3, `,
    );
    const titles = join(folder, "titles.yaml");
    writeFileSync(titles, lienMapping);
    const upstream = '{ name: lien, service_url: "https://titles.test", mapping: titles.yaml }';
    writeFileSync(file, `version: 1\nupstreams:\n  - ${upstream}\n`);
    const [lookup, added] = ["/lien/1HGCM82633A004352", "+ upstream lien: mapping\n"];
    const seen = `${titles}: sample 1: ${lookup}: record\n${titles}: sample 2: ${lookup}: not_found\n`;
    expect((await run("apply", file, "--dry-run")).out).toStartWith(seen + added);
    const whole = (await run("apply", file, "--dry-run", "--samples")).out;
    expect(whole).toContain(`${lookup}: record\n  from: {\n    "data": {\n`);
    expect(whole).toContain('  to: {\n    "vin": "1HGCM82633A004352",\n');
    expect((await run("apply", file)).out).toStartWith(added);
    expect((await run("apply", file)).out).toStartWith("0 created, 0 changed, ");
    const without = await run("export");
    expect([without.out.includes("mapping"), without.err]).toEqual([
      false,
      "The mappings of upstreams are left out: lien. Another installation needs them: repeat with --documents FOLDER.\n",
    ]);
    expect((await run("export", "--documents", documents)).out).toContain(
      `mapping: "${join(documents, "lien.mapping.yaml")}"`,
    );
    expect(readFileSync(join(documents, "lien.mapping.yaml"), "utf8")).toBe(lienMapping);
    writeFileSync(titles, lienMapping.replace("is: not_found", "is: failure"));
    expect(await run("apply", file)).toEqual({
      code: 1,
      out: "",
      err: `vingate apply: ${titles}, line 19: sample 2: is: declares failure, and is read as not_found\n`,
    });
    const declared = (variable: string) =>
      `version: 1\napis:\n  - { name: lots, display_name: Lots, path: lots, service_url: "https://lots.test", auth: { header: X-Key, value_env: ${variable} } }\n`;
    writeFileSync(file, declared("VINGATE_MASTER_KEY"));
    expect((await run("apply", file, "--env-prefix", "VINGATE_")).err).toBe(
      "vingate apply: lots: VINGATE_MASTER_KEY is a setting of this service, not a credential\n",
    );
    writeFileSync(file, declared("PATH"));
    expect((await run("apply", file, "--env-prefix", "LOTS_")).err).toBe(
      "vingate apply: lots: the variable PATH is not allowed. If its value is for this backend, add --env-prefix PATH\n",
    );
    expect((await run("apply", file, "--dry-run", "--env-prefix", "PATH")).out).toStartWith(
      "reads PATH for lots\n",
    );
    writeFileSync(file, declared("").replace("value_env: ", "value_file: lots.key"));
    expect((await run("apply", file)).err).toBe(
      "vingate apply: lots: the file lots.key is not allowed. Name the folder with such files by --secrets-dir\n",
    );
    expect((await run("apply", file, "--secrets-dir", folder)).err).toStartWith(
      `vingate apply: cannot read ${join(folder, "lots.key")}: no such file or directory`,
    );
    writeFileSync(join(folder, "lots.key"), "a key\n");
    expect((await run("apply", file, "--secrets-dir", folder)).out).toStartWith(
      "~ api lots: auth, service_url\n",
    );
    expect((await run("apply", file, "--secrets-dir", folder)).out).not.toContain("lots");
    writeFileSync(file, "version: 1\nproducts: 3\n");
    expect(await run("apply", file)).toEqual({
      code: 1,
      out: "",
      err: `vingate apply: ${file}:2: products: Input should be a valid list\n`,
    });
    expect((await run("apply", join(folder, "none.yaml"))).err).toStartWith("vingate apply: cannot read ");
  } finally {
    service.signal("SIGTERM");
    await service.exited;
    remove();
  }
}, 120_000);
