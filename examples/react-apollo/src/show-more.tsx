import { useState } from 'react';
import { Problem } from './problem.tsx';

interface ShowMoreProps {
  /** What the list says of its end. */
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null } | undefined;
  /** Loads the page after this cursor; the cache puts it behind those that are there. */
  readonly load: (after: string) => Promise<{ readonly error?: unknown }>;
}

/** The way to the next page of a list; nothing at its end. */
export const ShowMore = ({ pageInfo, load }: ShowMoreProps) => {
  const [state, setState] = useState<{ readonly isLoading: boolean; readonly error?: unknown }>({ isLoading: false });
  const after = pageInfo?.endCursor;
  if (pageInfo?.hasNextPage !== true || after == null) return null;
  const showMore = () => {
    setState({ isLoading: true });
    // The page may be empty: then there are no more.
    load(after).then(
      ({ error }) => setState({ isLoading: false, error }),
      (error: unknown) => setState({ isLoading: false, error }),
    );
  };
  return (
    <>
      <button type="button" className="quiet more" disabled={state.isLoading} onClick={showMore}>
        {state.isLoading ? 'Loading…' : 'Show more'}
      </button>
      {state.error === undefined ? null : <Problem error={state.error} />}
    </>
  );
};
