import type { Break, Service } from '../../faults/kit/fault.ts';
import { everyOperation, type OperationId, operationOf } from '../../faults/kit/routes.ts';
import type { Shapes } from '../../service/choices.ts';

/** A conforming service by another reasonable team: one freedom of the interface, used differently. */
export interface Variant {
  /** Words that name the freedom and how it is used: `errors.which-format!problem-everywhere`. */
  readonly id: string;
  /** The gaps (spec/gaps.yaml) that it fills in another way than the reference does. */
  readonly fills: readonly string[];
  /** What the other team chose, in one sentence. */
  readonly story: string;
  /** Choices of the reference service made differently. */
  readonly shapes: Partial<Shapes>;
  /** Actions for the profile's overlay, after those of the reference, where the choice shows in a shape. */
  readonly overlay: readonly OverlayAction[];
  /** Targets of the reference's own overlay that the profile of this service leaves out. */
  readonly omits: readonly string[];
  /** What the profile says of it, by gap id. */
  readonly readings: Readonly<Record<string, unknown>>;
  readonly wrap: (service: Service) => Service;
  /** A gateway does it, in front of everything that the service does by itself. */
  readonly isInFront: boolean;
}

/** One action of an OpenAPI Overlay. */
export interface OverlayAction {
  readonly target: string;
  readonly update?: unknown;
  readonly remove?: true;
}

/** Makes a variant; without `on`, its wrapper sees the requests of every operation. */
export function variant(
  id: string,
  draft: {
    fills: readonly string[];
    story: string;
    shapes?: Partial<Shapes>;
    overlay?: readonly OverlayAction[];
    omits?: readonly string[];
    readings?: Readonly<Record<string, unknown>>;
    on?: readonly OperationId[];
    with?: Break;
    inFront?: true;
  },
): Variant {
  const { fills, story, shapes = {}, overlay = [], omits = [], readings = {}, on = everyOperation } = draft;
  const change = draft.with;
  const wrap =
    change === undefined
      ? (service: Service) => service
      : (service: Service) => (request: Request) => {
          const op = operationOf(request);
          return op && on.includes(op) ? change(request, service) : service(request);
        };
  return { id, fills, story, shapes, overlay, omits, readings, wrap, isInFront: draft.inFront ?? false };
}
