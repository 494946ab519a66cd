import { type ReactNode, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import type { SystemState } from "../../api/system.ts";
import { count, recently } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Select } from "../../parts/field.tsx";
import { pageParts } from "../../parts/page-parts.ts";
import { Section } from "../../parts/section.tsx";
import { useChange } from "../../parts/use-change.ts";

type HeldState = NonNullable<SystemState["held"]>;

/** What was found when the database went back, and what lets the service continue. */
export function Held({ held }: { held: HeldState }) {
  const change = useChange(["system"]);
  const [messages, setMessages] = useState("drop");
  const resume = () =>
    change(
      dataOf(api.POST("/system/resume", { body: { messages: messages === "send" ? "send" : "drop" } })),
      t("Service resumed. Every node charges and sends again within seconds."),
    );
  const decided = pageParts().flatMap(({ held: Part }, index) =>
    Part ? [<Part key={String(index)} />] : [],
  );
  const isDecided = Object.keys(held.undecided).length === 0;
  return (
    <>
      <HeldFacts held={held}>
        <div className="form">
          <Select
            label={t("Waiting messages")}
            hint={t("Some of them may have been sent before the restore.")}
            value={messages}
            change={setMessages}
            options={[
              ["drop", t("Drop them")],
              ["send", t("Send them")],
            ]}
          />
          {!isDecided && <p className="muted">{t("The service can resume once nothing is undecided.")}</p>}
          <Button
            look="primary"
            permission="service.change"
            onPress={resume}
            busy={t("Resuming")}
            disabled={!isDecided}
          >
            {t("Resume the service")}
          </Button>
        </div>
      </HeldFacts>
      {decided}
    </>
  );
}

function HeldFacts({ held, children }: { held: HeldState; children: ReactNode }) {
  return (
    <Section
      title={t("Held after a restore")}
      note={t("Lookups and reads are answered. What charges, sends or gives credits waits until you resume.")}
    >
      <ul className="words">
        {[...held.causes, ...held.notes].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Facts
        facts={[
          [t("Since"), recently(held.since)],
          [
            t("Missing"),
            held.gap_from === null || held.gap_to === null
              ? t("unknown")
              : t("{from} to {to}", { from: recently(held.gap_from), to: recently(held.gap_to) }),
          ],
          [t("Decisions made again"), listOf(held.replayed)],
          [t("Decisions of an unknown kind"), listOf(held.unknown)],
          [t("Lost calls"), count(held.calls_lost)],
          [t("Unread decision logs"), held.logs_unread.join(", ") || t("none")],
          [t("Waiting messages"), listOf(held.waiting)],
          [t("Undecided"), listOf(held.undecided)],
        ]}
      />
      <p className="muted">{t("Sign-ups, grants and settings of the missing time are lost.")}</p>
      {children}
    </Section>
  );
}

/** The names and counts that are not 0. */
const listOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .flatMap(([name, number]) => (number > 0 ? [`${name}: ${count(number)}`] : []))
    .join(", ") || t("none");
