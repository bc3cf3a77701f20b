import type { DemoVehicleMake } from '../model/demo-lookup-types.ts';

/** Models of a make, separated by commas. */
const modelsByMake: readonly (readonly [make: string, models: string])[] = [
  ['Abarth', '500, 595, 695, 124 Spider, Punto'],
  ['Alfa Romeo', '147, 156, 159, Brera, Giulia, Giulietta, GT, GTV, MiTo, Spider, Stelvio, Tonale'],
  ['Aston Martin', 'DB9, DB11, Rapide, V8 Vantage'],
  ['Audi', 'A1, A3, A4, A5, A6, A7, A8, e-tron, Q2, Q3, Q5, Q7, Q8, R8, TT'],
  ['Austin', '1100, A35, Allegro, Maxi, Mini, Seven'],
  ['Bentley', 'Bentayga, Continental GT, Flying Spur'],
  ['BMW', '1 Series, 2 Series, 3 Series, 4 Series, 5 Series, 6 Series, 7 Series, i3, i4, iX3, X1, X2, X3, X5, Z3, Z4'],
  ['BYD', 'Atto 3, Dolphin, Seal'],
  ['Chevrolet', 'Aveo, Camaro, Captiva, Corvette, Cruze, Matiz, Spark'],
  ['Chrysler', '300C, Crossfire, PT Cruiser, Voyager'],
  [
    'Citroën',
    '2CV, Berlingo, C1, C2, C3, C3 Aircross, C4, C4 Cactus, C5, C5 Aircross, Dispatch, DS3, Relay, Saxo, Xsara',
  ],
  ['Cupra', 'Ateca, Born, Formentor, Leon'],
  ['Dacia', 'Duster, Jogger, Lodgy, Logan, Sandero, Spring'],
  ['Daihatsu', 'Charade, Copen, Cuore, Hijet, Materia, Sirion, Terios'],
  ['Datsun', '120Y, 1200, 240Z, Cherry, Sunny'],
  ['Dodge', 'Caliber, Challenger, Journey, Nitro, Ram'],
  ['DS', 'DS 3 Crossback, DS 4, DS 7 Crossback'],
  ['Ferrari', '348, 360 Modena, 458 Italia, California, Portofino'],
  [
    'Fiat',
    '124 Spider, 126, 127, 500, 500L, 500X, 600, Bravo, Doblo, Ducato, Fiorino, Panda, Punto, Seicento, Tipo, Uno',
  ],
  [
    'Ford',
    'Anglia, B-Max, C-Max, Capri, Cortina, EcoSport, Escort, Fiesta, Focus, Galaxy, Ka, Kuga, Mondeo, Mustang, Puma, Ranger, Tourneo, Transit, Transit Connect',
  ],
  ['Honda', 'Accord, Civic, CR-V, CR-Z, Fit, HR-V, Insight, Jazz, S2000, Stream'],
  ['Hyundai', 'Accent, Atos, Bayon, Getz, i10, i20, i30, Ioniq, Kona, Santa Fe, Tucson'],
  ['Isuzu', 'D-Max, Rodeo, Trooper'],
  ['Jaguar', 'E-Pace, E-Type, F-Pace, F-Type, S-Type, X-Type, XE, XF, XJ, XK'],
  ['Jeep', 'Cherokee, Compass, Grand Cherokee, Renegade, Wrangler'],
  ['Kia', 'Carens, Ceed, EV6, Niro, Picanto, Rio, Sorento, Soul, Sportage, Stonic, Venga'],
  ['Lamborghini', 'Gallardo, Huracan, Urus'],
  [
    'Land Rover',
    'Defender, Discovery, Discovery Sport, Freelander, Range Rover, Range Rover Evoque, Range Rover Sport',
  ],
  ['Lexus', 'CT, IS, NX, RX, UX'],
  ['Lotus', 'Elan, Elise, Esprit, Evora'],
  ['Maserati', 'Ghibli, GranTurismo, Grecale, Levante, Quattroporte'],
  ['Mazda', '2, 3, 5, 6, CX-3, CX-30, CX-5, Demio, MX-5, RX-8'],
  [
    'Mercedes-Benz',
    'A-Class, B-Class, C-Class, Citan, CLA, CLK, CLS, E-Class, EQA, GLA, GLB, GLC, GLE, S-Class, SLK, Sprinter, Vito',
  ],
  ['MG', 'HS, MG3, MG4, MGB, Midget, TF, ZR, ZS'],
  ['MINI', 'Clubman, Convertible, Cooper, Countryman, One, Paceman'],
  ['Mitsubishi', 'ASX, Colt, Eclipse Cross, L200, Lancer, Mirage, Outlander, Pajero, Space Star'],
  ['Morris', '1000, Marina, Minor, Oxford'],
  [
    'Nissan',
    '350Z, Almera, Cube, Figaro, Juke, Leaf, March, Micra, Navara, Note, NV200, Pao, Primera, Qashqai, Serena, Skyline, X-Trail',
  ],
  ['Opel', 'Adam, Astra, Combo, Corsa, Crossland, Grandland, Insignia, Karl, Kadett, Meriva, Mokka, Vivaro, Zafira'],
  [
    'Peugeot',
    '106, 107, 108, 2008, 205, 206, 207, 208, 3008, 306, 307, 308, 5008, 508, Bipper, Boxer, Expert, Partner, RCZ',
  ],
  ['Porsche', '911, 944, Boxster, Cayenne, Cayman, Macan, Panamera, Taycan'],
  [
    'Renault',
    'Arkana, Captur, Clio, Espace, Kadjar, Kangoo, Koleos, Master, Megane, Modus, Scenic, Trafic, Twingo, Zoe',
  ],
  ['Rolls-Royce', 'Ghost, Phantom, Silver Shadow'],
  ['Rover', '25, 45, 75, Metro, Mini'],
  ['Saab', '9-3, 9-5, 900'],
  ['SEAT', 'Alhambra, Altea, Arona, Arosa, Ateca, Ibiza, Leon, Mii, Toledo'],
  ['Škoda', 'Citigo, Enyaq, Fabia, Kamiq, Karoq, Kodiaq, Octavia, Roomster, Scala, Superb, Yeti'],
  ['Smart', 'ForFour, ForTwo, Roadster'],
  ['SsangYong', 'Actyon, Korando, Musso, Rexton, Tivoli'],
  ['Subaru', 'BRZ, Forester, Impreza, Legacy, Outback, XV'],
  ['Suzuki', 'Alto, Baleno, Carry, Celerio, Grand Vitara, Ignis, Jimny, S-Cross, Splash, Swift, SX4, Vitara, Wagon R'],
  ['Tesla', 'Model 3, Model S, Model X, Model Y'],
  [
    'Toyota',
    'Auris, Avensis, Aygo, bB, C-HR, Celica, Corolla, Dyna, GT86, Hiace, Hilux, iQ, Land Cruiser, Passo, Prius, Ractis, RAV4, Starlet, Urban Cruiser, Vitz, Yaris, Yaris Cross',
  ],
  ['Triumph', 'Dolomite, GT6, Herald, Spitfire, Stag, TR4, TR6'],
  ['Vauxhall', 'Adam, Astra, Combo, Corsa, Insignia, Meriva, Mokka, Vectra, Vivaro, Zafira'],
  [
    'Volkswagen',
    'Amarok, Arteon, Beetle, Caddy, Crafter, Golf, ID.3, ID.4, Jetta, Lupo, Passat, Polo, Scirocco, Sharan, T-Cross, T-Roc, Tiguan, Touareg, Touran, Transporter, up!',
  ],
  ['Volvo', 'C30, EX30, S40, S60, V40, V60, V90, XC40, XC60, XC90'],
];

/** Vehicle makes with their models, by name; a model's id is its make's times 100 plus its place from 1. */
export const vehicleMakes: readonly DemoVehicleMake[] = modelsByMake.map(([name, models], n) => ({
  id: n + 1,
  name,
  models: models.split(', ').map((model, place) => ({ id: (n + 1) * 100 + place + 1, name: model })),
}));
