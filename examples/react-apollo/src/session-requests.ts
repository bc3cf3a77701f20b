/** Signing in and out at the gateway, which sets the cookie of the session and takes it away. */
import type { Session } from './session-store.ts';

const PATH = '/session';

/** Gives who is signed in, also after a reload; null for nobody. @throws Error when the gateway cannot say */
export const readSession = async (): Promise<Session | null> => {
  const response = await fetch(PATH);
  const body: unknown = await response.json();
  if (response.status >= 500) throw new Error(`The gateway cannot say who is signed in: status ${response.status}.`);
  return toSession(body);
};

/** Signs a user in. @throws Error with what the gateway says of it */
export const signIn = async (username: string, password: string): Promise<Session> => {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const body: unknown = await response.json().catch(() => null);
  const session = response.ok ? toSession(body) : null;
  if (session === null) throw new Error(textOf(body, 'message') ?? `Signing in failed with status ${response.status}.`);
  return session;
};

/** Signs out. @throws TypeError when the gateway cannot be reached: the cookie is then still there */
export const signOut = async (): Promise<void> => {
  await fetch(PATH, { method: 'DELETE' });
};

const textOf = (body: unknown, name: string): string | null => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
  return typeof value === 'string' ? value : null;
};

const toSession = (body: unknown): Session | null => {
  const username = textOf(body, 'username');
  return username === null ? null : { username };
};
