/** Shows the watch list of whoever signs in. */
import type { ResultOf } from 'gql.tada';
import { ListingsClient } from './client.ts';
import { unwatchListing, watchList, watchListing } from './operations.ts';

type Watched = NonNullable<NonNullable<ResultOf<typeof watchList>['viewer']>['watchedListings']>['nodes'][number];

const client = new ListingsClient(import.meta.env['VITE_GATEWAY_URL'] ?? 'http://localhost:4000/graphql');

const find = <E extends Element>(selector: string, kind: new () => E): E => {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}`);
  return element;
};

const readText = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

const form = find('#sign-in', HTMLFormElement);
const status = find('#status', HTMLParagraphElement);
const list = find('#watched', HTMLUListElement);

/** Does something, and says what went wrong. */
const attempt = async (action: () => Promise<void>): Promise<void> => {
  try {
    await action();
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
};

const toggle = async (id: string, isWatching: boolean): Promise<boolean> => {
  if (isWatching) {
    const { data } = await client.run(unwatchListing, { id });
    return data.unwatchListing?.listing?.viewerIsWatching ?? false;
  }
  const { data } = await client.run(watchListing, { id });
  return data.watchListing?.listing?.viewerIsWatching ?? true;
};

const itemFor = ({ id, title, price, viewerIsWatching }: Watched): HTMLLIElement => {
  const [item, name, button] = [
    document.createElement('li'),
    document.createElement('span'),
    document.createElement('button'),
  ];
  let isWatching = viewerIsWatching ?? true;
  const show = () => {
    button.textContent = isWatching ? '★ Watch' : '☆ Watch';
    button.setAttribute('aria-pressed', String(isWatching));
  };
  name.textContent = `${title} · ${price?.formatted ?? 'ask for the price'}`;
  button.type = 'button';
  button.setAttribute('aria-label', `Watch ${title}`);
  button.addEventListener('click', () => {
    void attempt(async () => {
      isWatching = await toggle(id, isWatching);
      show();
    });
  });
  show();
  item.append(name, button);
  return item;
};

const showWatchList = async (): Promise<void> => {
  const { data, problem } = await client.run(watchList, { first: 20 });
  const listings = data.viewer?.watchedListings;
  const count = listings ? `${listings.nodes.length} of ${listings.totalCount ?? 0} listings` : null;
  status.textContent = [count, problem].filter((part) => part !== null).join('. ');
  list.replaceChildren(...(listings?.nodes ?? []).map(itemFor));
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const data = new FormData(form);
  void attempt(async () => {
    const problem = await client.signIn(readText(data, 'username'), readText(data, 'password'));
    if (problem !== null) throw new Error(problem);
    form.remove();
    await showWatchList();
  });
});
