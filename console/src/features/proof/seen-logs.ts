/** What this browser keeps of a service whose statements were checked. */
export interface SeenLogs {
  /** The key of the last statement that held, as a line. */
  readonly key: string;
  /** Signed checkpoints by origin. */
  readonly checkpoints: Readonly<Record<string, string>>;
}

const storageKey = "vingate.checkpoints";

type Kept = Readonly<Record<string, SeenLogs>>;

function readAll(): Kept {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** What this browser saw of a service before. */
export const seenOf = (service: string): SeenLogs | undefined => readAll()[service];

/** Keeps the key and checkpoints of a service beside those that are kept. Returns whether the browser could. */
export function keepSeen(service: string, { key, checkpoints }: SeenLogs): boolean {
  const all = readAll();
  const before = all[service]?.key === key ? all[service].checkpoints : {};
  const kept: Kept = { ...all, [service]: { key, checkpoints: { ...before, ...checkpoints } } };
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
