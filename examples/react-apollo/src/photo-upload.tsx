import { useMutation } from '@apollo/client/react';
import { UploadPhotoDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';

interface PhotoUploadProps {
  readonly id: string;
  /** In words. */
  readonly limits: string;
}

/** Adds a photo to a listing of one's own. The answer has all photos as they are now, which the gallery then shows. */
export const PhotoUpload = ({ id, limits }: PhotoUploadProps) => {
  const [upload, { data, error, loading }] = useMutation(UploadPhotoDocument);
  const problem = error?.message ?? data?.uploadListingPhoto?.userErrors[0]?.message;
  const send = (file: File | undefined) => {
    if (file === undefined) return;
    // What went wrong is in the result of the mutation, and shown.
    upload({ variables: { input: { id, file } } }).catch(() => undefined);
  };
  return (
    <div className="panel">
      <label>
        Add a photo
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={loading}
          aria-describedby="photo-limits"
          onChange={({ target }) => {
            send(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
      <p id="photo-limits" className="hint">
        {limits}
      </p>
      <p role="status" className="hint">
        {loading ? 'Uploading…' : data?.uploadListingPhoto?.listing ? 'The photo is there.' : ''}
      </p>
      {problem === undefined ? null : <Problem text={problem} />}
    </div>
  );
};
