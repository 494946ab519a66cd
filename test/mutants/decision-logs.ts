import type { Mutant } from "./mutant.ts";

const restores = "test/decisions/restores.test.ts";
const copies = "test/decisions/copies.test.ts";
const log = "src/decisions/open-log.ts";
const begin = "src/decisions/begin.ts";

/** Bugs in decision logs, and in what is held after a restore. */
export const decisionLogMutants: readonly Mutant[] = [
  {
    bug: "a database that went back is summed up as if it had all entries",
    file: log,
    find: "this.#commits.length - later.length",
    replace: "later.length - later.length",
    test: "test/decisions/processes.test.ts",
    named: "processes whose sqlite went back",
  },
  {
    bug: "a lost decision log is not noticed",
    file: begin,
    find: "return rows.filter((row) => isOwn(row) && !here.has(row.log_id));",
    replace: "return rows.filter((row) => isOwn(row) && here.has(row.log_id) && false);",
    test: restores,
    named: "a log that is missing is noticed",
  },
  {
    bug: "a copied decision log is not noticed",
    file: "src/decisions/causes.ts",
    find: "row.file !== file.file && !mayBeCopied",
    replace: "row.file === file.file && !mayBeCopied && false",
    test: restores,
    named: "a log that was copied is noticed",
  },
  {
    bug: "a shortened decision log is not noticed",
    file: "src/decisions/standing.ts",
    find: 'if (through > entries.length) return of("log lost");',
    replace: 'if (through > entries.length) return of("same");',
    test: restores,
    named: "a log that is shorter is noticed",
  },
  {
    bug: "a changed line of a decision log is read",
    file: "src/decisions/entries.ts",
    find: "if (!follows || headOf(before.head, Number(number), json) !== head) return undefined;",
    replace: "if (!follows) return undefined;",
    test: restores,
    named: "a log with a changed line",
  },
  {
    bug: "what a killed process has decided is forgotten",
    file: "src/decisions/standing.ts",
    find: "if (!unconfirmed.has(entry.number) && !freed.has(entry.number)) return entry;",
    replace:
      "if (!unconfirmed.has(entry.number)) return entry;\n    if (!freed.has(entry.number)) return { ...entry, content: { ...entry.content, decisions: [] } };",
    test: restores,
    named: "an entry that a killed process left is completed",
  },
  {
    bug: "a session outlives its epoch",
    file: "src/management/system/open-decisions.ts",
    find: "for (const one of restoring) await one.epochBegins?.(tx);",
    replace: "if (restoring.length < 0) return;",
    test: restores,
    named: "a session ends with its epoch",
  },
  {
    bug: "changes are made while the service is held",
    file: "src/calls/management-call.ts",
    find: "if (waitsWhileHeld(endpoint)) requireNotHeld(context);",
    replace: "",
    test: restores,
    named: "changes are refused until an operator resumes",
  },
  {
    bug: "a running process goes on with a database that went back",
    file: log,
    find: "return (row?.through ?? 0) < seen && row?.found === null;",
    replace: "return (row?.through ?? 0) > seen && row?.found === null;",
    test: restores,
    named: "a running process notices it",
  },
  {
    bug: "a decision is made although its entry was not written",
    file: log,
    find: "        const entry = await this.#append({ at, decisions: deciding.decisions }).catch((error) => {\n          throw failed(error);\n        });",
    replace:
      "        const entry = await this.#append({ at, decisions: deciding.decisions }).catch(() => undefined);\n        if (!entry) return;",
    test: restores,
    named: "nothing is decided without its entry",
  },
  {
    bug: "a log that went back with its database is not completed",
    file: "src/decisions/log-copy.ts",
    find: "append(file.path, theirs.slice(own.length));",
    replace: "append(file.path, []);",
    test: copies,
    named: "a log that went back with its database is completed",
  },
  {
    bug: "a lost log is not brought back from its copy",
    file: "src/decisions/log-copy.ts",
    find: "if (here.has(id) || !isOwn(id)) continue;",
    replace: "if (!here.has(id) || !isOwn(id)) continue;",
    test: copies,
    named: "a log that is lost with its database",
  },
  {
    bug: "two processes continue one log",
    file: log,
    find: "if (has > this.#openedAt) throw new LogContinued(this.file.id);",
    replace: "",
    test: copies,
    named: "of two processes that continue one log",
  },
  {
    bug: "a number is freed while the server commits its transaction",
    file: begin,
    find: "if (isFree === 0) committed.add(number);",
    replace: "if (isFree > 1) committed.add(number);",
    test: "test/decisions/freed.test.ts",
    named: "it is not free while the server commits it",
  },
];
