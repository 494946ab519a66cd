import { count, monthName } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { servicePath } from "../../base/service-path.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/section.tsx";
import { type BlockProps, isDay, type StatementEpoch, sumOf } from "./statement.ts";
import { daysIn, provedDays } from "./statement-words.ts";

/** The signed days of a subscription, and what signs them. */
export function MonthProof({ statement, subscription }: BlockProps) {
  const { month, key } = statement;
  const { days, checkpoint, closing, unproved, earlier, epoch } = subscription;
  const [all, proved] = [daysIn(month), provedDays(statement)];
  const calls = sumOf(days.filter(isDay)).calls;
  const withCalls = new Set(days.flatMap((leaf) => (isDay(leaf) ? Number(leaf.day.slice(8)) : [])));
  const epochs = days.filter((leaf): leaf is StatementEpoch => !isDay(leaf));
  const [keyName = "", keyId = ""] = key.split("+");
  return (
    <Section title={t("Proof: {proved} of {all} days", { proved, all })}>
      <div className="cols">
        <div className="c6">
          <p className="sumup">
            <T
              text="Each day is a signed sum of its calls. <b>{calls, plural, one {# call} other {# calls}} proved.</b>"
              calls={calls}
            />
            {unproved.calls > 0 && " "}
            {unproved.calls > 0 &&
              t(
                "{calls, plural, one {# call} other {# calls}} with {credits, plural, one {# credit} other {# credits}} {calls, plural, one {follows} other {follow}} after midnight UTC.",
                { calls: unproved.calls, credits: unproved.credits },
              )}
          </p>
          <div
            className="days"
            role="img"
            aria-label={t("{proved} of {all} days of {monthName} proved, {size} with calls or changes", {
              proved,
              all,
              monthName: monthName(month),
              size: count(withCalls.size),
            })}
          >
            {Array.from({ length: all }, (_, index) => (
              <span key={`${index + 1}`} className={index < proved ? undefined : "open"}>
                {index + 1}
              </span>
            ))}
          </div>
          {epochs.map((one) => (
            <p key={one.epoch} className="sm note">
              {t(
                "Epoch {epoch}: the database was restored to an earlier state (“{reason}”). The {size, plural, one {# line} other {# lines}} of the log before it are in the proof too.",
                { epoch: one.epoch, reason: one.reason, size: one.size },
              )}
            </p>
          ))}
          <p className="sm muted note">
            <T
              text="A key that was stolen is not found by this. <link>What is not proved</link>"
              link={(words) => <a href="#not-proved">{words}</a>}
            />
          </p>
        </div>
        <div className="c6">
          <Facts
            facts={[
              [
                t("Checkpoint"),
                checkpoint ? <Hash text={bodyOf(checkpoint)} /> : t("none yet: no day has calls"),
              ],
              [
                t("Key"),
                <span key="k">
                  <Hash text={`${keyName}+${keyId}`} />{" "}
                  <a href={`${servicePath}/.well-known/vingate-proof-key`}>{t("View public keys")}</a>
                </span>,
              ],
              [
                t("Ledger head"),
                <span key="h">
                  <T
                    text="{hash}, row {ledgerRows}"
                    hash={<Hash text={closing.ledger_head} />}
                    ledgerRows={count(closing.ledger_rows)}
                  />
                </span>,
              ],
              [t("Lines in the log"), count(earlier.size + days.length)],
              ...(epoch > 0 ? [[t("Epoch"), count(epoch)] as const] : []),
            ]}
          />
        </div>
      </div>
      {checkpoint && (
        <p className="actions note">
          <Button onPress={() => copyText(checkpoint, t("Checkpoint copied"))}>{t("Copy checkpoint")}</Button>
        </p>
      )}
    </Section>
  );
}

const Hash = ({ text }: { text: string }) => <span className="hash">{text}</span>;

/** The lines of a note before its signatures. */
const bodyOf = (note: string): string => note.split("\n\n")[0] ?? "";

/** What no statement can prove. */
export function NotProved() {
  return (
    <Section title={t("What is not proved")} id="not-proved">
      <ul className="words">
        <li>{t("That your key was not stolen. A call with a stolen key is a call.")}</li>
        <li>{t("That a refused call should have succeeded.")}</li>
        <li>{t("That a record was right. The proof counts calls, not facts about vehicles.")}</li>
        <li>{t("That no subscription of the account is missing.")}</li>
        <li>
          {t("That the key belongs to the seller. Compare it with the seller's site or an older statement.")}
        </li>
      </ul>
    </Section>
  );
}
