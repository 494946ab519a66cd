/** A single call, wherever the service keeps it. */
export interface LogRow {
  readonly request_id: string;
  readonly subscription_id: string;
  readonly status: number;
  readonly credits: number;
}
