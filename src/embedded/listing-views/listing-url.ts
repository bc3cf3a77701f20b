/** Address of the page of a listing. */
import type { Service } from '../service/service.ts';

/** URL of the page of a listing on this service. */
export const listingUrl = ({ origin }: Service, id: number): string => `${origin}/listings/${id}`;
