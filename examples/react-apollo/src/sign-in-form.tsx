import { useMutation } from '@apollo/client/react';
import { use } from 'react';
import { changePerson } from './change-person.ts';
import { forTokens } from './client.ts';
import { SignInDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';
import { SessionContext } from './session-context.ts';

const readText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Asks for name and password. They travel in variables, and in an operation of their own: the gateway takes no other. */
export const SignInForm = ({ reason }: { readonly reason: string }) => {
  const store = use(SessionContext);
  const [signIn, { client, data, error, loading }] = useMutation(SignInDocument, forTokens);
  const problem = error?.message ?? data?.signIn?.userErrors[0]?.message;
  const submit = (form: FormData) => {
    const [username, password] = [readText(form, 'username'), readText(form, 'password')];
    signIn({ variables: { input: { username, password } } }).then(
      ({ data: answer }) => (answer?.signIn?.session ? changePerson(client, store, answer.signIn.session) : undefined),
      // What went wrong is in the result of the mutation, and shown.
      () => undefined,
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
      <p>{reason}</p>
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
      {problem === undefined ? null : <Problem text={problem} />}
      <button type="submit" disabled={loading}>
        Sign in
      </button>
    </form>
  );
};
