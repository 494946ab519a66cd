import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { startService } from "../../harness.ts";
import { importText } from "./importing.ts";
import { lienHeader, lienRow, liens, vins, zipOf } from "./liens.ts";

test("invalid inputs are refused with their line", async () => {
  const service = await startService();
  const { database } = service.app;
  const refusal = (input: string | Uint8Array, more: Parameters<typeof importText>[3] = {}) =>
    importText(database, liens, input, more).then(
      () => "imported",
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const whole = gzipSync(
    lienHeader +
      Array.from({ length: 9000 }, (_, at) =>
        lienRow(`1HGCM82633A${String(at).padStart(6, "0")}`, "Acme"),
      ).join(""),
  );
  const bomb = gzipSync(Buffer.concat([Buffer.from(lienHeader), Buffer.alloc(90 * 2 ** 20, "\n")]));
  expect(await refusal("")).toBe("ImportError: the input is empty: not even a header line");
  expect(await refusal(lienHeader)).toBe("ImportError: the input has no records");
  expect(await refusal("vin,holder\n")).toMatch(/^ImportError: line 1: lien has no column "holder"/);
  expect(await refusal("as_of\n")).toMatch(/^ImportError: line 1: the column "vin" of lien is missing/);
  expect(await refusal("vin,vin\n")).toBe('ImportError: line 1: the column "vin" occurs twice');
  expect(await refusal(`${lienHeader}${vins[0]},"open,x,y\n`)).toMatch(
    /^ImportError: line 2: a quoted value begins here/,
  );
  expect(await refusal(whole.subarray(0, whole.length / 2))).toMatch(
    /^ImportError: the gzip data ends early/,
  );
  const hopeless = lienHeader + "?,Acme,active,\n".repeat(200_000);
  expect(await refusal(hopeless)).toMatch(/^ImportError: \d{4,6} of \d{4,6} rows read were rejected/);
  expect(await refusal(bomb)).toMatch(/^ImportError: the compressed input grows more than 250-fold/);
  expect(
    await refusal(Buffer.from(`vin,as_of\n${vins[0]},é\n${vins[1]},\xff\n`, "utf8"), { encoding: "utf-8" }),
  ).toBe("imported");
  const mixed = Buffer.concat([
    Buffer.from(`vin,as_of\n${vins[0]},é\n${vins[1]},`),
    Buffer.from([0xff, 0x0a]),
  ]);
  expect(await refusal(mixed)).toMatch(/^ImportError: line 3: the text is not UTF-8/);
  expect(await refusal(zipOf("liens.csv", Buffer.from(lienHeader)).subarray(0, 60))).toMatch(
    /^ImportError: the archive ends early or is damaged/,
  );
  expect(await refusal(zipOf("readme.md", Buffer.from(lienHeader)))).toMatch(
    /^ImportError: the archive has no member/,
  );
  expect(await refusal(lienHeader + lienRow(vins[0], "A"), { sha256: "00" })).toMatch(
    /^ImportError: the input's SHA-256 is/,
  );
  await service.end();
}, 60_000);
