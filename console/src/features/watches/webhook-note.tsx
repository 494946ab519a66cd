import { useQuery } from "@tanstack/react-query";
import { webhooks } from "../../api/webhooks.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Link } from "../../parts/router.tsx";
import { webhooksPath } from "../../parts/side-paths.ts";

/** Shows a note if no webhook receives the events. */
export function WebhookNote() {
  const items = useQuery(webhooks({ page: 1, page_size: 200 })).data?.items;
  const isReceived = ({ types, state }: { readonly types: readonly string[]; readonly state: string }) =>
    state === "active" && types.includes("watch.changed");
  if (!items || items.some(isReceived)) return null;
  return (
    <p className="note muted">
      <T
        text="No active webhook receives <code>watch.changed</code>. <link>Add one</link> to get the events."
        link={(words) => <Link to={webhooksPath()}>{words}</Link>}
      />
    </p>
  );
}
