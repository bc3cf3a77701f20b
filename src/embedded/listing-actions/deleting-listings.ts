/** Deleting listings: DELETE /v1/listings/{id} and POST /v1/listings/delete. In Test Mode live ones can be deleted too. */
import type { WireInt64 } from '../../contract/structure.ts';
import { getEditableListing } from '../listings/editable-listing.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { actOnEach, readItems } from './multi-listing.ts';

const removeListing = (service: Service, editorId: number, id: WireInt64): void => {
  const listing = getEditableListing(service, editorId, id);
  service.database.run('UPDATE listings SET deleted_at = ? WHERE id = ?', [service.now(), listing.id]);
};

/** DELETE /v1/listings/{id}. 404 for one that is deleted already, 403 for one of somebody else. */
export const deleteListing: Handler<'deleteListing'> = ({ path, caller }, service) =>
  service.database.transaction(() => removeListing(service, caller.userId, path.id));

/** POST /v1/listings/delete: what cannot be deleted is reported, the rest is deleted. `PaymentAuth` does not matter. */
export const deleteListings: Handler<'deleteListings'> = ({ body, caller }, service) => {
  const ids = readItems(body.Items, "Body field 'Items'");
  return service.database.transaction(() => actOnEach(ids, (id) => removeListing(service, caller.userId, id)));
};
