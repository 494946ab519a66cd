import type { Mutant } from "./mutant.ts";

const parts = "console/src/parts/vin-photo";
const page = "src/server/console/console-page.ts";
const serving = "test/console/serving.test.ts";
const inBrowser = "test/console/vin-photo.test.ts";
const pictures = "test/console/vin-photo/reading.test.ts";

/** Bugs in reading VINs from pictures: what leaves the browser, what stays on, and what is not read. */
export const vinPhotoMutants: readonly Mutant[] = [
  {
    bug: "the thread that sees pictures may send requests",
    file: page,
    find: "\"default-src 'none'; script-src",
    replace: "\"default-src 'self'; script-src",
    test: serving,
    named: "only the thread that reads barcodes may run WebAssembly, and it may send no request",
  },
  {
    bug: "pages may run WebAssembly",
    file: page,
    find: "\"default-src 'self'\",",
    replace: "\"default-src 'self' 'wasm-unsafe-eval'\",",
    test: inBrowser,
    named: "the thread of the reader can send no request, and pages run no WebAssembly",
  },
  {
    bug: "the code of the reader is requested from another host",
    file: `${parts}/barcodes.ts`,
    find: "overrides: { wasmBinary }",
    replace: "overrides: wasmBinary ? {} : { wasmBinary }",
    test: inBrowser,
    named: "a picture of a label fills the VIN field, and is sent nowhere",
  },
  {
    bug: "the camera stays on after the dialog is closed",
    file: `${parts}/camera.tsx`,
    find: "      isOn = false;\n      stop();",
    replace: "      isOn = false;",
    test: inBrowser,
    named: "the camera reads a VIN, and is on only while it is used",
  },
  {
    bug: "the first of several VINs is taken",
    file: `${parts}/photo-dialog.tsx`,
    find: "found.length === 1",
    replace: "found.length > 0",
    test: inBrowser,
    named: "of several codes one is chosen, and a list takes them all",
  },
  {
    bug: "a VIN of the camera is believed when it was read once",
    file: `${parts}/readings.ts`,
    find: "readingsMin = 2",
    replace: "readingsMin = 1",
    test: `${parts}/readings.test.ts`,
    named: "a VIN of the camera is found when it was read twice, and once",
  },
  {
    bug: "pictures are not turned, so that tilted barcodes are not read",
    file: `${parts}/attempts.ts`,
    find: "turnedPlane(pixels, turn)",
    replace: "turnedPlane(pixels, 0 * turn)",
    test: pictures,
    named: "a Code 128 that is tilted, noisy or of low contrast is read",
  },
  {
    bug: "the VIN in the papers of American vehicles is not found",
    file: `${parts}/vins-of-barcodes.ts`,
    find: "/^VAD(",
    replace: "/^VIN(",
    test: pictures,
    named: "VINs are found in the texts of barcodes, each once",
  },
];
