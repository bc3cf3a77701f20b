import { useQuery } from '@apollo/client/react';
import {
  MakeMainPhotoDocument,
  type OwnPhotosFragment,
  PhotoManagerDocument,
  RemovePhotoDocument,
  RotatePhotoDocument,
} from './generated/graphql.ts';
import { PhotoUpload } from './photo-upload.tsx';
import { Problem } from './problem.tsx';
import { listingHref } from './route.ts';
import { useWrite } from './use-write.ts';

type OwnPhoto = NonNullable<NonNullable<OwnPhotosFragment['definition']>['photos']>[number];

interface PhotosProps {
  readonly listing: OwnPhotosFragment;
  readonly photos: readonly OwnPhoto[];
}

/**
 * The photos in their order, and what can be done with each. A change may move photos, and they are named by their places: so the next
 * change waits for the answer to the one before, which has all photos as they are then.
 */
const Photos = ({ listing: { id, photoSpecs }, photos }: PhotosProps) => {
  const main = useWrite(MakeMainPhotoDocument);
  const rotate = useWrite(RotatePhotoDocument);
  const remove = useWrite(RemovePhotoDocument);
  const writes = [main, rotate, remove];
  const isSending = writes.some((write) => write.isSending);
  const failed = writes.find(({ error }) => error !== undefined);
  const refusals = [
    main.data?.setDefaultListingPhoto,
    rotate.data?.rotateListingPhoto,
    remove.data?.deleteListingPhoto,
  ].flatMap((payload) => payload?.userErrors ?? []);
  const problem = failed?.error ?? refusals[0]?.message;
  return (
    <>
      {photos.length === 0 ? <p>There are no photos yet.</p> : null}
      <ol className="photo-list" aria-label="Photos in their order">
        {photos.map(({ index, isMain, url, thumbnailUrl }, position) => {
          const name = `photo ${position + 1} of ${photos.length}`;
          const input = { id, index };
          return (
            <li key={index} className="panel">
              <img src={thumbnailUrl ?? url ?? ''} alt={`Photo ${position + 1} of ${photos.length}`} />
              <div className="actions">
                {isMain === true ? (
                  <strong>Main photo</strong>
                ) : (
                  <button type="button" className="quiet" disabled={isSending} onClick={() => main.start({ input })}>
                    Make main<span className="unseen"> photo: {name}</span>
                  </button>
                )}
                <button type="button" className="quiet" disabled={isSending} onClick={() => rotate.start({ input })}>
                  Rotate<span className="unseen"> {name}</span>
                </button>
                <button type="button" className="quiet" disabled={isSending} onClick={() => remove.start({ input })}>
                  Remove<span className="unseen"> {name}</span>
                </button>
              </div>
            </li>
          );
        })}
      </ol>
      <p role="status" className="hint">
        {isSending ? 'Changing the photos…' : ''}
      </p>
      {problem === undefined ? null : <Problem error={problem} retry={failed?.retry} />}
      <PhotoUpload id={id} count={photos.length} specs={photoSpecs} />
    </>
  );
};

/** What an owner does with the photos of a listing. The service has no way to move one but to make it the main one. */
export const PhotosPage = ({ id }: { readonly id: string }) => {
  const { data, error, loading, refetch } = useQuery(PhotoManagerDocument, { variables: { id } });
  if (loading) return <p className="hint">Opening the photos…</p>;
  const listing = data?.listing;
  if (!listing) {
    return error === undefined ? <p>The listing was not found.</p> : <Problem error={error} retry={refetch} />;
  }
  const photos = listing.definition?.photos;
  return (
    <>
      <title>{`Photos of ${listing.title} · Marketplace`}</title>
      <p>
        <a href={listingHref(id)}>{listing.title}</a>
      </p>
      <h1>Photos</h1>
      {photos ? (
        <Photos listing={listing} photos={photos} />
      ) : (
        <Problem error={error ?? 'Only the owner of a listing changes its photos.'} retry={error && refetch} />
      )}
    </>
  );
};
