import { readFileSync } from "node:fs";
import { plugin } from "bun";

// Preloaded into a service: a journal has several segments in one run, of 8 KiB instead of 64 MiB.
const usual = "const segmentBytesDefault = 64 * 1_048_576;";

plugin({
  name: "small segments",
  setup({ onLoad }) {
    onLoad({ filter: /metering\/journal\/journal\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes(usual)) throw new Error(`${path} has no "${usual}"`);
      return { contents: text.replace(usual, "const segmentBytesDefault = 8192;"), loader: "ts" };
    });
  },
});
