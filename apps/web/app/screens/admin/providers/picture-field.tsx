/** The picture of new evidence: sent at once, and public when the form is saved with its id. */
import { evidencePictureLimits } from '@hakiki/contract/limits';
import { useId, useState } from 'react';
import { getFailureText } from '../../../lib/errors/failure.ts';
import { formatBytes } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { PictureInput } from '../../../components/forms/picture-input.tsx';
import { uploadEvidencePicture } from './queries.ts';

export function PictureField() {
  const inputId = useId();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const [pictureId, setPictureId] = useState<string>();

  async function send(file: File) {
    if (file.size > evidencePictureLimits.fileBytes) {
      setError(m.provider_editor_picture_large());
      return;
    }
    const id = crypto.randomUUID();
    setError(undefined);
    setPictureId(undefined);
    setIsSending(true);
    try {
      await uploadEvidencePicture(id, file);
      setPictureId(id);
    } catch (failure) {
      setError(getFailureText(failure, m.business_file_failed()));
    }
    setIsSending(false);
  }

  return (
    <div className="flex flex-col gap-2">
      <PictureInput
        id={inputId}
        label={m.report_optional({ label: m.provider_editor_picture() })}
        hint={m.provider_editor_picture_hint({ size: formatBytes(evidencePictureLimits.fileBytes) })}
        status={
          (isSending && m.provider_editor_picture_sending()) ||
          (pictureId !== undefined && m.provider_editor_picture_sent())
        }
        error={error}
        isDisabled={isSending}
        onFile={(file) => void send(file)}
      />
      {pictureId && <input type="hidden" name="picture" value={pictureId} />}
    </div>
  );
}
