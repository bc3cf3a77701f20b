import type { PhotoFile } from './photo-file.ts';

/** A file in the place of its variable, where JSON alone could never put one. */
export class UploadedFile implements PhotoFile {
  /** Out of sight of who walks through the variables or prints them: what has come of the file is no part of their size. */
  readonly #file: PhotoFile;

  constructor(file: PhotoFile) {
    this.#file = file;
  }

  get stream(): PhotoFile['stream'] {
    return this.#file.stream;
  }

  get declaredType(): PhotoFile['declaredType'] {
    return this.#file.declaredType;
  }

  get filename(): PhotoFile['filename'] {
    return this.#file.filename;
  }

  get size(): PhotoFile['size'] {
    return this.#file.size;
  }

  get digest(): PhotoFile['digest'] {
    return this.#file.digest;
  }
}
