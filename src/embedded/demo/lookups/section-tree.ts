import type { CategoryFields, DemoCategory, DemoPhotoSpecs, DemoSection } from '../model/demo-lookup-types.ts';

/** The sections of the marketplace: `GET /v1/sections`. */
export const sections = [
  { id: 1, type: 'Classifieds', name: 'Classifieds' },
  { id: 2, type: 'Cars', name: 'Cars & Parts' },
  { id: 3, type: 'Properties', name: 'Properties' },
  { id: 4, type: 'Jobs', name: 'Jobs' },
] as const satisfies readonly DemoSection[];

const itemPhotos: DemoPhotoSpecs = { min: 0, max: 8, maxWidth: 1200, maxHeight: 900 };
const vehiclePhotos: DemoPhotoSpecs = { min: 1, max: 12, maxWidth: 1600, maxHeight: 1200 };
const propertyPhotos: DemoPhotoSpecs = { min: 1, max: 20, maxWidth: 1600, maxHeight: 1200 };
const landPhotos: DemoPhotoSpecs = { min: 0, max: 10, maxWidth: 1600, maxHeight: 1200 };
const jobPhotos: DemoPhotoSpecs = { min: 0, max: 3, maxWidth: 800, maxHeight: 600 };

function category(id: number, name: string, photoSpecs: DemoPhotoSpecs, fields: CategoryFields = 'none'): DemoCategory {
  return { id, sectionId: Math.floor(id / 100), name, photoSpecs, fields };
}

/** The categories, ordered by section: `GET /v1/properties/categories`. The hundreds of an id name its section. */
export const categories: readonly DemoCategory[] = [
  category(101, 'Furniture & Home', itemPhotos),
  category(102, 'Home Appliances', itemPhotos),
  category(103, 'Mobile Phones', itemPhotos),
  category(104, 'Computers & Office', itemPhotos),
  category(105, 'TV, Audio & Video', itemPhotos),
  category(106, 'Cameras & Photography', itemPhotos),
  category(107, 'Games & Consoles', itemPhotos),
  category(108, 'Bicycles', itemPhotos),
  category(109, 'Sports & Fitness', itemPhotos),
  category(110, 'Boats & Marine', { ...itemPhotos, max: 12 }),
  category(111, 'Books & Comics', itemPhotos),
  category(112, 'Musical Instruments', itemPhotos),
  category(113, 'Baby & Kids', itemPhotos),
  category(114, 'Clothing & Shoes', itemPhotos),
  category(115, 'Watches & Jewellery', itemPhotos),
  category(116, 'Pet Supplies', itemPhotos),
  category(117, 'Tools & DIY', itemPhotos),
  category(118, 'Garden & Outdoor', itemPhotos),
  category(119, 'Antiques & Art', itemPhotos),
  category(201, 'Cars', vehiclePhotos, 'vehicle'),
  category(202, 'Classic & Vintage Cars', vehiclePhotos, 'vehicle'),
  category(203, 'Pick-ups & 4x4s', vehiclePhotos, 'vehicle'),
  category(204, 'Vans & Commercial Vehicles', vehiclePhotos, 'vehicle'),
  category(205, 'Motorbikes', { ...itemPhotos, min: 1 }),
  category(206, 'Scooters & Mopeds', { ...itemPhotos, min: 1 }),
  category(207, 'Trucks & Heavy Plant', { ...itemPhotos, min: 1 }),
  category(208, 'Car Parts & Accessories', itemPhotos),
  category(209, 'Wheels & Tyres', itemPhotos),
  category(210, 'Car Audio & Electronics', itemPhotos),
  category(211, 'Motorbike Parts & Gear', itemPhotos),
  category(301, 'Property for Sale', propertyPhotos, 'property'),
  category(302, 'Long Let', propertyPhotos, 'property'),
  category(303, 'Short Let & Holiday', propertyPhotos, 'property'),
  category(304, 'Commercial for Sale', propertyPhotos, 'property'),
  category(305, 'Commercial to Let', propertyPhotos, 'property'),
  category(306, 'Garages & Parking Spaces', propertyPhotos, 'property'),
  category(307, 'Plots & Land', landPhotos, 'property'),
  category(308, 'Rooms & Flat Sharing', propertyPhotos, 'property'),
  category(401, 'Accounting & Finance', jobPhotos),
  category(402, 'Administration & Office', jobPhotos),
  category(403, 'IT & Software', jobPhotos),
  category(404, 'iGaming', jobPhotos),
  category(405, 'Hospitality & Catering', jobPhotos),
  category(406, 'Construction & Trades', jobPhotos),
  category(407, 'Healthcare', jobPhotos),
  category(408, 'Education & Childcare', jobPhotos),
  category(409, 'Sales & Retail', jobPhotos),
  category(410, 'Driving & Delivery', jobPhotos),
];
