/** The program that opens a file in the browser of a desktop. */
export interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

/** The opener of this machine; `undefined` where there is no desktop, such as in CI or over SSH. */
export function desktopOpener(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): Opener | undefined {
  if (env['CI'] || env['SSH_CONNECTION']) return undefined;
  if (platform === 'darwin') return { command: 'open', args: [] };
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'start', ''] };
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { command: 'xdg-open', args: [] } : undefined;
}
