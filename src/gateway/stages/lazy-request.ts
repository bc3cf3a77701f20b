/** Requests as plugins see them, made only when one of them looks. */
import type { RequestHead } from '../http/router.ts';

const stringsOf = (headers: RequestHead['headers']): Record<string, string> => {
  const strings: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') strings[name] = value;
  }
  return strings;
};

/** A request for the head of a response is one by GET, which changes nothing either. */
const methodOf = ({ method }: RequestHead): string => (method === 'POST' ? 'POST' : 'GET');

/** Stands in for a request: the method, which Yoga asks for each time, is known without it. */
class Making implements ProxyHandler<Request> {
  readonly #head: RequestHead;
  readonly #make: (head: RequestHead) => Request;
  #made: Request | null = null;

  constructor(head: RequestHead, make: (head: RequestHead) => Request) {
    this.#head = head;
    this.#make = make;
  }

  get(_target: Request, name: string | symbol): unknown {
    if (name === 'method') return methodOf(this.#head);
    const request = this.#request;
    const value: unknown = Reflect.get(request, name, request);
    return typeof value === 'function' ? value.bind(request) : value;
  }

  set(_target: Request, name: string | symbol, value: unknown): boolean {
    return Reflect.set(this.#request, name, value);
  }

  has(_target: Request, name: string | symbol): boolean {
    return name in this.#request;
  }

  get #request(): Request {
    this.#made ??= this.#make(this.#head);
    return this.#made;
  }
}

/** Creates the function that gives the request of a head. It has neither a body nor the address of anybody. */
export const createLazyRequest = (OwnRequest: typeof Request): ((head: RequestHead) => Request) => {
  const make = (head: RequestHead): Request =>
    new OwnRequest(`http://gateway${head.url ?? ''}`, { method: methodOf(head), headers: stringsOf(head.headers) });
  const none = new OwnRequest('http://gateway');
  return (head) => new Proxy(none, new Making(head, make));
};
