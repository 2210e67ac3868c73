/** The ways besides Ctrl-C in which a process is asked to end: by a service manager, by a terminal that is closed. */
const endings = ['SIGTERM', 'SIGHUP'] as const;

/** Lets this process end on each of them as it does on Ctrl-C: the runner ends in good order on that alone. */
export function endAsOnCtrlC(): void {
  for (const signal of endings) process.on(signal, stopRun);
}

/** Lets this process end as on Ctrl-C when the one that started it is gone, which may not have had time to say so. */
export function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', stopRun);
  // A listener alone would keep this process from ending on its own.
  process.channel.unref();
}

/** Ends the run of this process in good order, as Ctrl-C does. */
export function stopRun(): void {
  process.kill(process.pid, 'SIGINT');
}

/** Hands every request to end on to a child. The runner takes those that come within a second for one. */
export function handOn(child: { kill(signal: 'SIGINT'): boolean }): void {
  for (const signal of ['SIGINT', ...endings] as const) process.on(signal, () => child.kill('SIGINT'));
}
