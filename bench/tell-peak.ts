import { writeFileSync } from "node:fs";
import { peakMemory } from "./peak-memory.ts";

// Preloaded into a program that is measured: when it ends it writes its most memory where PEAK_FILE says.
process.on("exit", () => writeFileSync(process.env.PEAK_FILE!, String(peakMemory())));
