/** The part that is used of an answer whose body is on its way. */
export interface Arriving {
  push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean;
  destroy(): unknown;
}

/**
 * Ends an answer and its connection as soon as more than `most` bytes of its body have arrived. The client
 * would keep all of them. Nothing is asked of the process and nothing waits for a timer, so it costs a sum per piece.
 *
 * @param onExcess called before the answer is ended
 */
export function boundBody(answer: Arriving, most: number, onExcess: () => void): void {
  const push = answer.push.bind(answer);
  let bytes = 0;
  answer.push = (chunk, encoding) => {
    bytes += chunk?.length ?? 0;
    if (bytes <= most) return push(chunk, encoding);
    onExcess();
    answer.destroy();
    return false;
  };
}
