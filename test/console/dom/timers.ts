const native = { setTimeout, clearTimeout, setInterval, clearInterval };

interface HeldTimer {
  due: number;
  readonly every: number | undefined;
  run(): void;
}

/** Delays from here on wait for `runTimers`; shorter ones belong to the libraries and run by themselves. */
const heldFromMs = 100;

let now = 0;
let held = new Map<object, HeldTimer>();

type Callback = (...values: unknown[]) => void;

function hold(callback: Callback, delay: number, every: number | undefined): object {
  const handle = { unref: () => handle };
  held.set(handle, { due: now + delay, every, run: callback });
  return handle;
}

/** Holds long timers until the test lets them run. */
export function holdTimers(): void {
  now = 0;
  held = new Map();
  Object.assign(globalThis, {
    setTimeout: (callback: Callback, delay = 0, ...values: unknown[]) =>
      delay < heldFromMs
        ? native.setTimeout(callback, delay, ...values)
        : hold(() => callback(...values), delay, undefined),
    setInterval: (callback: Callback, delay = 0) => hold(callback, delay, delay),
    clearTimeout: (handle: never) => held.delete(handle) || native.clearTimeout(handle),
    clearInterval: (handle: never) => held.delete(handle) || native.clearInterval(handle),
  });
}

export function releaseTimers(): void {
  held = new Map();
  Object.assign(globalThis, native);
}

/** Runs the held timers of the next `milliseconds`, in their order. */
export function runTimers(milliseconds: number): void {
  const end = now + milliseconds;
  for (;;) {
    const [next] = [...held].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
    if (!next) break;
    const [handle, timer] = next;
    now = timer.due;
    if (timer.every === undefined) held.delete(handle);
    else timer.due += timer.every;
    timer.run();
  }
  now = end;
}

/** Lets the event loop turn once. */
export const turn = () => new Promise<void>((resolve) => native.setTimeout(resolve, 0));
