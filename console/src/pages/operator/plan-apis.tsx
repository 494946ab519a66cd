import { useState } from "react";
import { t } from "../../base/language/language.ts";
import { sentText } from "../../base/language/sent.ts";
import { isEmpty, shownWhole, wholeFault } from "../../base/typed-numbers.ts";
import { Button } from "../../parts/button.tsx";
import type { Contents } from "./use-contents.ts";

/** How many are shown at first; those of the plan are always shown. */
const shownFirst = 8;

interface Row {
  readonly id: string;
  readonly name: string;
  /** The policy prices an API that does not exist. */
  readonly isUnknown: boolean;
}

/** Every API: whether the plan includes it, and its price. */
export function PlanApis({ contents }: { contents: Contents }) {
  const { apis, included, include, policy } = contents;
  const [isWhole, setWhole] = useState(false);
  const known = new Set(apis.map(({ id }) => id));
  const prices = policy.costPerApi;
  const unknown = Object.keys(prices).filter((id) => !known.has(id) && !isEmpty(prices[id] ?? ""));
  const rows: readonly Row[] = [
    ...apis.map(({ id, display_name: name }) => ({ id, name: sentText(name), isUnknown: false })),
    ...unknown.map((id) => ({ id, name: id, isUnknown: true })),
  ];
  // What is chosen at first comes first, and does not move while it is chosen.
  const [first] = useState(included);
  const [own, others] = [true, false].map((isOwn) => rows.filter(({ id }) => first.has(id) === isOwn));
  const sorted = [...own!, ...others!];
  const least = Math.max(shownFirst, first.size);
  const shown = isWhole
    ? sorted
    : sorted.filter((one, at) => at < least || included.has(one.id) || one.isUnknown);
  return (
    <>
      {included.size === 0 && (
        <p className="note">
          {t("No API is included. Every call of a subscription to this plan returns 403.")}
        </p>
      )}
      <ul className="fam">
        {shown.map((row) => (
          <ApiRow key={row.id} row={row} contents={contents} />
        ))}
      </ul>
      <p className="actions note">
        {shown.length < rows.length && (
          <Button onPress={() => setWhole(true)}>{t("Show all {all} APIs", { all: rows.length })}</Button>
        )}
        {included.size < apis.length && <Button onPress={() => include(known)}>{t("Select all")}</Button>}
        {included.size > 0 && <Button onPress={() => include(new Set())}>{t("Select none")}</Button>}
      </p>
    </>
  );
}

function ApiRow({ row: { id, name, isUnknown }, contents }: { row: Row; contents: Contents }) {
  const { included, include, policy, setPolicy } = contents;
  const typed = policy.costPerApi[id] ?? "";
  const fault = wholeFault(typed);
  const toggle = () => {
    const next = new Set(included);
    if (!next.delete(id)) next.add(id);
    include(next);
  };
  return (
    <li>
      {isUnknown ? (
        <span>
          <code>{name}</code> <span className="sub">{t("No such API. Clear its price to remove it.")}</span>
        </span>
      ) : (
        <label className="check">
          <input type="checkbox" checked={included.has(id)} onChange={toggle} />
          <bdi>{name}</bdi>
        </label>
      )}
      <input
        className="in"
        id={`credits-${id}`}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t("Credits per call of {name}", { name })}
        aria-invalid={fault ? true : undefined}
        value={shownWhole(typed)}
        placeholder={shownWhole(policy.cost) || "1"}
        onChange={({ target }) =>
          setPolicy({ ...policy, costPerApi: { ...policy.costPerApi, [id]: target.value } })
        }
      />
      {fault && <em className="fault">{fault}</em>}
    </li>
  );
}
