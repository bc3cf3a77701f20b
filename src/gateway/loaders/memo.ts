/** A loader of one operation: loads each key once, however many fields ask for it. */
import DataLoader from 'dataloader';
import { UpstreamNotFoundError } from '../../upstream/call/errors.ts';

/** Loads the value of a key with one call. */
export type Load<Source, Key, Value> = (source: Source, key: Key) => Promise<Value>;

/**
 * A loader whose keys cannot be asked for together: each is one call, made once, and none waits for another's. Failures
 * are kept for the operation too, so that fifty fields that need the same thing do not ask fifty times for what just
 * failed. What it takes is made with the first key: most operations need few of their loaders.
 */
export class Memo<Source, Key, Value> {
  readonly #source: Source;
  readonly #load: Load<Source, Key, Value>;
  readonly #notFound: { readonly value: Value } | null;
  #loader: DataLoader<Key, Value, string> | null = null;
  /** Started loads by key. */
  #begun: Map<string, Promise<Value>> | null = null;

  /** @param notFound the value of what the service does not have; null where that is a failure */
  constructor(source: Source, load: Load<Source, Key, Value>, notFound: { readonly value: Value } | null) {
    this.#source = source;
    this.#load = load;
    this.#notFound = notFound;
  }

  /** Loads, unless that was done before. */
  load(key: Key): Promise<Value> {
    // DataLoader would make of what it knows a promise of its own, for each field that asks, that settles three steps later.
    return this.#begun?.get(nameOfKey(key)) ?? this.#getLoader().load(key);
  }

  /** Caches what is known already of what would be loaded, unless it has been loaded. */
  prime(key: Key, value: Value): void {
    this.#getLoader().prime(key, value);
  }

  /** Forgets all: what is asked for from now on is loaded again. */
  clearAll(): void {
    this.#loader?.clearAll();
  }

  #getLoader(): DataLoader<Key, Value, string> {
    if (this.#loader !== null) return this.#loader;
    this.#begun = new Map();
    this.#loader = new DataLoader<Key, Value, string>((keys) => this.#loadOne(keys), {
      batch: false,
      // There is nothing to collect: the call goes out as soon as the fields that are resolved together have asked.
      batchScheduleFn: afterFields,
      cacheKeyFn: nameOfKey,
      cacheMap: this.#begun,
    });
    return this.#loader;
  }

  async #loadOne([key]: readonly Key[]): Promise<(Value | Error)[]> {
    if (key === undefined) return [];
    try {
      return [await this.#load(this.#source, key)];
    } catch (error) {
      if (this.#notFound !== null && error instanceof UpstreamNotFoundError) return [this.#notFound.value];
      return [error instanceof Error ? error : new Error('A loader failed without an error.')];
    }
  }
}

function nameOfKey(key: unknown): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

const settled = Promise.resolve();

/** Does something as a microtask; `queueMicrotask` would make an AsyncResource for it, which takes several times as long. */
function afterFields(action: () => void): void {
  void settled.then(action);
}
