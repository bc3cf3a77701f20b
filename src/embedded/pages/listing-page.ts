/** The page of a listing: where `ItemDetail.Url` leads. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { getSeller } from '../accounts/accounts.ts';
import { picturePath } from '../core/written-values.ts';
import { numericParams, textParams } from '../listing-views/extra-params.ts';
import { isVisible, noSuchListing } from '../listings/listing-access.ts';
import { findListing, type ListingRow, priceText } from '../listings/listing-row.ts';
import { listPictureKeys } from '../photos/photos.ts';
import type { Service } from '../service/service.ts';
import { type PageContent, writeNotFound, writePage } from './page.ts';

/** Creates the pages of listings, which show what everybody may see; 404 for other listings. */
export const createListingPage =
  (service: Service) =>
  (context: Context): Response | Promise<Response> => {
    const id = Number(context.req.param('id'));
    const listing = Number.isSafeInteger(id) ? findListing(service, null, id) : undefined;
    if (listing === undefined || !isVisible(service, listing, null)) {
      return writeNotFound(context, noSuchListing(id));
    }
    const pictureKeys = listPictureKeys(service, listing.id);
    return writePage(
      context,
      listing.title,
      html`<p>${listing.sectionName} › ${listing.categoryName}</p>
<h1>${listing.title}</h1>
<p class="price"><strong>${priceText(listing) ?? 'Price on request'}</strong> · ${service.labels.labelOf('localities', listing.localityId)}</p>
<div class="photos">${pictureKeys.map((key) => html`<img src="${picturePath(key, 'thumb')}" alt="">`)}</div>
<p>${listing.description}</p>
${writeFacts(service, listing)}
${writeSeller(service, listing)}
${writeQuery(service, context, listing)}`,
    );
  };

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const writeFacts = ({ labels }: Service, listing: ListingRow): PageContent => {
  const facts = [textParams(listing), numericParams(listing, labels)].flatMap(({ Labels, Text }) =>
    (Labels ?? []).map((label, at) => [label, Text?.[at]]),
  );
  facts.push(['Listed', day.format(listing.listedAt)]);
  return html`<h2>Facts</h2>
<div class="card"><table class="facts">${facts.map(([label, text]) => html`<tr><td>${label}</td><td>${text}</td></tr>`)}</table></div>`;
};

const writeSeller = (service: Service, { ownerId }: ListingRow): PageContent => {
  const { name, accountType, profile } = getSeller(service, ownerId);
  const since = day.format(new Date(profile.RegistrationDate));
  return html`<h2>Seller</h2>
<p>${name}${accountType === null ? '' : ` · ${accountType}`} · ${profile.ItemCount} listings · since ${since}</p>`;
};

const writeQuery = ({ explorerPort }: Service, context: Context, { id }: ListingRow): PageContent | string => {
  if (explorerPort === null) return '';
  const explorer = new URL('/graphql', context.req.url);
  explorer.port = String(explorerPort);
  explorer.searchParams.set(
    'query',
    `query Listing {\n  listing(id: "${id}") {\n    title\n    description\n    price {\n      formatted\n    }\n    photos {\n      url\n    }\n  }\n}\n`,
  );
  return html`<p><a href="${explorer.href}">See it in GraphQL</a></p>`;
};
