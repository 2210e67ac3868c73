const intervalMs = 20;

/**
 * Watches the memory of buffers in this process. Calls `onExcess` once if it grows by more than `bytes`. Buffers that
 * await garbage collection count too, so the bound must leave room for them.
 *
 * @returns a function that ends the watch
 */
export function watchMemory(bytes: number, onExcess: () => void): () => void {
  const before = process.memoryUsage().arrayBuffers;
  const timer = setInterval(() => {
    if (process.memoryUsage().arrayBuffers - before <= bytes) return;
    clearInterval(timer);
    onExcess();
  }, intervalMs);
  return () => clearInterval(timer);
}
