import { expect } from "bun:test";
import { join } from "node:path";
import { missingPython, python, run, sdkFolder } from "../sdk/python-tools.ts";
import { until } from "../until.ts";
import { test } from "./browser.ts";
import { demoVin } from "./furnished.ts";
import { seeded } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await seeded();

/** Runs a sample and returns its output. Throws if it fails. */
async function outputOf(command: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await run(command, env);
  if (code !== 0) throw new Error(`${command[0]} failed: ${output}`);
  return output;
}

const clientSource = join(sdkFolder, "..", "typescript", "src", "index.ts");

test("the samples in curl, TypeScript and Python run", async () => {
  const { page, close } = await openAs(browser, running, "customer", customer, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto(`${running.url}/quick-start`);
  const clipboard = () => page.evaluate("navigator.clipboard.readText()") as Promise<string>;
  const copied = async (language: string) => {
    const before = await clipboard();
    await page.getByRole("tab", { name: language }).click();
    await page
      .getByRole("tablist", { name: "Language" })
      .locator("..")
      .getByRole("button", { name: "Copy" })
      .click();
    return until(async () => {
      const now = await clipboard();
      return now !== before && now;
    }, `the sample in ${language} is copied`);
  };
  const outputs = [
    await outputOf(["sh", "-c", `${await copied("curl")} -s`]),
    // A checkout has no build of the client.
    await outputOf([
      process.execPath,
      "-e",
      (await copied("TypeScript")).replace("@vingate/client", clientSource),
    ]),
  ];
  const missing = missingPython("httpx");
  if (missing !== undefined) console.warn(`${missing} is missing: the Python sample was not run`);
  else
    outputs.push(
      await outputOf([python, "-c", await copied("Python")], { PYTHONPATH: join(sdkFolder, "src") }),
    );
  for (const output of outputs) expect(output).toContain(demoVin);
  await close();
});
