import { expect } from "bun:test";
import { deflateSync } from "node:zlib";
import type { Locator } from "playwright-core";
import type { Pixels } from "../../console/src/parts/vin-photo/barcodes.ts";
import { pngOf } from "../png.ts";
import { test, type WatchedPage } from "./browser.ts";
import { openPath } from "./navigate.ts";
import { seeded } from "./seeded.ts";
import { openSignedIn, operatorOf } from "./signed-in.ts";
import { pictureOf } from "./vin-photo/pictures.ts";

const { browser, running, inTab } = await seeded();

const vin = "1HGCM82633A004352";
const other = "WVWZZZ1KZAW000123";
const blank: Pixels = { data: new Uint8ClampedArray(4 * 3000).fill(255), width: 60, height: 50 };

/** Whether nothing makes the page wider than the screen. */
const isNarrow = ({ page }: WatchedPage) =>
  page.evaluate("document.documentElement.scrollWidth <= innerWidth");

/** Waits until an element has the focus. */
const focused = (wanted: Locator) => wanted.and(wanted.page().locator(":focus")).waitFor();

/** A PNG file of pictures, one below the other. */
function fileOf(...pictures: readonly Pixels[]) {
  const width = Math.max(...pictures.map((one) => one.width));
  const rows = pictures.flatMap(({ data, width: own, height }) =>
    Array.from({ length: height }, (_, row) => {
      const line = new Uint8Array(1 + 4 * width).fill(255);
      line[0] = 0;
      line.set(data.subarray(4 * own * row, 4 * own * (row + 1)), 1);
      return line;
    }),
  );
  const buffer = pngOf(width, rows.length, { pixels: deflateSync(Buffer.concat(rows)) });
  return { name: "label.png", mimeType: "image/png", buffer };
}

async function chooseFile({ page }: WatchedPage, file: ReturnType<typeof fileOf>): Promise<void> {
  await page.getByRole("button", { name: "Photo or camera" }).click();
  const choosing = page.waitForEvent("filechooser");
  await page.getByLabel("Picture file").click();
  await (await choosing).setFiles(file);
}

test("a picture of a label fills the VIN field, and is sent nowhere", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/look-up");
    const requests: string[] = [];
    const note = (request: { method(): string; url(): string }) =>
      requests.push(
        `${request.method()} ${new URL(request.url()).pathname.replace(/-[0-9a-z]{8}\./, "-HASH.")}`,
      );
    page.context().on("request", note);
    await chooseFile(tab, fileOf(await pictureOf("Code39", `I${vin}`, { tilt: 10, blur: 0.3 })));
    const field = page.getByLabel("VIN", { exact: true });
    await page.getByText(`Read from a barcode (Code 39) as I${vin}. Compare it with the label.`).waitFor();
    expect(await field.inputValue()).toBe(vin);
    await focused(field);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    page.context().off("request", note);
    // The code of the dialog and of the reader, from the service; the frame of the page reads open terms at any time.
    expect(requests.filter((one) => one !== "GET /terms/open").sort()).toEqual([
      "GET /console/barcode-reader-HASH.wasm",
      "GET /console/barcode-worker-HASH.js",
      "GET /console/part-HASH.js",
    ]);
    // It is looked up only when the form is sent.
    expect(new URL(page.url()).searchParams.get("vin")).toBeNull();
  }));

test("of several codes one is chosen, and a list takes them all", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/look-up");
    const both = fileOf(await pictureOf("DataMatrix", vin), await pictureOf("QRCode", `VIN ${other}`));
    await chooseFile(tab, both);
    await page.getByText("2 VINs were found. Choose one.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: other }).click();
    expect(await page.getByLabel("VIN", { exact: true }).inputValue()).toBe(other);
    await openPath(tab, running, "/look-up?tab=lists");
    await page.getByLabel("VINs").fill("5J6RW2H59JL990075");
    await chooseFile(tab, both);
    await page.getByText(/^Added .*\.$/).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    const lines = (await page.getByLabel("VINs").inputValue()).trim().split("\n");
    expect([lines[0], ...lines.slice(1).sort()]).toEqual(["5J6RW2H59JL990075", vin, other]);
  }));

