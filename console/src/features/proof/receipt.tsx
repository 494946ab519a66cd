import { useQuery } from "@tanstack/react-query";
import type { RequestRecord } from "../../api/client.ts";
import { saveBlob } from "../../api/download.ts";
import { counted, day } from "../../base/format.ts";
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
      <h3 className="pan-s">Receipt</h3>
      <Loaded query={query} what="Could not load the receipt">
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
          <Mark outcome="ok">Signed, part of the day {day(signedDay)}</Mark>
        ) : (
          <Mark outcome="other">Not signed yet</Mark>
        )}
      </p>
      <Facts
        facts={[
          ["Call", <code key="c">{call}</code>],
          ["Price returned", counted(credits, "credit")],
          [
            "Leaf",
            <span key="l" className="hash">
              {leaf}
            </span>,
          ],
          ["Day", signedDay ? `${day(signedDay)}, signed` : `${day(at)}, open`],
        ]}
      />
      <p className="actions note">
        <Button onPress={() => copyText(`${call};${at};${credits};${leaf}`, "Receipt copied")}>
          Copy receipt
        </Button>
        <Button
          unavailable={!proof && "The proof exists after midnight UTC, when the day is signed."}
          onPress={() => proof && saveProof(call, proof)}
        >
          Download proof
        </Button>
      </p>
    </>
  );
}

const saveProof = (call: string, proof: string) =>
  saveBlob(`${call.replace("/", "-")}.tlog-proof`, new Blob([proof], { type: "text/plain" }));
