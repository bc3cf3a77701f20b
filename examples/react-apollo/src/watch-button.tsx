import { useMutation } from '@apollo/client/react';
import { UnwatchListingDocument, WatchListingDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';

interface WatchButtonProps {
  readonly id: string;
  readonly isWatching: boolean;
}

/** Watches a listing, or no longer. The answer carries the flag, and the cache brings it to every place that shows it. */
export const WatchButton = ({ id, isWatching }: WatchButtonProps) => {
  const [watch, watching] = useMutation(WatchListingDocument);
  const [unwatch, unwatching] = useMutation(UnwatchListingDocument);
  const { error } = isWatching ? unwatching : watching;
  const [refusal] = [
    ...(watching.data?.watchListing?.userErrors ?? []),
    ...(unwatching.data?.unwatchListing?.userErrors ?? []),
  ];
  const problem = error?.message ?? refusal?.message;
  // What went wrong is in the result of the mutation, and shown.
  const toggle = () => (isWatching ? unwatch : watch)({ variables: { id } }).catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className="watch"
        aria-pressed={isWatching}
        disabled={watching.loading || unwatching.loading}
        onClick={() => void toggle()}
      >
        <span aria-hidden="true">{isWatching ? '★' : '☆'}</span> {isWatching ? 'Watching' : 'Watch'}
      </button>
      {problem === undefined ? null : <Problem text={problem} />}
    </>
  );
};
