import { afterAll, expect, test } from "bun:test";
import { createLog } from "../../../src/base/log.ts";
import { loadConfig } from "../../../src/config.ts";
import {
  ensureCertificate,
  filesOf,
  readFiles,
  temporaryCertificate,
  writeFiles,
} from "../../../src/server/certificates/certificate-files.ts";
import { readTls } from "../../../src/server/certificates/tls.ts";
import { newFolder } from "../../service-process.ts";

const { folder, remove } = newFolder();
afterAll(remove);
const config = loadConfig({ VINGATE_ACME_DOMAIN: "api.example.com", VINGATE_DATA_DIR: folder }, []);
const quietLog = createLog(Date.now, () => {});
const files = filesOf(config);
const made = () => temporaryCertificate(["api.example.com"], Date.now());

test("a start replaces a key that does not fit", async () => {
  const [first, second] = [await made(), await made()];
  await writeFiles(files, { cert: first.cert, key: second.key });
  expect(() => readTls(config, quietLog)).toThrow("is not the key of the certificate");
  await ensureCertificate(config);
  const kept = await readFiles(files);
  expect(readTls(config, quietLog)).toEqual(kept!);
});

test("a start keeps a pair that fits", async () => {
  const pair = await made();
  await writeFiles(files, pair);
  await ensureCertificate(config);
  expect(await readFiles(files)).toEqual(pair);
});
