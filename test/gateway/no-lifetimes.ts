/** Values of `Expires_in` that are no lifetime of a token. */
export const noLifetimes: readonly unknown[] = [undefined, null, 0, -1, '', ' 60', 'soon', [60]];
