import type { CardFragment } from './generated/graphql.ts';
import { listingHref } from './route.ts';

/** A grid of listings, each a link to its page. */
export const ListingCards = ({ listings }: { readonly listings: readonly CardFragment[] }) => (
  <ul className="cards">
    {listings.map(({ id, title, thumbnailUrl, price, priceSuffix }) => (
      <li key={id}>
        <a className="card" href={listingHref(id)}>
          {thumbnailUrl === null ? (
            <span className="no-photo">No photo</span>
          ) : (
            <img src={thumbnailUrl} alt="" loading="lazy" />
          )}
          <span className="card-title">{title}</span>
          <span className="price">
            {price?.formatted ?? 'Ask for the price'} <small>{priceSuffix}</small>
          </span>
        </a>
      </li>
    ))}
  </ul>
);
