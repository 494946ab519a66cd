import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../../api/client.ts";

import type { Statement } from "./statement.ts";

export type ListedStatement = Schemas["ListedStatement"];
export type Receipt = Schemas["Receipt"];

export interface LoadedStatement {
  /** The file as it is signed. */
  readonly text: string;
  readonly statement: Statement;
}

export const statementOf = (userId: string, month: string) =>
  queryOptions({
    queryKey: ["statements", userId, month],
    queryFn: async (): Promise<LoadedStatement> => {
      const params = { path: { id: userId, month } };
      const text = await dataOf<string>(
        api.GET("/users/{id}/statements/{month}", { params, parseAs: "text" }),
      );
      return { text, statement: JSON.parse(text) as Statement };
    },
  });

/** The receipt of a call by its ID, `JOURNAL/SEQ`. */
export const receiptOf = (call: string) =>
  queryOptions({
    queryKey: ["receipt", call],
    queryFn: () => {
      const [journal = "", seq] = call.split("/");
      return dataOf(
        api.GET("/receipts/{journal}/{seq}", { params: { path: { journal, seq: Number(seq) } } }),
      );
    },
  });
