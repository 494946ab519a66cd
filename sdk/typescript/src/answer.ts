/** What the headers of an answer report. */
export interface AnswerInfo {
  readonly status: number;
  /** The request ID of the call in the request log. */
  readonly requestId: string | undefined;
  /** The credits that this answer cost; 0 if it was free, as the repetition of a charged call is. */
  readonly creditsCharged: number | undefined;
  /** The credits that the subscription has left; `Infinity` if they are unlimited. */
  readonly creditsRemaining: number | undefined;
  /** The dataset of the answer; `demo` is synthetic. */
  readonly dataSource: string | undefined;
  /** How well the record matches the vehicle. */
  readonly match: string | undefined;
  readonly headers: Headers;
}

export interface Answered<T> {
  readonly body: T;
  readonly info: AnswerInfo;
}

/** Resolves to the body of an answer; `withInfo` resolves to body and headers. */
export class Answer<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #answered: Promise<Answered<T>>;

  constructor(answered: Promise<Answered<T>>) {
    super((resolve, reject) => void answered.then(({ body }) => resolve(body), reject));
    this.#answered = answered;
  }

  withInfo(): Promise<Answered<T>> {
    // The caller of this promise receives the error from it, so the rejection here is ignored.
    this.catch(() => undefined);
    return this.#answered;
  }
}

export function infoOf({ status, headers }: Response): AnswerInfo {
  const text = (name: string) => headers.get(name) ?? undefined;
  const charged = text("x-credits-charged");
  const credits = text("x-credits-remaining");
  return {
    status,
    requestId: text("x-request-id"),
    creditsCharged: charged && Number(charged),
    creditsRemaining: credits === "unlimited" ? Number.POSITIVE_INFINITY : credits && Number(credits),
    dataSource: text("x-data-source"),
    match: text("x-match"),
    headers,
  } as AnswerInfo;
}
