import { useState } from 'react';
import type { ListingPageQuery } from './generated/graphql.ts';

/** A photo of a listing. */
export type Photo = NonNullable<NonNullable<ListingPageQuery['listing']>['photos']>[number];

/** One photo large, and all of them small to choose from. */
export const PhotoGallery = ({ photos }: { readonly photos: readonly Photo[] }) => {
  const [chosen, setChosen] = useState(0);
  const shown = photos[chosen] ?? photos[0];
  if (shown === undefined) return <p className="no-photo gallery-empty">No photos yet</p>;
  const nameOf = ({ index }: Photo) => `Photo ${index + 1} of ${photos.length}`;
  return (
    <div className="gallery">
      <img className="large" src={shown.url ?? ''} alt={nameOf(shown)} />
      <ul aria-label="Photos">
        {photos.map((photo, position) => (
          <li key={photo.index}>
            <button
              type="button"
              aria-label={nameOf(photo)}
              aria-current={photo === shown ? 'true' : undefined}
              onClick={() => setChosen(position)}
            >
              <img src={photo.thumbnailUrl ?? photo.url ?? ''} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
