export type { Answer, Answered, AnswerInfo } from "./answer.ts";
export type { BatchOptions, BatchResult, VinFault, VinInput, Vins } from "./batch.ts";
export type { CallOptions, ClientOptions } from "./call.ts";
export { type OperationName, type RequestOptions, Vingate } from "./client.ts";
export {
  ApiError,
  AuthenticationError,
  Conflict,
  ConnectionError,
  CreditsExhausted,
  Forbidden,
  InsufficientScope,
  InvalidRequest,
  type Issue,
  NotFound,
  PreconditionFailed,
  RateLimited,
  ServiceError,
  type StepUpMethod,
  StepUpRequired,
  TimeoutError,
  VingateError,
} from "./errors.ts";
export { jsonLines, toStream } from "./lines.ts";
export { receiptFile } from "./receipt-file.ts";
export { type OnReceipt, type Receipt, ReceiptError } from "./receipts.ts";
export type { ReportFault, ReportInput, ReportOptions, ReportResult, ReportVins } from "./reports.ts";
export type * from "./types.gen.ts";
export type { Upload } from "./upload.ts";
export { SignatureError, type WebhookEvent, type WebhookEvents, webhooks } from "./webhooks.ts";
