import type { Queries } from "../../../database/database.ts";
import { SignedDays } from "../days/signed-days.ts";

/** Signs four days, and prints each when it is signed. */
export async function replaceFiles(dataDir: string, say: (line: string) => void): Promise<void> {
  const days: { day: string; digest: string }[] = [];
  const db = { dialect: "sqlite", all: async () => days.slice(-1) } as unknown as Queries;
  for (let day = 1; day <= 4; day++) {
    days.push({ day: `2026-01-0${day}`, digest: "d".repeat(700) + day });
    await new SignedDays(dataDir).sign(db, 1, Date.now());
    say(`day ${day}`);
  }
}
