import { checkConnections, openDatabase } from "../../database/open.ts";
import { type ConsistencySource, runComparisons } from "./check-consistency.ts";

declare const self: Worker;

// The check reads all usage; no request waits for it.
const deadlineMs = 600_000;

self.onmessage = async ({
  data: { database, ...source },
}: MessageEvent<ConsistencySource>): Promise<void> => {
  try {
    const db = await openDatabase({ ...database, deadlineMs, connectionsMax: checkConnections });
    self.postMessage(await runComparisons(db, source).finally(() => db.close()));
  } catch (error) {
    self.postMessage({ error: (error as Error).message });
  }
};
