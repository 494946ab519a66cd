import { count, counted } from "../../base/format.ts";
import { servicePath } from "../../base/service-path.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/section.tsx";
import { type BlockProps, isDay, type StatementEpoch, sumOf } from "./statement.ts";
import { daysIn, monthName, provedDays } from "./statement-words.ts";

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
    <Section title={`Proof: ${proved} of ${all} days`}>
      <div className="cols">
        <div className="c6">
          <p className="sumup">
            Each day is a signed sum of its calls. <b>{counted(calls, "call")} proved.</b>
            {unproved.calls > 0 &&
              ` ${counted(unproved.calls, "call")} with ${counted(unproved.credits, "credit")} ${unproved.calls === 1 ? "follows" : "follow"} after midnight UTC.`}
          </p>
          <div
            className="days"
            role="img"
            aria-label={`${proved} of ${all} days of ${monthName(month)} proved, ${count(withCalls.size)} with calls or changes`}
          >
            {Array.from({ length: all }, (_, index) => (
              <span key={`${index + 1}`} className={index < proved ? undefined : "open"}>
                {index + 1}
              </span>
            ))}
          </div>
          {epochs.map((one) => (
            <p key={one.epoch} className="sm note">
              {`Epoch ${one.epoch}: the database was restored to an earlier state (“${one.reason}”). The ${counted(one.size, "line")} of the log before it are in the proof too.`}
            </p>
          ))}
          <p className="sm muted note">
            A key that was stolen is not found by this. <a href="#not-proved">What is not proved</a>
          </p>
        </div>
        <div className="c6">
          <Facts
            facts={[
              ["Checkpoint", checkpoint ? <Hash text={bodyOf(checkpoint)} /> : "none yet: no day has calls"],
              [
                "Key",
                <span key="k">
                  <Hash text={`${keyName}+${keyId}`} />{" "}
                  <a href={`${servicePath}/.well-known/vingate-proof-key`}>View public keys</a>
                </span>,
              ],
              [
                "Ledger head",
                <span key="h">
                  <Hash text={closing.ledger_head} />, row {count(closing.ledger_rows)}
                </span>,
              ],
              ["Lines in the log", count(earlier.size + days.length)],
              ...(epoch > 0 ? [["Epoch", count(epoch)] as const] : []),
            ]}
          />
        </div>
      </div>
      {checkpoint && (
        <p className="actions note">
          <Button onPress={() => copyText(checkpoint, "Checkpoint copied")}>Copy checkpoint</Button>
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
    <Section title="What is not proved" id="not-proved">
      <ul className="words">
        <li>That your key was not stolen. A call with a stolen key is a call.</li>
        <li>That a refused call should have succeeded.</li>
        <li>That a record was right. The proof counts calls, not facts about vehicles.</li>
        <li>That no subscription of the account is missing.</li>
        <li>That the key belongs to the seller. Compare it with the seller's site or an older statement.</li>
      </ul>
    </Section>
  );
}
