import { useQuery } from "@tanstack/react-query";
import type { RequestRecord } from "../../api/client.ts";
import { saveBlob } from "../../api/download.ts";
import { day } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { copyText } from "../../base/toast.ts";
import { Button } from "../../parts/button.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/outcome.tsx";
import { Loaded } from "../../parts/states.tsx";
import { type Receipt, receiptOf } from "./statement-queries.ts";

/** The receipt of a call, in the call's details. */
export function ReceiptPart({ record }: { record: RequestRecord }) {
  const query = useQuery(receiptOf(record.call));
  return (
    <>
      <h3 className="pan-s">{t("Receipt")}</h3>
      <Loaded query={query} what={t("Could not load the receipt")}>
        {(receipt) => <Shown receipt={receipt} />}
      </Loaded>
    </>
  );
}

function Shown({ receipt }: { receipt: Receipt }) {
  const { call, at, credits, leaf, day: signedDay, proof } = receipt;
  return (
    <>
      <p className="sm">
        {signedDay ? (
          <Mark outcome="ok">{t("Signed, part of the day {day}", { day: day(signedDay) })}</Mark>
        ) : (
          <Mark outcome="other">{t("Not signed yet")}</Mark>
        )}
      </p>
      <Facts
        facts={[
          [t("Call"), <code key="c">{call}</code>],
          [t("Price returned"), t("{credits, plural, one {# credit} other {# credits}}", { credits })],
          [
            t("Leaf"),
            <span key="l" className="hash">
              {leaf}
            </span>,
          ],
          [
            t("Day"),
            signedDay ? t("{day}, signed", { day: day(signedDay) }) : t("{day}, open", { day: day(at) }),
          ],
        ]}
      />
      <p className="actions note">
        <Button onPress={() => copyText(`${call};${at};${credits};${leaf}`, t("Receipt copied"))}>
          {t("Copy receipt")}
        </Button>
        <Button
          unavailable={!proof && t("The proof exists after midnight UTC, when the day is signed.")}
          onPress={() => proof && saveProof(call, proof)}
        >
          {t("Download proof")}
        </Button>
      </p>
    </>
  );
}

const saveProof = (call: string, proof: string) =>
  saveBlob(`${call.replace("/", "-")}.tlog-proof`, new Blob([proof], { type: "text/plain" }));