test("the thread of the reader can send no request, and pages run no WebAssembly", () =>
  inTab("customer", async (tab) => {
    const { page } = tab;
    await openPath(tab, running, "/look-up");
    await chooseFile(tab, fileOf(await pictureOf("QRCode", "not a VIN")));
    await page.getByText("What was read is not a VIN: not a VIN.").waitFor();
    const refused = await page.workers()[0]!.evaluate(
      (address) =>
        fetch(address).then(
          () => "sent",
          (error) => String(error),
        ),
      `${running.origin}/openapi.json`,
    );
    expect(refused).toContain("TypeError");
    const module = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    const inPage = await page.evaluate((bytes) => {
      try {
        new WebAssembly.Module(new Uint8Array(bytes));
        return "compiled";
      } catch (error) {
        return (error as Error).name;
      }
    }, module);
    expect(inPage).toBe("CompileError");
    // Both are violations of a policy, which browsers report as errors.
    const reported = tab.faults.splice(0);
    expect(reported.every((one) => /Content Security Policy/.test(one))).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(page.workers()).toEqual([]);
  }));

test("a camera that may not be used is said, and a picture without a barcode says what to do", async () => {
  const tab = await openSignedIn(browser, running, operatorOf(running), {
    viewport: { width: 390, height: 800 },
    permissions: [],
  });
  const { page, faults } = tab;
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException("Permission denied", "NotAllowedError");
  }`);
  await openPath(tab, running, "/look-up");
  await page.getByRole("button", { name: "Photo or camera" }).press("Enter");
  await page.getByRole("button", { name: "Use camera" }).press("Enter");
  const status = page.getByRole("dialog").getByRole("status");
  await status.getByText(/^This page may not use the camera\. Allow it/).waitFor();
  await page.getByLabel("Picture file").setInputFiles(fileOf(blank));
  await status.getByText(/^No barcode was found\. Use more light/).waitFor();
  expect(await isNarrow(tab)).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const opener = page.getByRole("button", { name: "Photo or camera" });
  await focused(opener);
  expect(faults).toEqual([]);
  await tab.close();
});

/** Gives the page a camera that films a picture; `window.camera` is its stream. */
async function addCamera({ page }: WatchedPage, { buffer }: ReturnType<typeof fileOf>): Promise<void> {
  const picture = `data:image/png;base64,${buffer.toString("base64")}`;
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    const image = new Image();
    image.src = "${picture}";
    await image.decode();
    const { width, height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const draw = () => canvas.getContext("2d").drawImage(image, 0, 0);
    draw();
    setInterval(draw, 50);
    return (window.camera = canvas.captureStream());
  }`);
}

test("the camera reads a VIN, and is on only while it is used", async () => {
  const viewport = { width: 390, height: 800 };
  const tab = await openSignedIn(browser, running, operatorOf(running), { viewport, hasTouch: true });
  const { page, faults } = tab;
  await addCamera(tab, fileOf(await pictureOf("Code128", `I${vin}`)));
  await openPath(tab, running, "/look-up");
  const field = page.getByLabel("VIN", { exact: true });
  await page.getByRole("button", { name: "Photo or camera" }).click();
  await page.getByRole("button", { name: "Use camera" }).click();
  await page.getByText(`Read from a barcode (Code 128) as I${vin}. Compare it with the label.`).waitFor();
  expect(await field.inputValue()).toBe(vin);
  expect(await isNarrow(tab)).toBe(true);
  const states = () => page.evaluate("camera.getTracks().map((track) => track.readyState)");
  expect(await states()).toEqual(["ended"]);
  expect(page.workers()).toEqual([]);
  // Closed by Escape before anything is read.
  await addCamera(tab, fileOf(blank));
  await page.reload();
  await page.getByRole("button", { name: "Photo or camera" }).click();
  await page.getByRole("button", { name: "Use camera" }).click();
  await page.waitForFunction("document.querySelector('video')?.readyState === 4");
  expect(await states()).toEqual(["live"]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await states()).toEqual(["ended"]);
  expect(faults).toEqual([]);
  await tab.close();
});
