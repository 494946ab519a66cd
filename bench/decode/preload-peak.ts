import { writeFileSync } from "node:fs";
import { peakMb } from "../common/measure.ts";

// Preloaded into a measured program: writes its peak memory to PEAK_FILE when it ends.
process.on("exit", () => writeFileSync(process.env.PEAK_FILE!, String(peakMb())));
