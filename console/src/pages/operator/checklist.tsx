import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { datasets } from "../../api/datasets.ts";
import { products } from "../../api/queries.ts";
import { useUser } from "../../api/session.ts";
import { system } from "../../api/system.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { Button } from "../../parts/button.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Link } from "../../parts/router.tsx";
import { Section } from "../../parts/section.tsx";
import { Skeleton } from "../../parts/states.tsx";

const hiddenKey = "vingate.checklist";

interface Step {
  readonly name: string;
  readonly text: ReactNode;
  /** Undefined if the service cannot determine it. */
  readonly done: boolean | undefined;
  /** The page of the step, with the label of its link. */
  readonly link?: readonly [to: string, label: string];
}

/** The steps; undefined while their data loads, none if it could not be loaded. */
function useSteps(): readonly Step[] | undefined {
  const user = useUser();
  const queries = [useQuery(system), useQuery(datasets), useQuery(products)] as const;
  const [{ data: state }, { data: records }, { data: listed }] = queries;
  const plans = listed?.items;
  if (!state || !records || !plans) return queries.some(({ isError }) => isError) ? [] : undefined;
  const isSet = (name: string) => state.settings.some((one) => one.name === name && one.source !== "default");
  const first = plans.at(-1)?.created_at;
  return [
    {
      name: "account",
      text: t("Set your password"),
      done: user.updated_at !== user.registered_at,
      link: ["/me?tab=security", t("Open security")],
    },
    {
      name: "records",
      text: t("Import your own data"),
      done: records.some(({ name, state: is }) => is === "current" && name !== "demo"),
      link: ["/data", t("Open datasets")],
    },
    {
      name: "plan",
      text: t("Create a plan, or edit the details and policy of an existing one"),
      // A new installation creates its plans in the same moment.
      done: plans.some((one) => one.updated_at !== one.created_at || one.created_at !== first),
      link: ["/plans", t("Open plans")],
    },
    {
      name: "address",
      text: (
        <>
          <T text="Set the public URL: <code>VINGATE_PUBLIC_URL</code>" />
        </>
      ),
      done: isSet("VINGATE_PUBLIC_URL"),
      link: ["/settings", t("Open settings")],
    },
    {
      name: "consistency",
      text: t("Run a consistency check"),
      done: state.ledger_check?.state === "agree",
      link: ["/settings/system", t("Open system")],
    },
    {
      name: "backup",
      text: (
        <>
          <T
            text="Back up {isSet, select, yes {the database and} other {the folder}} {folder}, which contains the master key"
            isSet={isSet("VINGATE_DATABASE_URL") ? "yes" : "no"}
            folder={<code>{state.disk.folder}</code>}
          />
        </>
      ),
      done: undefined,
    },
  ];
}

/** The setup steps of a new installation, until they are done or dismissed. */
export function Checklist() {
  const steps = useSteps();
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey) === "hidden");
  const left = steps?.filter(({ done }) => done === false).length ?? 0;
  if (!hidden && !steps) return <Skeleton rows={0} />;
  if (hidden || !steps || left === 0) return null;
  const hide = () => {
    localStorage.setItem(hiddenKey, "hidden");
    setHidden(true);
  };
  return (
    <Section
      title={t("{left, plural, one {# setup step} other {# setup steps}} left", { left })}
      aside={
        <Button look="text" onPress={hide}>
          {t("Dismiss")}
        </Button>
      }
    >
      <ul className="todo">
        {steps.map(({ name, text, done, link }) => (
          <li key={name}>
            <span>
              <Mark outcome={done ? "ok" : "other"}>
                {done ? t("Done") : done === undefined ? t("Check yourself") : t("To do")}
              </Mark>{" "}
              {text}
            </span>
            {link && !done && (
              <Link className="btn" to={link[0]}>
                {link[1]}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
