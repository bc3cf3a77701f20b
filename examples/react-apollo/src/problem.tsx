/** Says what went wrong, in the words of the gateway, and offers to try again where that helps. */
export const Problem = ({ text, retry }: { readonly text: string; readonly retry?: (() => unknown) | undefined }) => (
  <p role="alert" className="problem">
    {text}{' '}
    {retry === undefined ? null : (
      <button type="button" className="quiet" onClick={() => void retry()}>
        Try again
      </button>
    )}
  </p>
);
