/** Where single calls are kept in place of the database. It can be passed to threads and processes. */
export interface SinkPlace {
  /** The script that exports a `SinkModule`, by its path in the project. */
  readonly script: string;
  /** What the script needs to find its store: can be cloned. */
  readonly options: object;
  /** How many bytes of calls may wait in the journals. Calls above it are refused. */
  readonly waitMax: number;
}
