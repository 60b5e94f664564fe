/** What the pages of the first hour share. */
import type { RescueContact, RescueCountry } from '@hakiki/contract/rescue';
import type { ReactNode } from 'react';
import { Icon } from '../../components/ui/icon.tsx';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { SourceLine } from './contact.tsx';

export const choiceClass =
  'flex min-h-11 w-full items-center rounded-control border border-line-strong bg-surface p-2 font-semibold text-ink hover:bg-brand-soft';

/** In red with a sign: what a person must know before the first step. */
function Warning({ title, children }: { title: string | undefined; children?: ReactNode }) {
  return (
    <div className="mt-4 flex gap-3 rounded-card border border-accent bg-accent-soft p-4 print:mt-1 print:p-1">
      <Icon name="warning" className="mt-0.5 size-5 text-accent" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** Said before the first step, in the countries whose law prohibits crypto. */
export function OffenceWarning({ prohibition }: Pick<RescueCountry, 'prohibition'>) {
  if (!prohibition) return null;
  return (
    <Warning title={m.fh_offence_title()}>
      <p>{m.fh_offence_text()}</p>
      <SourceLine {...prohibition} />
    </Warning>
  );
}

/** The rule for every step. It stands above them and is short, so that the first step is on the first screen. */
export const SendNothingWarning = () => <Warning title={m.fh_always()} />;

/** The warning about recovery agents, with the source that it comes from: too important to stay in another language. */
export function RecoveryWarning({ title, warnings }: { title?: string; warnings: readonly RescueContact[] }) {
  const isTranslated = getStoredTextLang() !== undefined;
  return (
    <Warning title={title}>
      {warnings.map((warning) => (
        <div key={warning.id} data-contact={warning.id}>
          {isTranslated ? (
            <p>{m.fh_recovery_warning()}</p>
          ) : (
            <p>
              <strong>{warning.name}:</strong> {warning.contact}. {warning.howTo}
            </p>
          )}
          <SourceLine {...warning} />
        </div>
      ))}
    </Warning>
  );
}
