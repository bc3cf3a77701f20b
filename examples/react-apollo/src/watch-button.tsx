import { forgetWatchList } from './cache.ts';
import { UnwatchListingDocument, WatchListingDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';
import { useWrite } from './use-write.ts';

interface WatchButtonProps {
  readonly id: string;
  readonly isWatching: boolean;
}

/** Watches a listing, or no longer. The answer carries the flag, and the cache brings it to every place that shows it. */
export const WatchButton = ({ id, isWatching }: WatchButtonProps) => {
  const watching = useWrite(WatchListingDocument, { update: forgetWatchList });
  const unwatching = useWrite(UnwatchListingDocument, { update: forgetWatchList });
  const { start, error, retry } = isWatching ? unwatching : watching;
  const [refusal] = [
    ...(watching.data?.watchListing?.userErrors ?? []),
    ...(unwatching.data?.unwatchListing?.userErrors ?? []),
  ];
  const problem = error ?? refusal?.message;
  return (
    <>
      <button
        type="button"
        className="watch"
        aria-pressed={isWatching}
        disabled={watching.isSending || unwatching.isSending}
        onClick={() => start({ id })}
      >
        <span aria-hidden="true">{isWatching ? '★' : '☆'}</span> {isWatching ? 'Watching' : 'Watch'}
      </button>
      {problem === undefined ? null : <Problem error={problem} retry={retry} />}
    </>
  );
};
