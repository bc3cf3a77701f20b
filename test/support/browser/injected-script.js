/**
 * A script that an attacker has brought into a page, before the scripts of the page: it listens to what they do, and then searches
 * everything that it can reach for secrets.
 */
(() => {
  /** What the page's own scripts may replace afterwards is kept. */
  const { apply, ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const NativeSet = Set;
  const NativeMap = Map;
  const nativeFetch = fetch.bind(globalThis);
  const nativeClone = Reflect.get(Response.prototype, 'clone');
  const nativeText = Reflect.get(Response.prototype, 'text');
  const addTo = Reflect.get(NativeSet.prototype, 'add');
  const isIn = Reflect.get(NativeSet.prototype, 'has');
  const eachOfMap = Reflect.get(NativeMap.prototype, 'forEach');
  const eachOfSet = Reflect.get(NativeSet.prototype, 'forEach');
  const decode = Reflect.get(TextDecoder.prototype, 'decode');

  /** @type {string[]} */
  const texts = [];
  /** @type {Set<object>} */
  const held = new NativeSet();

  /** @param {readonly unknown[]} values */
  const note = (values) => {
    for (const value of values) {
      if (typeof value === 'string') texts.push(value);
      else if ((typeof value === 'object' && value !== null) || typeof value === 'function')
        apply(addTo, held, [value]);
    }
  };

  /** @param {Response} response */
  const noteResponse = (response) => {
    texts.push(JSON.stringify([...response.headers]), response.url);
    const copy = apply(nativeClone, response, []);
    apply(nativeText, copy, []).then(
      (/** @type {string} */ text) => texts.push(text),
      () => {},
    );
  };

  /**
   * Listens to a function: what it is called on and with, and what it gives.
   *
   * @param {object} owner
   * @param {string} name
   */
  const listen = (owner, name) => {
    const original = Reflect.get(owner, name);
    if (typeof original !== 'function') return;
    Object.defineProperty(owner, name, {
      configurable: true,
      writable: true,
      value: new Proxy(original, {
        apply: (target, self, values) => {
          note(values);
          note([self]);
          const result = apply(target, self, values);
          note([result]);
          if (result instanceof Promise)
            result.then(
              (given) => note([given]),
              () => {},
            );
          return result;
        },
        construct: (target, values, newTarget) => {
          note(values);
          const made = Reflect.construct(target, values, newTarget);
          note([made]);
          return made;
        },
      }),
    });
  };

  globalThis.fetch = async (...values) => {
    note(values);
    const response = await nativeFetch(...values);
    noteResponse(response);
    return response;
  };

  for (const [owner, names] of /** @type {[object, string[]][]} */ ([
    [
      globalThis,
      [
        'postMessage',
        'atob',
        'btoa',
        'structuredClone',
        'Request',
        'Headers',
        'Blob',
        'WebSocket',
        'EventSource',
        'Worker',
        'BroadcastChannel',
      ],
    ],
    [Response.prototype, ['text', 'json', 'arrayBuffer', 'blob', 'clone']],
    [Headers.prototype, ['get', 'set', 'append', 'entries']],
    [XMLHttpRequest.prototype, ['open', 'setRequestHeader', 'send', 'getAllResponseHeaders']],
    [Storage.prototype, ['getItem', 'setItem']],
    [IDBObjectStore.prototype, ['put', 'add']],
    [Cache.prototype, ['put', 'add']],
    [History.prototype, ['pushState', 'replaceState']],
    [Navigator.prototype, ['sendBeacon']],
    [MessagePort.prototype, ['postMessage']],
    [Worker.prototype, ['postMessage']],
    [BroadcastChannel.prototype, ['postMessage']],
    [WebSocket.prototype, ['send']],
    [EventTarget.prototype, ['addEventListener', 'dispatchEvent']],
    [WeakMap.prototype, ['set']],
    [JSON, ['parse', 'stringify']],
    [TextDecoder.prototype, ['decode']],
    [TextEncoder.prototype, ['encode']],
    [console, ['log', 'info', 'warn', 'error', 'debug', 'table']],
  ])) {
    for (const name of names) listen(owner, name);
  }

  /** Most objects that are visited: a page that has more is not searched to its end, and the test fails. */
  const MOST = 4_000_000;

  /** Objects of which the properties of each prototype would be read: there are thousands of them, and nothing of a page is in these. */
  const isPlain = (/** @type {object} */ value) =>
    value instanceof Node ||
    value instanceof CSSStyleDeclaration ||
    value instanceof CSSRule ||
    value instanceof StyleSheet;

  /** @param {object} value */
  const readersOf = (value) => {
    /** @type {PropertyKey[]} */
    const names = [];
    for (let from = getPrototypeOf(value); from !== null && from !== Object.prototype; from = getPrototypeOf(from)) {
      for (const key of ownKeys(from)) if (getOwnPropertyDescriptor(from, key)?.get !== undefined) names.push(key);
    }
    return names;
  };

  /**
   * Walks all that can be reached from some values.
   *
   * @param {readonly [path: string, value: unknown][]} roots
   * @param {(text: string, path: string) => void} onText
   */
  const walk = (roots, onText) => {
    /** @type {Set<unknown>} */
    const seen = new NativeSet();
    /** @type {[string, object][]} */
    const queue = [];
    const visit = (/** @type {unknown} */ value, /** @type {string} */ path) => {
      if (typeof value === 'string') return onText(value, path);
      if (typeof value === 'symbol') return onText(String(value), path);
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      if (value === texts || value === held || value === seen || value === queue || apply(isIn, seen, [value])) return;
      apply(addTo, seen, [value]);
      queue.push([path, value]);
    };
    const attempt = (/** @type {() => void} */ read) => {
      try {
        read();
      } catch {
        // What a script cannot read, it does not learn.
      }
    };
    for (const [path, value] of roots) visit(value, path);
    for (let at = 0; at < queue.length && at < MOST; at += 1) {
      const [path, value] = queue[at] ?? ['', {}];
      const where = (/** @type {unknown} */ key) => (path.length > 300 ? path : `${path}.${String(key)}`);
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        attempt(() => onText(apply(decode, new TextDecoder('latin1'), [value]), path));
        continue;
      }
      attempt(() => visit(getPrototypeOf(value), where('prototype of')));
      if (value instanceof NativeMap) {
        attempt(() =>
          apply(eachOfMap, value, [
            (/** @type {unknown} */ entry, /** @type {unknown} */ key) =>
              (visit(key, where('key')), visit(entry, where(key))),
          ]),
        );
      }
      if (value instanceof NativeSet)
        attempt(() => apply(eachOfSet, value, [(/** @type {unknown} */ entry) => visit(entry, where('entry'))]));
      /** @type {PropertyKey[]} */
      let keys = [];
      attempt(() => (keys = ownKeys(value)));
      for (const key of keys) {
        onText(String(key), path);
        attempt(() => visit(Reflect.get(value, key), where(key)));
      }
      for (const key of isPlain(value)
        ? ['value', 'shadowRoot', 'contentDocument', 'parentNode', 'firstChild', 'nextSibling', 'nodeValue']
        : readersOf(value)) {
        attempt(() => visit(Reflect.get(value, key), where(key)));
      }
      attempt(() => {
        if (!(value instanceof Element)) return;
        for (const { name, value: text } of value.attributes) onText(text, where(name));
      });
    }
    return queue.length;
  };

  /** Reads databases, caches, storages and cookies. @returns {Promise<[string, unknown][]>} */
  const readStorages = async () => {
    /** @type {[string, unknown][]} */
    const found = [
      ['localStorage', Object.entries(localStorage)],
      ['sessionStorage', Object.entries(sessionStorage)],
      ['document.cookie', document.cookie],
      ['cookieStore', await Reflect.get(globalThis, 'cookieStore')?.getAll()],
    ];
    /** @param {IDBRequest} request @returns {Promise<any>} */
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const opened = database.transaction(store).objectStore(store);
        found.push([`indexedDB.${name}.${store}`, [await done(opened.getAll()), await done(opened.getAllKeys())]]);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push([
          `caches.${name}`,
          [request.url, [...request.headers], [...(response?.headers ?? [])], await response?.text()],
        ]);
      }
    }
    return found;
  };

  /** Asks for all that may tell something of the session. @param {readonly [path: string, init: RequestInit][]} requests */
  const askFor = (requests) =>
    Promise.all(
      requests.map(async ([path, init]) => {
        const response = await nativeFetch(path, init);
        return /** @type {[string, unknown]} */ ([
          `response of ${path}`,
          [[...response.headers], await response.text(), response.url],
        ]);
      }),
    );

  Object.defineProperty(globalThis, 'searchFor', {
    value: async (
      /** @type {Readonly<Record<string, readonly string[]>>} */ secrets,
      /** @type {readonly [string, RequestInit][]} */ requests,
    ) => {
      const roots = [
        ...(await readStorages()),
        ...(await askFor(requests)),
        ['performance', performance.getEntries().map(({ name }) => name)],
        ['address', [location.href, document.referrer, history.state]],
        ['document', document.documentElement.outerHTML],
        ['heard', [...texts]],
        ['held', [...held]],
        ['window', globalThis],
      ];
      const pieces = Object.entries(secrets);
      const any = new RegExp(
        pieces
          .flatMap(([, each]) => each)
          .map((each) => each.replaceAll(/[^\w]/g, '\\$&'))
          .join('|'),
      );
      /** @type {Record<string, string>} */
      const places = {};
      let characters = 0;
      const objects = walk(/** @type {[string, unknown][]} */ (roots), (text, path) => {
        characters += text.length;
        if (text.length < 12 || !any.test(text)) return;
        for (const [name, each] of pieces)
          if (!(name in places) && each.some((piece) => text.includes(piece))) places[name] = path;
      });
      return { places, objects, characters, isWhole: objects < MOST };
    },
  });
})();
