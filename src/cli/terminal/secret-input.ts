import { readFileSync } from "node:fs";
import { CommandFailure } from "../command.ts";

const enter = /[\r\n]/;
const keyCharactersMax = 500;

/** Thrown when the user presses Ctrl-C or Ctrl-D at a question. */
export class Interrupted extends Error {}

/** What is typed. Another question can follow, so standard input stays open. */
const typed = (): AsyncIterable<unknown> => process.stdin.iterator({ destroyOnReturn: false });

/** Reads a line from the terminal without showing it. */
async function readHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // Before the question: what is typed in answer to it is not shown.
  stdin.setRawMode(true);
  stderr.write(question);
  let line = "";
  try {
    for await (const chunk of typed())
      for (const character of String(chunk)) {
        if (enter.test(character)) return line;
        if (character === "\u0003" || character === "\u0004") throw new Interrupted("interrupted");
        line = character === "\u007f" || character === "\b" ? line.slice(0, -1) : line + character;
      }
    return line;
  } finally {
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}

async function readAll(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > keyCharactersMax) break;
  }
  return text;
}

/** A secret: of a file, of the terminal without echo, or of standard input. Its text is in no error. */
export async function readSecret(question: string, file: string | undefined): Promise<string> {
  const text =
    file !== undefined
      ? readSecretFile(file)
      : process.stdin.isTTY === true
        ? await readHidden(question)
        : await readAll();
  return text.replace(/\r?\n$/, "");
}

/** A key, as `readSecret`. Throws for what cannot be one. */
export async function readKey(file: string | undefined): Promise<string> {
  const key = (await readSecret("Key: ", file)).trim();
  if (key === "") throw new CommandFailure("no key was given");
  if (key.length > keyCharactersMax || !/^[\x21-\x7e]+$/.test(key))
    throw new CommandFailure("the input is no key: a key is one word of letters, digits and signs");
  return key;
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandFailure(`the file ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** A line that the terminal shows while it is typed. */
export async function readLine(question: string): Promise<string> {
  process.stderr.write(question);
  for await (const chunk of typed()) return String(chunk).trim();
  throw new Interrupted("interrupted");
}

/** Whether the user answers a question with y. */
export async function isConfirmed(question: string): Promise<boolean> {
  process.stderr.write(`${question} [y/N] `);
  for await (const chunk of typed()) return /^y(es)?$/i.test(String(chunk).trim());
  return false;
}
