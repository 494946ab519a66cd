import type { Context } from "../../../calls/context.ts";
import { allowOnly, allowOnlyUrl } from "../../../outbound/allow-only.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { auditExportSettings, type Target } from "../settings.ts";
import type { Destination } from "./destination.ts";
import { FileDestination } from "./file.ts";
import { OtlpDestination } from "./otlp.ts";
import { SyslogDestination } from "./syslog.ts";

/** The receiver that the settings name. They allow its address, an internal one too; nothing else is connected to. */
export function openDestination(
  { config, clock }: Pick<Context, "config" | "clock">,
  target: Target,
): Destination {
  if (target.kind === "file") return new FileDestination(target.path);
  if (target.kind === "syslog") {
    const allow = allowOnly(target.host, target.port);
    return new SyslogDestination(target, new OutboundGuard({ allow, own: config }));
  }
  const guard = new OutboundGuard({ allow: allowOnlyUrl(target.url), own: config });
  return new OtlpDestination(target, auditExportSettings.of(config).auditExportHeaders, guard, clock);
}
