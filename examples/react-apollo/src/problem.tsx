import { sentencesOf } from './sentences.ts';

interface ProblemProps {
  /** What failed; or what is wrong, in words. */
  readonly error: unknown;
  readonly retry?: (() => unknown) | undefined;
}

/** Says what went wrong, each thing once, and offers to try again where that helps. */
export const Problem = ({ error, retry }: ProblemProps) => (
  <div role="alert" className="problem">
    {sentencesOf(error).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {retry === undefined ? null : (
      <button type="button" className="quiet" onClick={() => void retry()}>
        Try again
      </button>
    )}
  </div>
);
