/**
 * Returns whether a header `Host` names this machine by a name that no other site can have.
 *
 * A page of another site can have its name resolved to an address of this machine once it is loaded (DNS rebinding). The browser
 * then takes this gateway for the site of that page, and lets it read what it is sent; but it sends the name of the site as `Host`.
 *
 * @param host the header; its port says nothing
 * @param others further names or addresses, e.g. the one that the gateway listens on
 */
export const isOwnHost = (host: string | undefined, others: readonly string[]): boolean => {
  const name = withoutPort(host?.toLowerCase() ?? '');
  return isLoopbackName(name) || others.some((other) => bracketed(other.toLowerCase()) === name);
};

/** Returns whether a host name or address, of IPv6 in brackets, is always this machine's. */
export const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/.test(name);

const withoutPort = (host: string): string => host.replace(/:\d{1,5}$/, '');

/** An address of IPv6 as a URL has it; anything else as it is. */
const bracketed = (name: string): string => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name);
