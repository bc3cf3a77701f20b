import { useApolloClient } from '@apollo/client/react';
import { use, useState } from 'react';
import { changeUser } from './change-user.ts';
import { Problem } from './problem.tsx';
import { SessionContext, useSession } from './session-context.ts';
import { signIn } from './session-requests.ts';

const readText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Asks for username and password, and signs in: the gateway sets a cookie, and no token reaches the page. */
export const SignInForm = ({ reason }: { readonly reason: string }) => {
  const client = useApolloClient();
  const store = use(SessionContext);
  const { hasEnded } = useSession();
  const [attempt, setAttempt] = useState<{ readonly problem: unknown; readonly isSending: boolean }>({
    problem: null,
    isSending: false,
  });
  const submit = (form: FormData) => {
    setAttempt({ problem: null, isSending: true });
    signIn(readText(form, 'username'), readText(form, 'password')).then(
      (session) => changeUser(client, store, { session, hasEnded: false }),
      (error: unknown) => setAttempt({ problem: error, isSending: false }),
    );
  };
  return (
    <form
      className="panel sign-in"
      aria-labelledby="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <h2 id="sign-in">Sign in</h2>
      <p>{hasEnded ? 'Your session has ended: sign in again.' : reason}</p>
      <p className="hint">
        With the demo data: <code>seller</code>, password <code>demo-password</code>.
      </p>
      <label>
        Username
        <input name="username" autoComplete="username" required />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      {attempt.problem === null ? null : <Problem error={attempt.problem} />}
      <button type="submit" disabled={attempt.isSending}>
        Sign in
      </button>
    </form>
  );
};
