import { listsReady } from "./api-caller.ts";

/** What a service with every operation needs before its calls are compared; `test/demo/demo-service.ts` calls it. */
export const warmUp = listsReady;
