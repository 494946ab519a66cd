import { api, dataOf, type Schemas } from "./client.ts";
import { reading } from "./reading.ts";

export type Inbox = Schemas["Inbox"];
export type InboxRow = Schemas["InboxRow"];
export type ClosedRow = Inbox["closed"][number];

const everyMs = 60_000;

/** What needs an operator. It is read again each minute while the page is open, and when it is opened. */
export const inbox = {
  ...reading(["system", "inbox"], "/system/inbox"),
  staleTime: 0,
  refetchInterval: everyMs,
};

export const putOff = (id: string, reason: string) =>
  dataOf(api.POST("/system/inbox/{id}/put-off", { params: { path: { id } }, body: { reason } }));
