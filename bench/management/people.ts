import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "../../test/console/browser.ts";
import { startConsoleService } from "../../test/console/console-service.ts";
import { doPeopleTasks } from "../../test/console/people-tasks.ts";
import type { Task } from "../../test/console/person.ts";
import { median } from "../common/figure.ts";

// `bun bench/management/people.ts [FOLDER]`: the presses and seconds of what people do with accounts and sign-in, in a
// browser that types at once; a picture of each task's end in the folder.
const rounds = 3;
const folder = process.argv[2];
const widths = [1440, 390];

const tasks = new Map<string, Record<number, { presses: number; taken: number[] }>>();

function note(width: number, { name, presses, milliseconds }: Task): void {
  const row = tasks.get(name) ?? {};
  tasks.set(name, row);
  row[width] ??= { presses, taken: [] };
  row[width].taken.push(milliseconds);
}

if (folder) mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const running = await startConsoleService();
try {
  for (let round = 0; round < rounds; round++)
    for (const width of widths)
      await doPeopleTasks(browser, running, { viewport: { width, height: 844 } }, async (task) => {
        note(width, task);
        const file = `${width}-${task.name.replace(/\W+/g, "-")}.png`;
        if (folder && round === 0) await task.page.screenshot({ path: join(folder, file) });
      });
} finally {
  await browser.close();
  await running.end();
}
console.log(`| task | ${widths.map((width) => `presses at ${width} px | seconds`).join(" | ")} |`);
console.log(`|---|${widths.map(() => "---:|---:|").join("")}`);
for (const [name, row] of tasks) {
  const cells = widths.map((width) => {
    const { presses, taken } = row[width]!;
    return `${presses} | ${(median(taken) / 1000).toFixed(1)}`;
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
