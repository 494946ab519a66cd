import { useMay } from "../../api/account.ts";
import { RemainingNotice } from "../account/remaining-notice.tsx";
import { Inbox } from "./inbox.tsx";
import { useSetup } from "./setup.tsx";
import { Today } from "./today.tsx";

/** An operator's first page: what needs a person, the steps until the first sale, and today. */
export function InboxPage() {
  const may = useMay();
  const setup = useSetup(may("service.view") && may("papers.view"));
  return (
    <>
      <RemainingNotice />
      <Inbox setup={setup}>
        <Today />
      </Inbox>
    </>
  );
}
