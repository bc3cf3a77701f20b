/** The page of a listing: where `ItemDetail.Url` leads. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { picturePath } from '../core/absolute-url.ts';
import { writeRefusal } from '../core/refusal.ts';
import { findListing } from '../listings/listing-row.ts';
import { isVisible, noSuchListing } from '../listings/listing-visibility.ts';
import { priceText } from '../listings/price-text.ts';
import { listPhotos } from '../photos/listing-photos.ts';
import type { Service } from '../service/service.ts';
import { writePage } from './page.ts';

/** Creates the pages of listings, which show what everybody may see; 404 for other listings. */
export const createListingPage =
  (service: Service) =>
  (context: Context): Response | Promise<Response> => {
    const id = Number(context.req.param('id'));
    const view = { viewerId: null, now: service.now() };
    const listing = Number.isSafeInteger(id) ? findListing(service.database, view, id) : undefined;
    if (listing === undefined || !isVisible(service.database, listing, view)) return writeRefusal(noSuchListing(id));
    const photos = listPhotos(service, listing.id);
    return writePage(
      context,
      listing.title,
      html`<p>${listing.sectionName} › ${listing.categoryName}</p>
<h1>${listing.title}</h1>
<p><strong>${priceText(listing) ?? 'Price on request'}</strong> · ${service.labels.labelOf('localities', listing.localityId)}</p>
<div class="photos">${photos.map(({ pictureKey }) => html`<img src="${picturePath(pictureKey, 'thumb')}" alt="">`)}</div>
<p>${listing.description}</p>`,
    );
  };
