import { runVerify, verifyHelp } from "../../../../verify/src/command.ts";
import { UsageError } from "../../../cli/command.ts";
import type { Command } from "../../../feature.ts";

/** The command of the package `@vingate/verify`. */
export const verifyCommand: Command = {
  help: verifyHelp("vingate verify"),
  run: (args) =>
    runVerify(args, {
      print: (text) => console.log(text),
      fault: (text) => {
        throw new UsageError(text);
      },
    }),
};
