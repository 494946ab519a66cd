import { lowerPriority } from "../jobs/lower-priority.ts";
import { buildTestSet, type TestSetTask } from "./build-test-set.ts";

declare const self: Worker;

/** What went wrong; undefined if nothing did. */
export type TestSetBuilt = string | undefined;

lowerPriority();
self.onmessage = ({ data }: MessageEvent<TestSetTask>): void => {
  const post = (built: TestSetBuilt) => self.postMessage(built);
  buildTestSet(data).then(
    () => post(undefined),
    (error: Error) => post(error.message),
  );
};
