import { gzipSync, zstdCompressSync } from "node:zlib";
import { lienHeader, lienRow, vins, zipOf } from "./liens.ts";

/** Random numbers that are the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A file of liens. */
export const intact = lienHeader + vins.map((vin, at) => lienRow(vin, `"Bank, ${at} é"`)).join("");
const ndjson = vins.map((vin) => `{"vin":"${vin}","liens":[{"state":"CA"}],"as_of":"2026-11-01"}\n`).join("");
const seeds: readonly Uint8Array[] = [
  Buffer.from(intact),
  Buffer.from(ndjson),
  Buffer.from(`\ufeff${intact}`, "utf16le"),
  Buffer.from(intact, "latin1"),
  gzipSync(intact),
  zstdCompressSync(intact),
  zipOf("liens.csv", Buffer.from(intact)),
];
const tokens = [
  '"',
  ",",
  "\n",
  "\r",
  "\0",
  "{",
  "[",
  "\\",
  "\ufeff",
  "é",
  ";",
  "\t",
  "vin",
  "liens.9999.x",
  "1e999",
];

function mutate(seed: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(seed);
  for (let change = 0; change <= random(4); change += 1) {
    const at = random(bytes.length + 1);
    const end = Math.min(bytes.length, at + random(20));
    const kind = random(5);
    if (kind === 0 && at < bytes.length) bytes[at] = random(256);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
    else if (kind === 2) bytes = bytes.subarray(0, at);
    else if (kind === 3)
      bytes = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(tokens[random(tokens.length)]!),
        bytes.subarray(at),
      ]);
    else bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  }
  return bytes;
}

/** The file in one of its forms, damaged; the same damage for a number in every run. */
export function mutated(index: number): Uint8Array {
  return mutate(seeds[index % seeds.length]!, randomFrom(index + 1));
}
