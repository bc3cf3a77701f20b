import { type OwnPhotosFragment, UploadPhotoDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';
import { useWrite } from './use-write.ts';

interface PhotoUploadProps {
  readonly id: string;
  readonly count: number;
  /** Null when the service does not say. */
  readonly specs: OwnPhotosFragment['photoSpecs'];
}

/** Adds a photo to a listing of one's own. The answer has all photos as they are now, which the page then shows. */
export const PhotoUpload = ({ id, count, specs }: PhotoUploadProps) => {
  const { start, retry, data, error, isSending } = useWrite(UploadPhotoDocument);
  const problem = error ?? data?.uploadListingPhoto?.userErrors[0]?.message;
  const isFull = specs?.maxCount != null && count >= specs.maxCount;
  return (
    <div className="panel">
      <label>
        Add a photo
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={isSending || isFull}
          aria-describedby="photo-limits"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file !== undefined) start({ input: { id, file } });
          }}
        />
      </label>
      <p id="photo-limits" className="hint">
        {isFull
          ? `All ${count} photos that this category allows are there: remove one to add another.`
          : `JPEG, PNG or WebP, up to 10 MB and ${specs?.maxWidth ?? '?'} × ${specs?.maxHeight ?? '?'} pixels. ${count} of ${specs?.maxCount ?? '?'} photos are there.`}
      </p>
      <p role="status" className="hint">
        {isSending ? 'Uploading…' : data?.uploadListingPhoto?.listing ? 'The photo is there.' : ''}
      </p>
      {problem === undefined ? null : <Problem error={problem} retry={retry} />}
    </div>
  );
};
