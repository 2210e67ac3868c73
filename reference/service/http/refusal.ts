/** The statuses with which the service itself refuses a request (Errors, and what HTTP provides). */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 414 | 415 | 429 | 500 | 504;

/** A request that the service refuses. `message` is told to the client and repeats nothing that it sent. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** An invalid request (400). */
export function invalid(message: string): Refusal {
  return new Refusal(400, message);
}

/** Something that does not exist (404). */
export function notFound(what: string): Refusal {
  return new Refusal(404, `There is no such ${what}.`);
}
