import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Acting, useAccount, useMay } from "../../api/account.ts";
import { counted } from "../../base/format.ts";
import { OperatorAccess } from "../../pages/account/operator-access.tsx";
import { usePaged } from "../../parts/list-page.tsx";
import { Pager } from "../../parts/pager.tsx";
import { useSearchState } from "../../parts/router.tsx";
import { Head, Section } from "../../parts/section.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Invitations } from "./invitations.tsx";
import { InviteMember } from "./invite-member.tsx";
import { MemberTable } from "./member-table.tsx";
import { NewOrganization } from "./new-organization.tsx";
import { OrganizationDetails } from "./organization-details.tsx";
import { invitationsOf, membersOf } from "./organization-queries.ts";
import { RolesOfMembers } from "./roles-of-members.tsx";

/** The members of the organization that the user acts for. */
export function Members() {
  const { id, account } = useAccount();
  if (account?.kind === "organization") return <OfOrganization key={id} account={account} />;
  return (
    <>
      <Head title="Members">Your own account has no members but you.</Head>
      <div className="sec">
        <Empty title="No organization chosen" action={<NewOrganization />}>
          An organization is an account that several people share, each with an own sign-in and role.
        </Empty>
      </div>
    </>
  );
}

function OfOrganization({ account: { id, name } }: { account: NonNullable<Acting["account"]> }) {
  const may = useMay();
  const isOwner = may("members.change");
  const paged = usePaged();
  const { change } = useSearchState();
  const members = useQuery({ ...membersOf(id, paged), placeholderData: keepPreviousData });
  const invitations = useQuery({ ...invitationsOf(id), enabled: isOwner });
  const total = members.data?.total;
  const invited = invitations.data?.length ?? 0;
  return (
    <>
      <Head
        title={
          total === undefined
            ? "Members"
            : counted(total, "member") + (invited > 0 ? `, ${invited} invited` : "")
        }
        actions={isOwner && <InviteMember organizationId={id} name={name} />}
      >
        Members act for <bdi>{name}</bdi> with their own sign-in.
      </Head>
      <Section
        title="Members"
        note="A removed member loses access with the next click or call of a session. Keys stay: rotate those that the member knew."
      >
        <Loaded query={members} what="Could not load the members" rows={4}>
          {({ items, total: all }) => (
            <>
              <MemberTable organizationId={id} members={items} isAll={all === items.length} />
              {all > paged.page_size && (
                <Pager
                  page={paged.page}
                  pageSize={paged.page_size}
                  total={all}
                  go={(page) => change({ page: String(page) })}
                />
              )}
            </>
          )}
        </Loaded>
      </Section>
      {isOwner && <Invitations organizationId={id} query={invitations} />}
      {may("account.change") && <OrganizationDetails organizationId={id} />}
      <div className="cols">
        <RolesOfMembers />
        <OperatorAccess accountId={id} className="c5" />
      </div>
    </>
  );
}
