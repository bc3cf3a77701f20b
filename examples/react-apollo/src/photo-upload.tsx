import { UploadPhotoDocument } from './generated/graphql.ts';
import { Problem } from './problem.tsx';
import { useWrite } from './use-write.ts';

interface PhotoUploadProps {
  readonly id: string;
  /** In words. */
  readonly limits: string;
}

/** Adds a photo to a listing of one's own. The answer has all photos as they are now, which the gallery then shows. */
export const PhotoUpload = ({ id, limits }: PhotoUploadProps) => {
  const { start, retry, data, error, isSending } = useWrite(UploadPhotoDocument);
  const problem = error?.message ?? data?.uploadListingPhoto?.userErrors[0]?.message;
  return (
    <div className="panel">
      <label>
        Add a photo
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={isSending}
          aria-describedby="photo-limits"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file !== undefined) start({ input: { id, file } });
          }}
        />
      </label>
      <p id="photo-limits" className="hint">
        {limits}
      </p>
      <p role="status" className="hint">
        {isSending ? 'Uploading…' : data?.uploadListingPhoto?.listing ? 'The photo is there.' : ''}
      </p>
      {problem === undefined ? null : <Problem text={problem} retry={retry} />}
    </div>
  );
};
