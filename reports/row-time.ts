/** When a row began to be judged, and how long that took, in milliseconds. */
export interface RowTime {
  readonly start: number;
  readonly ms: number;
}

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

const type = 'judged';

/** The annotation by which a test tells the reporter of its row's time: the test itself may only have waited for it. */
export function annotationOf({ start, ms }: RowTime): { type: string; description: string } {
  return { type, description: `${start} ${ms}` };
}

/** The time that the annotations of a test tell; `undefined` where they tell none. */
export function timeIn(annotations: readonly Annotation[] = []): RowTime | undefined {
  const noted = annotations
    .find((one) => one.type === type)
    ?.description?.split(' ')
    .map(Number);
  const [start, ms] = noted ?? [];
  return start === undefined || ms === undefined ? undefined : { start, ms };
}
