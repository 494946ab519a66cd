import { useQuery } from "@tanstack/react-query";
import { type May, useAccount, useMay } from "../api/account.ts";
import { asProblem } from "../api/problem.ts";
import { allOperators } from "../api/roles.ts";
import { useUser } from "../api/session.ts";
import { withinSentence } from "../base/format.ts";
import { t } from "../base/language/language.ts";
import { addressOfPage, type Page, permissionOf } from "../parts/page.ts";
import { ProblemPage } from "../parts/problem-page.tsx";
import { roleNames } from "../parts/role-words.ts";
import { addressStore, Link } from "../parts/router.tsx";
import { homePath } from "../parts/side-paths.ts";
import { nearest } from "./edit-distance.ts";
import { decoded } from "./find-page.ts";
import { useFound } from "./found.ts";
import { pages } from "./pages.ts";

type Side = "operator" | "customer";

const titleOf = (page: Page, side: Side): string => (side === "operator" && page.operatorTitle) || page.title;

/** The pages that a side bar lists, and that a role may open. */
const openTo = (side: Side, may: May): readonly Page[] =>
  pages.filter((page) => page[side] !== undefined && may(permissionOf(page, side === "operator")));

/** In place of a page that does not exist, or is not for the reader's side. */
export function UnknownAddress() {
  const { role } = useAccount();
  const { pathname } = addressStore.use();
  const near = nearest(pathname, openTo(role, useMay()), ({ path }) => path);
  return (
    <ProblemPage title={t("Page not found")} ways={<Ways near={near} side={role} />}>
      {near && t("You may mean {title}.", { title: titleOf(near, role) })}
    </ProblemPage>
  );
}

/** The same for a visitor. */
export function UnknownToVisitor() {
  const { pathname } = addressStore.use();
  const open = pages.filter(
    ({ access, path }) => access !== "user" && access !== "operator" && !path.includes("$"),
  );
  const near = nearest(pathname, open, ({ path }) => path);
  return (
    <ProblemPage title={t("Page not found")} ways={<Ways near={near} side="customer" home="/" />}>
      {near && t("You may mean {title}.", { title: near.title })}
    </ProblemPage>
  );
}

interface WaysProps {
  readonly near: Page | undefined;
  readonly side: Side;
  readonly home?: string;
}

function Ways({ near, side, home = homePath() }: WaysProps) {
  return (
    <>
      {near && (
        <Link className="btn btn-primary" to={addressOfPage(near)}>
          {t("Open {title}", { title: titleOf(near, side) })}
        </Link>
      )}
      <Link className={near ? "btn" : "btn btn-primary"} to={home}>
        {t("Go to the first page")}
      </Link>
    </>
  );
}

const nameLength = 4;

/** In place of a page whose object does not exist: what is missing, and the nearest that exists. */
export function MissingObject({ error }: { error: unknown }) {
  const { role } = useAccount();
  const { pathname } = addressStore.use();
  const may = useMay();
  const { status, message, requestId } = asProblem(error);
  const segments = pathname.split("/");
  const name = decoded(segments.at(-1) ?? "") ?? "";
  const found = [useFound(name), useFound(name.slice(0, nameLength))].flatMap(({ groups }) =>
    groups.flatMap(({ all }) => all),
  );
  const alike = found.filter(({ to }) => to !== pathname && to.split("/").length === segments.length);
  const near = nearest(name, alike, ({ to }) => to.split("/").at(-1) ?? "");
  const list = openTo(role, may).find(({ path, when }) => !when && path === segments.slice(0, -1).join("/"));
  return (
    <ProblemPage
      title={status === 404 ? message.replace(/\.$/, "") : t("Nothing here has the name {name}", { name })}
      requestId={requestId}
      ways={
        <>
          {near && (
            <Link className="btn btn-primary" to={near.to} dir="auto">
              {t("Open {title}", { title: near.label })}
            </Link>
          )}
          <Link className={near ? "btn" : "btn btn-primary"} to={list ? addressOfPage(list) : homePath()}>
            {list ? t("Open {title}", { title: titleOf(list, role) }) : t("Go to the first page")}
          </Link>
        </>
      }
    >
      {near
        ? t("You may mean {title}.", { title: near.label })
        : t("It was deleted, or the address is wrong.")}
    </ProblemPage>
  );
}

/** In place of a page that the role, or a view of a customer's account, does not include. */
export function NotPermitted({ page }: { page: Page }) {
  const { role, account } = useAccount();
  const user = useUser();
  const may = useMay();
  const operators = useQuery({ ...allOperators, enabled: role === "operator" && may("customers.view") });
  const owner = operators.data?.items.find(
    (one) => one.operator_role === "owner" && one.state === "active" && one.id !== user.id,
  );
  const own = role === "operator" ? user.operator_role : account?.member_role;
  const name = withinSentence(titleOf(page, role));
  return (
    <ProblemPage
      title={
        own
          ? t("Your role ({role}) cannot see this: {name}", { role: roleNames[own], name })
          : t("You cannot see this: {name}", { name })
      }
      ways={
        <Link className="btn btn-primary" to={homePath()}>
          {t("Go to the first page")}
        </Link>
      }
    >
      {account?.is_visit
        ? t("A view of a customer's account does not include it.")
        : owner
          ? t("Ask {name} ({role}).", { name: owner.name, role: roleNames.owner })
          : t("An owner of the account can give you another role.")}
    </ProblemPage>
  );
}
