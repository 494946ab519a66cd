import { useQuery } from "@tanstack/react-query";
import { identity } from "../api/queries.ts";

const words = /\bask (the operator)\b/i;

/** A text whose words "ask the operator" show the operator's name and link to its help page or mailbox. */
export function AskOperator({ children }: { children: string }) {
  const found = words.exec(children);
  const { data } = useQuery({ ...identity, enabled: found !== null });
  if (!found || !data?.operator) return children;
  const { name, email, url } = data.operator;
  const end = found.index + found[0].length;
  const href = url ?? (email === null ? undefined : `mailto:${email}`);
  const shown = name ?? found[1];
  return (
    <>
      {children.slice(0, end - found[1]!.length)}
      {href === undefined ? (
        <bdi>{shown}</bdi>
      ) : (
        <a href={href}>
          <bdi>{shown}</bdi>
        </a>
      )}
      {email !== null && (
        <>
          {" ("}
          <a href={`mailto:${email}`}>{email}</a>)
        </>
      )}
      {children.slice(end)}
    </>
  );
}
