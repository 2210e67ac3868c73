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
}
