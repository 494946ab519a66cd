import { May } from "../../parts/may.tsx";
import { RemainingNotice } from "../account/remaining-notice.tsx";
import { Checklist } from "./checklist.tsx";
import { Inbox } from "./inbox.tsx";
import { RecentCalls } from "./recent-calls.tsx";

/** An operator's first page: what needs a person, the steps until the first sale, and the calls of the last days. */
export function InboxPage() {
  return (
    <>
      <RemainingNotice />
      <Inbox />
      <May permission="service.view">
        <Checklist />
      </May>
      <May permission="calls.view">
        <RecentCalls />
      </May>
    </>
  );
}
