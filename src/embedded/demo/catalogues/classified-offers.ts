import { Condition, PriceLabel } from '../../../contract/codes.ts';
import type { PaintName, PhotoSubject } from '../model/photo-subject.ts';
import type { CatalogueItem, CatalogueShelf } from './catalogue-shelf.ts';
import type { ListingOffer, OfferContext } from './listing-offer.ts';
import { closingSentence, collectionSentence, fillIn, roundEuros } from './sentences.ts';

const itemPaints: readonly PaintName[] = ['white', 'grey', 'black', 'red', 'blue', 'green', 'yellow', 'beige', 'teal'];

const usedSentences = [
  'Used, in very good condition.',
  'Used with care; small signs of wear are in the photos.',
  'Second-hand and fully working.',
  'A few years old, in good order throughout.',
  'Gently used and always looked after.',
];

const newSentences = [
  'New, never used, still in its packaging.',
  'Brand new: an unwanted present.',
  'New, opened only to take the photos.',
];

const newReasons = [
  'We bought two by mistake and missed the date for returning it.',
  'The receipt and the guarantee go with it.',
  'I changed my plans before it arrived.',
];

/** Boats and antiques are never offered as new, nor is what its title calls old. */
const neverNewCategories: readonly number[] = [110, 111, 119];
const oldThings = /vintage|restored|rebuilt|serviced|boxed|classic|second|former|box of|bundle|collection/iu;

/** Photos of one thing, as many as there are of it but not more than `count`. */
export function photosOf(subject: string, paint: PaintName | null, count: number): PhotoSubject[] {
  return Array.from({ length: count }, () => ({ subject, paint }));
}

function describeWanted(shelf: CatalogueShelf, { random, localityName }: OfferContext): ListingOffer {
  const title = random.pick(shelf.wanted);
  const budget = roundEuros(Math.min(...shelf.items.map(([, low]) => low)) * random.decimal(0.7, 1.6, 2));
  return {
    title,
    description: [
      `${title}.`,
      'Age and looks matter less than that it is complete and honestly described.',
      `I live in ${localityName} and can collect anywhere on the island, or in Gozo at the weekend.`,
      `My budget is about ${budget} euros, more for something special.`,
      'Please send photos and your price.',
    ].join(' '),
    priceCents: random.chance(0.5) ? budget * 100 : null,
    priceLabel: PriceLabel.None,
    priceSuffix: null,
    condition: Condition.Any,
    property: null,
    vehicle: null,
    photos: photosOf(shelf.subject, null, 1),
  };
}

function describeItem(shelf: CatalogueShelf, item: CatalogueItem, context: OfferContext): ListingOffer {
  const { random, localityName } = context;
  const [title, low, high, about, subject = shelf.subject] = item;
  const isPainted = title.includes('{paint}') || about.includes('{paint}');
  const paint = isPainted ? random.pick(itemPaints) : null;
  const words = { paint: paint ?? '' };
  const isNew = random.chance(0.2) && !neverNewCategories.includes(shelf.categoryId) && !oldThings.test(title);
  const euros = roundEuros(random.decimal(low, high, 2) * (isNew ? 1.25 : 1));
  return {
    title: fillIn(title, words),
    description: [
      ...(isNew
        ? [random.pick(newSentences), random.pick(newReasons)]
        : [fillIn(about, words), random.pick(usedSentences)]),
      ...(isNew || subject !== shelf.subject ? [] : [random.pick(shelf.remarks)]),
      collectionSentence(random, localityName),
      closingSentence(random),
    ].join(' '),
    priceCents: euros * 100,
    priceLabel: PriceLabel.None,
    priceSuffix: random.chance(0.3) ? random.pick(['or nearest offer', 'negotiable', 'fixed price']) : null,
    condition: isNew ? Condition.New : Condition.Used,
    property: null,
    vehicle: null,
    photos: photosOf(subject, paint, random.integer(1, 6)),
  };
}

/** Writes an offer from the shelf of its category. Throws a RangeError for an empty shelf. */
export function createShelfOffer(shelf: CatalogueShelf, context: OfferContext): ListingOffer {
  if (context.isWanted) return describeWanted(shelf, context);
  const item = shelf.items[context.ordinal % shelf.items.length];
  if (item === undefined) throw new RangeError(`Nothing is offered in category ${shelf.categoryId}.`);
  return describeItem(shelf, item, context);
}
