import { noStore } from "./endpoint.ts";

/** Headers of a file that browsers keep under its name, and no cache keeps. */
export const attachedAs = (name: string) => ({
  ...noStore,
  "content-disposition": `attachment; filename="${name}"`,
});
