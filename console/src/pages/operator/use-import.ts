import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type DumpOptions,
  type Import,
  importsOf,
  sendDataset,
  type UploadOptions,
} from "../../api/datasets.ts";

const pollMs = 1000;

/** Sends a family's file and follows its import. */
export function useImport(family: string) {
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [sent, setSent] = useState<string>();
  const [done, setDone] = useState<Import>();
  const [over, setOver] = useState<readonly string[]>([]);
  // During the upload only the service has the import's ID; other imports can run too.
  const running = useQuery({
    ...importsOf({ family, state: "running" }),
    refetchInterval: sending ? pollMs : false,
  });
  // The list can still have an import whose end was reported.
  const found = running.data?.items.find(({ id }) => !over.includes(id))?.id;
  const watched = done ? undefined : (sent ?? found);
  const forget = () => {
    setDone(undefined);
    setSent(undefined);
    setProblem(undefined);
  };
  const send = async (file: File, options: UploadOptions | DumpOptions) => {
    setSending(true);
    forget();
    try {
      const started = await sendDataset(family, file, options);
      setSent(started.id);
    } catch (error) {
      setProblem(error);
    } finally {
      setSending(false);
    }
  };
  const ended = (one: Import) => {
    setDone(one);
    setOver((ids) => [...ids, one.id]);
    for (const key of ["datasets", "imports"]) void queries.invalidateQueries({ queryKey: [key] });
  };
  /** Whether the import that has ended is the one that was sent from here, and not from another page. */
  const isOwn = done !== undefined && done.id === sent;
  return {
    sending,
    problem,
    watched,
    done,
    isOwn,
    busy: sending || watched !== undefined,
    forget,
    send,
    ended,
  };
}
