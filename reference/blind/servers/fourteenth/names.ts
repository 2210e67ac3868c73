// Names of the college: of several scripts, with apostrophes, hyphens and diacritics.
export const firsts = (
  'Amelia Zoë Siân Beyoncé José Łukasz Chloë Oluwaseun Nguyễn Aoife Niamh Seán Mary-Jane Jean-Luc Anne-Marie ' +
  'Mohammed Fatima Aisha Yusuf Priya Arjun Wei Xiu Hiroshi Юлия Иван Олена Ελένη Νίκος محمد فاطمة 小明 美咲 민준 ' +
  "D'Arcy Björn Søren Åsa Émile François Günther Jürgen Özge Şule İpek Thomas Oliver Harry Grace Ruby Jack Al Bo"
).split(' ');

export const lasts = (
  "O'Neill O'Brien D'Souza Smith-Jones Müller Strauß Großmann García Núñez Łukasiewicz Ångström Ødegård Ní-Bhriain " +
  'MacDonald McAllister van-der-Berg Nguyễn Trần Khan Patel Singh Begum Hussain Okonkwo Adébáyò Петренко Иванов ' +
  'Παπαδόπουλος العلي 王 佐藤 김 Smith Jones Taylor Brown Evans Thomas Johnson Walker Wright Robinson Thompson White Li Ng'
).split(' ');

export const classNames = [
  'English',
  'English L1',
  'English L1 – Tuesday evening',
  "Adult Learners' Maths",
  'Maths GCSE Resit (Mon/Wed)',
  '100% Maths',
  'IT_101',
  'ESOL Entry 2 & 3',
  'Année préparatoire',
  'Šárka 7b',
  'ÉTUDES NUMÉRIQUES',
  'Français',
  'Digital Skills: Foundation',
  'Maths',
  'maths for builders',
  'Підготовчий курс',
  'Entry Level "Red"',
  '數學甲班',
  'Hair + Beauty English',
  'Level 2 Diploma',
];

export const cohortNames = [
  'September starters',
  'January starters',
  'Apprentices 16–18',
  'Élèves de passage',
  "Women's Returners",
  'ESOL assessment',
  'Apprentices',
  'Bricklaying & Joinery',
  'Evening',
  'Summer school',
  '50% bursary',
];

export interface TestPlan {
  name: string;
  subject: string;
  kind: 'english' | 'writing' | 'maths' | 'digital';
}

export const testPlans: readonly TestPlan[] = [
  { name: 'English Reading', subject: 'English', kind: 'english' },
  { name: 'English Writing', subject: 'English', kind: 'writing' },
  { name: 'English SPaG', subject: 'English', kind: 'english' },
  { name: 'Maths: Number', subject: 'Maths', kind: 'maths' },
  { name: 'Maths: Measures & Shape', subject: 'Maths', kind: 'maths' },
  { name: 'Maths: Handling Data', subject: 'Maths', kind: 'maths' },
  { name: 'Essential Digital Skills', subject: 'Digital Skills', kind: 'digital' },
  { name: 'Digital Skills: Online Safety', subject: 'Digital Skills', kind: 'digital' },
  { name: "Reading for Work – Builders' Edition", subject: 'English', kind: 'english' },
];

export const topics = [
  'Fractions',
  'Percentages',
  'Apostrophes',
  'Reading for gist',
  'Passwords',
  'Área y volumen',
];

export const levels = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((l) =>
  ['Lower', 'Middle', 'Higher'].map((m) => `${l} - ${m}`),
);
