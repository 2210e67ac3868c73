/** A request that is refused, on its way to becoming an answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly title: string;
  readonly allow?: string | undefined;

  constructor(status: number, title: string, detail: string, allow?: string) {
    super(detail);
    this.status = status;
    this.title = title;
    this.allow = allow;
  }
}

export const bad = (detail: string): Refusal => new Refusal(400, 'Invalid request', detail);
export const missing = (what: string): Refusal => new Refusal(404, 'Not found', `There is no such ${what}.`);
export const clash = (what: string): Refusal =>
  new Refusal(409, 'Already exists', `The ${what} already exists.`);
