/** The largest page that is requested from the service, by the gateway and by `probe` (ruling R24). */
export const MAX_PAGE_SIZE = 100;
