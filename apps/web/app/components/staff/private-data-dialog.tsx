/** Asks for a confirmation before private data becomes public, whatever the way of publication. */
import type { MarkedText as Marked } from '@hakiki/contract/private-data';
import { getFieldLabels } from '../history/statement-labels.ts';
import { buttonClass } from '../ui/button.ts';
import { m } from '../../paraglide/messages.js';
import { AdminDialog } from './dialog.tsx';
import { useFieldFocus } from './dialog-field.ts';
import { MarkedText } from './marked-text.tsx';

/** Labels of fields that no public statement has. */
const otherFields: Record<string, () => string> = {
  reason: m.admin_private_field_reason,
  text: m.admin_private_field_text,
  experience: m.admin_private_field_text,
  summary: m.admin_private_field_summary,
  providerName: m.change_field_provider_name,
};

const getFieldLabel = (field: string): string => (otherFields[field] ?? getFieldLabels(field).name)();

interface Props {
  texts: readonly Marked[];
  onClose: () => void;
  onConfirm: () => void;
}

export function PrivateDataDialog({ texts, onClose, onConfirm }: Props) {
  const back = useFieldFocus<HTMLButtonElement>();
  return (
    <AdminDialog title={m.admin_private_title()} onClose={onClose}>
      <p className="text-muted">{m.admin_private_text()}</p>
      {texts.map(({ token, field, text, marks }) => (
        <section key={token} aria-label={getFieldLabel(field)} className="flex flex-col gap-1">
          <h3 className="text-sm font-semibold">{getFieldLabel(field)}</h3>
          <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            <MarkedText text={text} marks={marks} />
          </p>
        </section>
      ))}
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-3">
        <button ref={back} type="button" onClick={onClose} className={buttonClass('secondary')}>
          {m.admin_private_back()}
        </button>
        <button type="button" onClick={onConfirm} className={buttonClass('primary')}>
          {m.admin_private_keep()}
        </button>
      </div>
    </AdminDialog>
  );
}
