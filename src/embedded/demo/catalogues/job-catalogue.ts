/** A vacancy: title, lowest and highest pay in whole euros a month, what one does, its picture (default: the shelf's). */
export type CatalogueJob = readonly [
  title: string,
  lowEuros: number,
  highEuros: number,
  about: string,
  subject?: string,
];

/** Vacancies of one category of Jobs. */
export interface JobShelf {
  readonly categoryId: number;
  readonly subject: string;
  readonly employers: readonly string[];
  readonly jobs: readonly CatalogueJob[];
  readonly wants: readonly string[];
  /** Keys of the education levels that may be asked for. */
  readonly educationLevels: readonly number[];
}

/** All of Jobs, one shelf a category; the employers are invented. */
export const jobShelves: readonly JobShelf[] = [
  {
    categoryId: 401,
    subject: 'office-desk',
    employers: ['Carob Tree Accountants', 'Bastion Audit', 'Three Cities Finance'],
    jobs: [
      ['Accounts Clerk', 1_500, 1_800, 'You post invoices, reconcile banks and keep suppliers patient.'],
      ['Audit Senior', 2_300, 2_900, 'You lead small teams on site and write files that need no second visit.'],
      ['Payroll Officer', 1_700, 2_100, 'You run wages for forty firms and love a clean FS3.'],
      ['Financial Controller', 3_600, 4_600, 'You own month-end, cash flow and the conversation with the bank.'],
      ['VAT and Tax Assistant', 1_600, 2_000, 'You prepare returns and chase the one missing receipt.'],
      ['Credit Controller', 1_550, 1_900, 'You remind people kindly until they pay.'],
      ['Management Accountant', 2_600, 3_300, 'You turn figures into decisions for six hotels.'],
      ['Bookkeeper, mornings', 850, 1_100, 'You keep a family firm’s books four mornings a week.'],
    ],
    wants: ['care with figures', 'good command of spreadsheets', 'discretion', 'two years in a similar post'],
    educationLevels: [4, 5, 8],
  },
  {
    categoryId: 402,
    subject: 'office-desk',
    employers: ['Harbour Gate Services', 'Limestone Legal', 'Salina Holdings'],
    jobs: [
      ['Receptionist', 1_250, 1_500, 'You are the first voice and the first smile.', 'hotel-lobby'],
      ['Personal Assistant', 1_700, 2_200, 'You keep a director on time and off planes he does not need.'],
      ['Office Administrator', 1_350, 1_650, 'You order, file, book and know where everything is.'],
      ['Legal Secretary', 1_600, 2_000, 'You type contracts in English and Maltese without a slip.'],
      ['HR Officer', 1_800, 2_300, 'You hire, welcome and sort out leave before it becomes a quarrel.'],
      ['Data Entry Clerk', 1_150, 1_350, 'You bring twenty years of paper into one system.'],
      ['Customer Care Representative', 1_350, 1_600, 'You answer in English and one other language.'],
    ],
    wants: ['clear written English', 'a calm manner', 'command of office software', 'good Maltese'],
    educationLevels: [2, 3, 4],
  },
  {
    categoryId: 403,
    subject: 'laptop',
    employers: ['Blue Grotto Software', 'Falcon Byte', 'Saltpan Systems'],
    jobs: [
      ['TypeScript Developer', 2_800, 4_200, 'You build APIs and have opinions about tests.'],
      ['Java Back-End Engineer', 3_000, 4_500, 'You keep payments moving at any hour.'],
      ['IT Support Technician', 1_500, 1_900, 'You fix laptops, printers and moods.'],
      ['DevOps Engineer', 3_200, 4_800, 'You make releases boring.'],
      ['Junior Front-End Developer', 1_700, 2_200, 'You learn from people who answer questions.'],
      ['Data Analyst', 2_200, 3_000, 'You ask the data before the meeting starts.'],
      ['QA Engineer', 2_100, 2_900, 'You find it before the customer does.'],
      ['Product Designer', 2_300, 3_200, 'You draw, test, throw away and draw again.'],
      ['Systems Administrator', 2_000, 2_700, 'You look after two hundred users and three server rooms.'],
    ],
    wants: ['three years of practice', 'public code we may read', 'patience in reviews', 'good spoken English'],
    educationLevels: [4, 5, 6],
  },
  {
    categoryId: 404,
    subject: 'office-building',
    employers: ['Lucky Limestone Gaming', 'Nine Knights Interactive', 'Portside Play'],
    jobs: [
      ['Payments and Fraud Agent', 1_700, 2_100, 'You check documents and smell trouble early.'],
      ['CRM Executive', 2_100, 2_700, 'You plan campaigns that people do not unsubscribe from.'],
      ['Compliance Officer', 2_600, 3_500, 'You keep four licences in good order.'],
      ['Scandinavian Customer Support', 1_900, 2_300, 'You help players in Swedish, Danish, Norwegian or Finnish.'],
      ['Affiliate Manager', 2_400, 3_400, 'You know the partners and the conferences.'],
      ['Sportsbook Trader', 2_300, 3_200, 'You price second divisions by heart.'],
      ['Game Presenter', 1_600, 2_000, 'You host live tables in front of a camera, with training.'],
    ],
    wants: ['readiness to work shifts', 'a second language', 'experience in a licensed firm', 'a sense of humour'],
    educationLevels: [3, 4, 5],
  },
  {
    categoryId: 405,
    subject: 'restaurant',
    employers: ['Luzzu Table', 'Cisk & Capers', 'Hotel Santa Marija Bay', 'Pastizzeria Is-Suq'],
    jobs: [
      ['Chef de Partie', 1_700, 2_200, 'You run your section through a full Saturday night.', 'kitchen'],
      ['Waiter or Waitress', 1_250, 1_500, 'You know the menu and the regulars.'],
      ['Barista', 1_200, 1_450, 'You pull two hundred coffees before ten.'],
      ['Hotel Receptionist', 1_350, 1_650, 'You check in, check out and fix in between.', 'hotel-lobby'],
      ['Kitchen Porter', 1_100, 1_250, 'You are the reason the kitchen works.', 'kitchen'],
      ['Restaurant Manager', 2_100, 2_800, 'You lead fifteen people and sixty tables.'],
      ['Pastry Chef', 1_700, 2_300, 'You bake, fill and glaze from five in the morning.', 'kitchen'],
      ['Room Attendant', 1_150, 1_300, 'You turn rooms round to a four-star standard.', 'bedroom'],
      ['Bartender, summer season', 1_300, 1_700, 'You mix by the pool until sunset.'],
    ],
    wants: ['a food handling card', 'readiness to work weekends', 'energy and good manners', 'one season of practice'],
    educationLevels: [1, 2, 4],
  },
  {
    categoryId: 406,
    subject: 'construction-site',
    employers: ['Saliba Stonebuild', 'Xemx Building Services', 'Tal-Gebel Contractors'],
    jobs: [
      ['Electrician, licence A', 1_800, 2_500, 'You wire new homes and old palazzi.', 'tools'],
      ['Plumber', 1_700, 2_400, 'You install bathrooms and find other people’s leaks.'],
      ['Tile Layer', 1_700, 2_600, 'You lay large formats dead level.'],
      ['Site Foreman', 2_300, 3_100, 'You plan the week and keep everybody safe.'],
      ['Mason for stone restoration', 1_900, 2_700, 'You repair façades in globigerina limestone.'],
      ['Gypsum Plasterer', 1_600, 2_200, 'You close ceilings that stay straight.'],
      ['Carpenter', 1_600, 2_300, 'You build kitchens and hang timber balconies.', 'tools'],
      ['Apprentice Air-Conditioning Technician', 1_050, 1_250, 'You learn a trade that is never without work here.'],
    ],
    wants: ['a driving licence', 'a health and safety card', 'your own hand tools', 'a head for heights'],
    educationLevels: [1, 2, 4],
  },
  {
    categoryId: 407,
    subject: 'clinic',
    employers: ['San Rokku Health', 'Villa Serena Care', 'Three Villages Medical Group'],
    jobs: [
      ['Staff Nurse', 1_900, 2_500, 'You care for twelve residents with a good team.'],
      ['Carer', 1_250, 1_550, 'You help elderly people through their day with dignity.'],
      ['Dental Assistant', 1_300, 1_600, 'You prepare, assist and calm.'],
      ['Physiotherapist', 2_000, 2_700, 'You treat from athletes to grandmothers.'],
      ['Pharmacist', 2_300, 2_900, 'You advise behind a village counter.'],
      ['Medical Receptionist', 1_300, 1_550, 'You keep three doctors and one waiting room flowing.'],
      ['Occupational Therapist', 2_000, 2_600, 'You visit homes and make them fit their people.'],
    ],
    wants: [
      'registration with the council',
      'a gentle manner',
      'readiness for a night shift now and then',
      'good English and some Maltese',
    ],
    educationLevels: [4, 5, 8],
  },
  {
    categoryId: 408,
    subject: 'classroom',
    employers: ['Lemon Tree Learning', 'Island Schools', 'Kulleġġ San Mikiel'],
    jobs: [
      ['Childcare Worker', 1_250, 1_500, 'You play, change, feed and comfort.'],
      ['English Teacher for summer', 1_500, 1_900, 'You teach teenagers who would rather be at the beach.'],
      ['Learning Support Educator', 1_500, 1_850, 'You stand beside one child at a time.'],
      ['Mathematics Teacher', 1_900, 2_500, 'You teach forms three to five and believe in them.'],
      ['Private Tutor, physics', 900, 1_400, 'You take small groups in the evening.', 'books'],
      ['School Administrator', 1_450, 1_800, 'You keep timetables, buses and parents together.'],
      ['Swimming Instructor', 1_200, 1_600, 'You take beginners from the steps to the deep end.'],
    ],
    wants: ['a clean police conduct', 'a first aid certificate', 'patience', 'a permanent or temporary warrant'],
    educationLevels: [3, 5, 6],
  },
  {
    categoryId: 409,
    subject: 'shopfront',
    employers: ['Casa Ġdida Furniture', 'Republic Street Optics', 'Green Basket Supermarkets'],
    jobs: [
      ['Sales Assistant', 1_150, 1_400, 'You serve, fold and remember faces.'],
      ['Shop Manager', 1_700, 2_200, 'You lead a team of five and the window display.'],
      ['Cashier, part-time', 650, 900, 'You work four evenings or the weekend.'],
      ['Car Sales Executive', 1_500, 2_800, 'You sell new and used cars, with a fair commission.', 'saloon'],
      ['Merchandiser', 1_250, 1_500, 'You drive from shop to shop and keep shelves full.'],
      ['Field Sales Representative', 1_600, 2_600, 'You know every grocer in the south.'],
      ['Kitchen Designer and Seller', 1_700, 2_700, 'You measure, draw and close.', 'kitchen'],
    ],
    wants: ['a friendly manner', 'experience behind a counter', 'a driving licence', 'good Maltese and English'],
    educationLevels: [2, 3, 4],
  },
  {
    categoryId: 410,
    subject: 'delivery',
    employers: ['Swift Swallow Couriers', 'Marsa Logistics', 'Tal-Linja Coaches'],
    jobs: [
      ['Delivery Driver', 1_350, 1_700, 'You carry eighty parcels a day and know every alley.'],
      ['Bus Driver', 1_600, 1_950, 'You drive modern buses, with paid training for category D.'],
      ['Truck Driver, category C', 1_700, 2_200, 'You bring stone, sand and steel to sites.', 'truck'],
      ['Food Delivery Rider', 1_100, 1_700, 'You ride your own scooter or ours.', 'scooter'],
      ['Forklift Operator', 1_400, 1_750, 'You load containers in Ħal Far.', 'warehouse'],
      ['Chauffeur', 1_500, 2_000, 'You drive guests who expect the door to be opened.', 'saloon'],
      ['Removals Helper', 1_150, 1_450, 'You carry pianos and keep smiling.'],
    ],
    wants: ['a clean licence', 'knowledge of the island', 'punctuality', 'a strong back'],
    educationLevels: [1, 2],
  },
];
