import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Acting, useAccount, useMay } from "../../api/account.ts";
import { t } from "../../base/language/language.ts";
import { T } from "../../base/language/rich-text.tsx";
import { OperatorAccess } from "../../pages/account/operator-access.tsx";
import { Remaining } from "../../pages/account/remaining.tsx";
import { Pages, usePaged } from "../../parts/list-page.tsx";
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
      <Head title={t("Members")}>{t("Your own account has no members but you.")}</Head>
      <div className="sec">
        <Empty title={t("No organization chosen")} action={<NewOrganization />}>
          {t("An organization is an account that several people share, each with an own sign-in and role.")}
        </Empty>
      </div>
    </>
  );
}

function OfOrganization({ account: { id, name } }: { account: NonNullable<Acting["account"]> }) {
  const may = useMay();
  const isOwner = may("members.change");
  const paged = usePaged();
  const members = useQuery({ ...membersOf(id, paged), placeholderData: keepPreviousData });
  const invitations = useQuery({ ...invitationsOf(id), enabled: isOwner });
  const total = members.data?.total;
  const invited = invitations.data?.length ?? 0;
  return (
    <>
      <Head
        title={
          total === undefined
            ? t("Members")
            : t(
                "{total, plural, one {# member} other {# members}}{invited, plural, =0 {} other {, # invited}}",
                { total, invited },
              )
        }
        actions={isOwner && <InviteMember organizationId={id} name={name} />}
      >
        <T text="Members act for {name} with their own sign-in." name={<bdi>{name}</bdi>} />
      </Head>
      <Section
        title={t("Members")}
        note={t(
          "A removed member loses access with the next click or call of a session. Keys stay: rotate those that the member knew.",
        )}
      >
        <Loaded query={members} what={t("Could not load the members")} rows={4}>
          {({ items, total: all }) => (
            <>
              <MemberTable organizationId={id} members={items} isAll={all === items.length} />
              {all > paged.page_size && <Pages total={all} paged />}
            </>
          )}
        </Loaded>
      </Section>
      {isOwner && <Remaining accountId={id} />}
      {isOwner && <Invitations organizationId={id} query={invitations} />}
      {may("account.change") && <OrganizationDetails organizationId={id} />}
      <div className="cols">
        <RolesOfMembers />
        <OperatorAccess accountId={id} className="c5" />
      </div>
    </>
  );
}
