import { Condition, PriceLabel } from '../../../contract/codes.ts';
import { lookupLists } from '../lookups/lookup-lists.ts';
import { photosOf } from './classified-offers.ts';
import type { JobShelf } from './job-catalogue.ts';
import type { ListingOffer, OfferContext } from './listing-offer.ts';
import { fillIn } from './sentences.ts';

const benefits = [
  'Health insurance after six months.',
  'Parking and a lift home after late shifts.',
  'Training is paid and done in working hours.',
  'A small team where everybody knows everybody.',
  'Thirty days of leave and your birthday off.',
  'Overtime is paid, Sundays double.',
];

const applying = [
  'Send a CV and two sentences about yourself through the message button.',
  'Apply with a CV; we answer everybody within a week.',
  'Call during office hours, or send a message at any time.',
];

/** Writes a vacancy, or for a wanted listing a person who looks for one. Throws a RangeError for an empty shelf. */
export function createJobOffer(shelf: JobShelf, context: OfferContext): ListingOffer {
  const { random, ordinal, localityName, isWanted } = context;
  const job = shelf.jobs[ordinal % shelf.jobs.length];
  if (job === undefined) throw new RangeError(`Nothing is offered in category ${shelf.categoryId}.`);
  const [title, low, high, about, subject = shelf.subject] = job;
  const employer = random.pick(shelf.employers);
  const jobType = random
    .pick(random.chance(0.5) ? lookupLists.jobTypes.slice(0, 1) : lookupLists.jobTypes.slice(1, 5))
    .item.toLowerCase();
  const educationLevel = random.pick(shelf.educationLevels);
  const education = lookupLists.educationLevels.find(({ id }) => id === educationLevel)?.item ?? '';
  const status = random.pick(lookupLists.candidateStatuses).item.toLowerCase();
  const euros = Math.round(random.integer(low, high) / 10) * 10;
  const [first = '', second = ''] = random.sample(shelf.wants, 2);
  const words = {
    title: title.toLowerCase(),
    employer,
    locality: localityName,
    jobType,
    education,
    status,
    first,
    second,
  };
  const description = isWanted
    ? [
        'I am looking for work as {title} in or near {locality}.',
        'My situation: {status}; education: {education}.',
        'What I bring: {first} and {second}.',
        'I can start within two weeks and have references from my last two employers.',
      ]
    : [
        '{employer} in {locality} has an opening ({jobType}).',
        about,
        'We look for {first} and {second}.',
        'Education: {education}.',
        random.pick(benefits),
        random.pick(applying),
      ];
  // Fewer than half of the employers name their pay.
  const namesPay = random.chance(0.45);
  return {
    title: isWanted ? `Looking for work: ${title}` : random.chance(0.5) ? `${title} - ${employer}` : title,
    description: fillIn(description.join(' '), words),
    priceCents: namesPay ? euros * 100 : null,
    priceLabel: namesPay ? PriceLabel.PerMonth : PriceLabel.None,
    priceSuffix: namesPay ? 'per month' : null,
    condition: Condition.NA,
    property: null,
    vehicle: null,
    photos: photosOf(subject, null, random.integer(1, 2)),
  };
}
