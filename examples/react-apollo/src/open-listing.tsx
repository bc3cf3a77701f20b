import { useState } from 'react';
import { Problem } from './problem.tsx';
import { listingHref, readListingNumber } from './route.ts';

/** Opens a listing by its number, or by a link to it that somebody shared. */
export const OpenListing = () => {
  const [isUnreadable, setUnreadable] = useState(false);
  const open = (text: FormDataEntryValue | null) => {
    const number = typeof text === 'string' ? readListingNumber(text) : null;
    setUnreadable(number === null);
    if (number !== null) window.location.hash = listingHref(number);
  };
  return (
    <form
      className="panel open-listing"
      onSubmit={(event) => {
        event.preventDefault();
        open(new FormData(event.currentTarget).get('listing'));
      }}
    >
      <label>
        Number of a listing, or a link to it
        <input name="listing" placeholder="1514" required />
      </label>
      <button type="submit">Open</button>
      {isUnreadable ? <Problem error="This is neither the number of a listing nor a link to one." /> : null}
    </form>
  );
};
