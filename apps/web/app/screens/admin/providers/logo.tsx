/** The logo of a provider in the console: shown as visitors see it, replaced and removed. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { logoLimits } from '@hakiki/contract/limits';
import { useId, useState } from 'react';
import { ProviderLogo } from '../../../components/providers/logo.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useQueryStore } from '../../../lib/api/use-query.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { getFailureText } from '../../../lib/errors/failure.ts';
import { formatBytes } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-labels.ts';
import { PictureInput } from '../../../components/forms/picture-input.tsx';
import { createLogoUpload, removeLogo } from './queries.ts';

export function LogoField({ provider: { id, name, logoUrl } }: { provider: AdminProvider }) {
  const inputId = useId();
  const store = useQueryStore();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const { run: remove, isRunning } = useMutation(removeLogo, {
    success: () => ({ title: m.provider_editor_logo_removed() }),
    failure: changeFailure,
  });

  async function send(file: File) {
    setError(undefined);
    setIsSending(true);
    try {
      await store.send(createLogoUpload(id, file), undefined);
      showToast({ title: m.provider_editor_logo_saved() });
    } catch (failure) {
      setError(getFailureText(failure, m.business_file_failed()));
    }
    setIsSending(false);
  }

  return (
    <div className="flex max-w-3xl flex-wrap items-start gap-4">
      <ProviderLogo name={name} logoUrl={logoUrl} isLarge />
      <div className="flex min-w-0 flex-[1_1_12rem] flex-col gap-2">
        <PictureInput
          id={inputId}
          label={m.report_optional({ label: m.provider_editor_logo() })}
          hint={m.provider_editor_logo_hint({ size: formatBytes(logoLimits.fileBytes) })}
          status={isSending && m.provider_editor_logo_sending()}
          error={error}
          isDisabled={isSending}
          onFile={(file) => {
            if (file.size > logoLimits.fileBytes) setError(m.provider_editor_logo_large());
            else void send(file);
          }}
        />
        {logoUrl && (
          <button
            type="button"
            disabled={isRunning || isSending}
            onClick={() => void remove({ params: { providerId: id } })}
            className={`${buttonClass('secondary')} self-start`}
          >
            {m.provider_editor_logo_remove()}
          </button>
        )}
      </div>
    </div>
  );
}
