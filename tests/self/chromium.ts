import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium stands on this machine, if one does; `ROLLCALL_CHROMIUM` names another. */
export function chromiumPath(): string | undefined {
  return [process.env['ROLLCALL_CHROMIUM'] ?? '', ...places].find(
    (place) => place !== '' && existsSync(place),
  );
}
