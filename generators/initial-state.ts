import fc from 'fast-check';

/** Always this value; where it fails, it is shrunk as one of the arbitrary that could have made it. */
export function startingFrom<T>(value: T, among: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return new InitialState(value, among);
}

class InitialState<T> extends fc.Arbitrary<T> {
  readonly #value: T;
  readonly #among: fc.Arbitrary<T>;

  constructor(value: T, among: fc.Arbitrary<T>) {
    super();
    this.#value = value;
    this.#among = among;
  }

  override generate(): fc.Value<T> {
    return new fc.Value(this.#value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#among.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#among.shrink(value, context);
  }
}
