import { expect, test } from "bun:test";
import { demoVin } from "./every-page.ts";
import { furnished } from "./seeded.ts";
import { openAs } from "./signed-in.ts";

const { browser, running, customer } = await furnished();

test("a lookup is tried from the reference with one's own key, its selectors filled from what there is", async () => {
  const { page, faults, close } = await openAs(browser, running, "customer", customer);
  await page.goto(`${running.url}/reference?op=getSpecificationsV3ByTrim`);
  await page.getByRole("combobox", { name: "trim" }).waitFor();
  expect(await page.getByRole("combobox", { name: "make" }).inputValue()).toBe("HONDA");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("200 Answered").first().waitFor();
  expect(faults).toEqual([]);
  await close();
}, 30_000);

/** Runs a sample as a person would paste it, and resolves to what it printed. */
async function printed(command: readonly string[]): Promise<string> {
  const run = Bun.spawn([...command], { stdio: ["ignore", "pipe", "pipe"] });
  const out = await new Response(run.stdout).text();
  const said = await new Response(run.stderr).text();
  if ((await run.exited) !== 0) throw new Error(`${command[0]} failed: ${said}`);
  return out;
}

test("the samples in curl, TypeScript and Python do what they say", async () => {
  const { page, close } = await openAs(browser, running, "customer", customer, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto(`${running.url}/quick-start`);
  const copied = async (language: string) => {
    await page.getByRole("tab", { name: language }).click();
    await page
      .getByRole("tablist", { name: "Language" })
      .locator("..")
      .getByRole("button", { name: "Copy" })
      .click();
    await page.getByText("Copied, with your key in it").waitFor();
    return (await page.evaluate("navigator.clipboard.readText()")) as string;
  };
  const outputs = [
    await printed(["sh", "-c", `${await copied("curl")} -s`]),
    await printed([process.execPath, "-e", await copied("TypeScript")]),
  ];
  if (Bun.which("python3")) outputs.push(await printed(["python3", "-c", await copied("Python")]));
  else console.warn("no python3 on this machine: the Python sample was not run");
  for (const output of outputs) expect(output).toContain(demoVin);
  await close();
}, 60_000);
