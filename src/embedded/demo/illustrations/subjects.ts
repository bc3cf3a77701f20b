import type { IllustrationSubject } from '../model/demo-types.ts';
import type { Drawing } from './canvas/brief.ts';
import { land, seaView } from './canvas/landscapes.ts';
import { staged } from './canvas/stages.ts';
import { constructionSite } from './homes/construction.ts';
import { apartment, penthouse } from './homes/flats.ts';
import { garden, tools, washingMachine } from './homes/house-and-garden.ts';
import { farmhouse, townhouse, villa } from './homes/houses.ts';
import { garage, warehouse } from './homes/sheds.ts';
import { diningTable, painting, sofa } from './rooms/furniture.ts';
import { hotelLobby, restaurant } from './rooms/guest-rooms.ts';
import { bedroom, livingRoom } from './rooms/home-rooms.ts';
import { officeBuilding, shopfront } from './rooms/shop-and-office.ts';
import { bathroom, kitchen } from './rooms/wet-rooms.ts';
import { classroom, clinic, officeDesk } from './rooms/work-rooms.ts';
import { clothes, watch } from './things/apparel.ts';
import { catToys, dogToys, pram } from './things/family.ts';
import { camera, gameConsole, handheld } from './things/gadgets.ts';
import { books, electricGuitar, guitar, sports } from './things/hobbies.ts';
import { avatar, companyLogo } from './things/identity.ts';
import { laptop, phone, television } from './things/screens.ts';
import { luzzu, motorBoat, sailingBoat } from './vehicles/boats.ts';
import { carBodies } from './vehicles/car-bodies.ts';
import { carStereo, engine, wheels } from './vehicles/car-parts.ts';
import { carDrawing } from './vehicles/car-scenes.ts';
import { bicycle, motorbike, scooter } from './vehicles/two-wheelers.ts';
import { delivery, pickup, truck, van } from './vehicles/working-vehicles.ts';

/** How each subject is drawn. */
export const drawings: Readonly<Record<IllustrationSubject, Drawing>> = {
  hatchback: carDrawing(carBodies.hatchback),
  saloon: carDrawing(carBodies.saloon),
  estate: carDrawing(carBodies.estate),
  suv: carDrawing(carBodies.suv),
  coupe: carDrawing(carBodies.coupe),
  convertible: carDrawing(carBodies.convertible),
  pickup,
  van,
  motorbike,
  scooter,
  truck,
  engine: staged(engine, { shadowWidth: 640 }),
  wheel: staged(wheels, { shadowWidth: 840 }),
  'car-stereo': staged(carStereo, { shadowWidth: 720 }),
  apartment,
  penthouse,
  townhouse,
  villa,
  farmhouse,
  'sea-view': seaView,
  'living-room': livingRoom,
  bedroom,
  kitchen,
  bathroom,
  shopfront,
  'office-building': officeBuilding,
  garage,
  warehouse,
  land,
  sofa: staged(sofa, { shadowWidth: 820 }),
  'dining-table': staged(diningTable, { shadowWidth: 900 }),
  phone: staged(phone, { shadowWidth: 560 }),
  laptop: staged(laptop, { shadowWidth: 760 }),
  television: staged(television, { shadowWidth: 860 }),
  camera: staged(camera, { shadowWidth: 720 }),
  console: staged(gameConsole, { shadowWidth: 700 }),
  handheld: staged(handheld, { shadowWidth: 700 }),
  'washing-machine': staged(washingMachine, { shadowWidth: 560 }),
  bicycle: staged(bicycle, { shadowWidth: 720, isOutdoors: true }),
  luzzu,
  'sailing-boat': sailingBoat,
  'motor-boat': motorBoat,
  tools: staged(tools, { shadowWidth: 760 }),
  books: staged(books, { shadowWidth: 760 }),
  guitar: staged(guitar, { shadowWidth: 420 }),
  'electric-guitar': staged(electricGuitar, { shadowWidth: 520 }),
  'cat-toys': staged(catToys, { shadowWidth: 700 }),
  'dog-toys': staged(dogToys, { shadowWidth: 700 }),
  pram: staged(pram, { shadowWidth: 560 }),
  clothes: staged(clothes, { shadowWidth: 760 }),
  watch: staged(watch, { shadowWidth: 420 }),
  sports: staged(sports, { shadowWidth: 800 }),
  garden: staged(garden, { shadowWidth: 900, isOutdoors: true }),
  painting: staged(painting, { shadowWidth: 0 }),
  'office-desk': officeDesk,
  restaurant,
  'construction-site': constructionSite,
  clinic,
  classroom,
  'hotel-lobby': hotelLobby,
  delivery,
  'company-logo': companyLogo,
  avatar,
};
