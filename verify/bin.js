#!/usr/bin/env node
import { runVerify, verifyHelp } from "./dist/command.js";

const args = process.argv.slice(2);
if (args.includes("--help")) console.log(verifyHelp("vingate-verify"));
else
  process.exitCode = await runVerify(args, {
    print: (text) => console.log(text),
    fault: (text) => console.error(`vingate-verify: ${text}; see vingate-verify --help`),
  });
