/** First names of seeded users: several scripts, accents composed and decomposed, case that folds oddly. */
export const firstNames = [
  'Amelia',
  'Oliver',
  'Zoë',
  'Siân',
  'Łukasz',
  'Mary-Jane',
  'Jose\u0301', // e with a combining accent
  'Jos\u00e9', // the same name, composed
  'İpek',
  'Đức',
  'نور',
  '花子',
  'Øystein',
  'Ana María',
  'Noah',
  'Aoife',
  'Tariq',
  'Nadia',
  'Samuel',
  'Priya',
];

/** Last names of seeded users. */
export const lastNames = [
  'Smith',
  'Jones',
  "O'Connor",
  'Müller',
  'Nguyễn',
  'van der Berg',
  'Strauß',
  '山田',
  'García-López',
  'Khan',
  'Ivanová',
  'smith',
  'Okafor',
  'Patel',
  'Mc Donald',
  'Evans',
  'Βασιλείου',
];
