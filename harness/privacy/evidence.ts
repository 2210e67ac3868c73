/** One exchange as a report may show it: redacted, with the curl command that repeats it. */
export interface Evidence {
  readonly operation: string;
  /** Method and path. */
  readonly request: string;
  readonly requestBody?: unknown;
  /** 0 where no whole answer came. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly ms: number;
  readonly curl: string;
  /** What the exchange is for, where it is not itself accused: it made what is named, or came on the way. */
  readonly part?: 'set-up' | 'before';
}
