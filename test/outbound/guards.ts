import { OutboundGuard } from "../../src/outbound/guard.ts";

/** Connects to loopback addresses, as a service that listens on one does. */
export const loopbackGuard = new OutboundGuard({ own: { host: "127.0.0.1", port: 1 } });
