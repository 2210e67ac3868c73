/** The names of the files of a certificate. */
export const names = {
  page: 'certificate.html',
  json: 'certificate.json',
  bundle: 'certificate.bundle.zip',
  statement: 'certificate.intoto.json',
  badge: 'badge.svg',
  badgeJson: 'badge.json',
} as const;

/** The files that a statement is about, the page and the bundle first. */
export const subjects = [names.page, names.bundle, names.json, names.badge, names.badgeJson] as const;
