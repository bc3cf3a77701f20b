/** Resources that live as long as a measurement. */

/** Resources that are released together, the last first. */
export class Owned implements AsyncDisposable {
  readonly #owned: AsyncDisposable[] = [];

  /** Takes a resource; gives it back. */
  add<Resource extends AsyncDisposable>(resource: Resource): Resource {
    this.#owned.push(resource);
    return resource;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const resource of this.#owned.toReversed()) await resource[Symbol.asyncDispose]();
  }
}
