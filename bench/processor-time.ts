import { cpuUs, family, firstThreadCpuUs } from "./http/proc.ts";

/** Processor time of a piece of work in this process and in those it started, in microseconds, and how long it took. */
export interface ProcessorTime {
  readonly own: number;
  /** That part of it which is the first thread's. */
  readonly first: number;
  /** Of the database server, where one was started. */
  readonly server: number;
  readonly seconds: number;
}

export async function processorTime(work: () => Promise<void>): Promise<ProcessorTime> {
  const serverCpu = () =>
    family(process.pid)
      .slice(1)
      .reduce((sum, pid) => sum + cpuUs(pid), 0);
  const serverBefore = serverCpu();
  const firstBefore = firstThreadCpuUs(process.pid);
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1000;
  return {
    own: user + system,
    first: firstThreadCpuUs(process.pid) - firstBefore,
    server: serverCpu() - serverBefore,
    seconds,
  };
}
