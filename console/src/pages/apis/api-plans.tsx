import type { Product } from "../../api/client.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { State } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";

interface ApiPlansProps {
  readonly plans: readonly Product[];
  /** The IDs of the plans that include the API. */
  readonly chosen: ReadonlySet<string>;
  choose(chosen: ReadonlySet<string>): void;
}

/** The plans that include an API. */
export function ApiPlans({ plans, chosen, choose }: ApiPlansProps) {
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  if (plans.length === 0)
    return (
      <p className="muted">
        <T
          text="No plans yet. <link>Create a plan</link> to let customers call the API."
          link={(words) => <Link to="/plans">{words}</Link>}
        />
      </p>
    );
  return (
    <div className="form">
      {chosen.size === 0 && <p className="note">{t("No plan includes the API. No key can call it.")}</p>}
      {plans.map(({ id, display_name, state }) => (
        <label className="check" key={id}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
          <bdi>{display_name}</bdi> {state !== "published" && <State state={state} />}
        </label>
      ))}
    </div>
  );
}
