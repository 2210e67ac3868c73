// Words out of which people, classes and cohorts get their names.
type Pool = { first: string[]; last: string[]; groups: string[] };

const latin: Pool = {
  first: [
    'Ada',
    'Ben',
    'Chloe',
    'Dylan',
    'Eve',
    'Finn',
    'Grace',
    'Hugo',
    'Isla',
    'Jude',
    'Kit',
    'Luna',
    'Max',
    'Nia',
  ],
  last: [
    'Abbott',
    'Baker',
    'Clarke',
    'Dunn',
    'Evans',
    'Ford',
    'Grant',
    'Hill',
    'Irving',
    'Jones',
    'King',
    'Lowe',
  ],
  groups: ['Oak', 'Maple', 'Cedar', 'Birch', 'Willow', 'Hazel', 'Rowan', 'Alder', 'Elm', 'Linden'],
};
const pools: Record<string, Pool> = {
  latin,
  cyrillic: {
    first: ['Анна', 'Борис', 'Вера', 'Глеб', 'Дина'],
    last: ['Иванова', 'Петров', 'Сидоров', 'Ёлкина'],
    groups: ['Берёза', 'Клён', 'Дуб', 'Ива'],
  },
  arabic: {
    first: ['أحمد', 'ليلى', 'يوسف', 'مريم'],
    last: ['حداد', 'نجار', 'الخطيب'],
    groups: ['الفصل', 'النخلة', 'الياسمين'],
  },
  hebrew: { first: ['נועה', 'דוד', 'יעל'], last: ['כהן', 'לוי', 'מזרחי'], groups: ['אלון', 'ארז'] },
  cjk: {
    first: ['美咲', '大翔', '小明', '지우'],
    last: ['佐藤', '王', '김', '田中'],
    groups: ['桜組', '梅組', '三年一班'],
  },
  devanagari: { first: ['आरव', 'दीया', 'विवान'], last: ['शर्मा', 'पटेल'], groups: ['कमल', 'नीम'] },
  greek: {
    first: ['Ελένη', 'Νίκος', 'Σοφία'],
    last: ['Παπαδόπουλος', 'Γεωργίου'],
    groups: ['Ελιά', 'Πεύκος'],
  },
  emoji: {
    first: ['Zoë 🌻', 'Sam 🚀', 'Kim 👩‍🎓', 'Lou'],
    last: ['O’Neil', '🐝 Bee', 'Smith'],
    groups: ['🦊 Foxes', '🐢 Turtles', '👨‍👩‍👧 Family', '🇬🇧 Set'],
  },
  accents: {
    first: ['Zoé', 'André', 'Siân', 'Jürgen', 'Łucja'],
    last: ['Müller', 'Nuñez', 'Åkesson', 'Dvořák'],
    groups: ['Été', 'Über', 'Ñandú', 'Fjörd'],
  },
  same: { first: ['Alex'], last: ['Smith'], groups: ['Group'] },
  mixed: {
    first: [...latin.first, 'Zoë', 'Øyvind', 'Анна', '李', 'Siân', 'محمد'],
    last: [...latin.last, "O'Brien", 'Nuñez', 'Smith-Jones', 'de la Cruz', '王'],
    groups: [...latin.groups, 'Été', 'Ñandú'],
  },
};

export function pool(script: string): Pool {
  return pools[script] ?? latin;
}

// Names that real registers have and that careless code stumbles over.
export const awkwardNames = [
  'Arts & Crafts',
  'Maths + Stats',
  '100% Effort',
  'Set_A',
  'SetXA',
  'Café Club',
  'Cafe Club',
  'ÉCOLE Group',
  'Year 7/8',
  'Tutor "Red"',
  "O'Hara Set",
  'Set #1',
  'Oak',
  'Oak 1',
  'Oak 1 Extra',
  'Straße',
  'a?b=c',
  'Back\\slash',
  'Double  Space',
  'Зелёная группа',
  'Set A.B',
  'Set A-B',
];

export const subjects = ['English', 'Maths', 'Digital Skills', 'English Writing', 'Science', 'Numeracy'];
export const levels = ['E1', 'E2', 'E3', 'L1', 'L2']
  .flatMap((level) => ['Lower', 'Middle', 'Higher'].map((part) => `${level} - ${part}`))
  .slice(0, 15);
