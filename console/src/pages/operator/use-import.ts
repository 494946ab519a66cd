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
  // During the upload only the service knows the import's ID; other imports can run too.
  const running = useQuery({
    ...importsOf({ family, state: "running" }),
    refetchInterval: sending ? pollMs : false,
  });
  const watched = done ? undefined : (sent ?? running.data?.items[0]?.id);
  const forget = () => {
    setDone(undefined);
    setProblem(undefined);
  };
  const send = async (file: File, options: UploadOptions | DumpOptions) => {
    setSending(true);
    forget();
    setSent(undefined);
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
    setSent(undefined);
    for (const key of ["datasets", "imports"]) void queries.invalidateQueries({ queryKey: [key] });
  };
  return { sending, problem, watched, done, busy: sending || watched !== undefined, forget, send, ended };
}
