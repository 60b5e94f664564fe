/** Documents of businesses: accepted, possibly until a date, or rejected with a reason that the business reads. */
import type { BusinessDocument as BusinessDocumentSchema } from '@hakiki/contract/business-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useId, useRef, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { Moment } from '../../../components/moment.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextAreaField } from '../../../components/ui/field.tsx';
import { formatDate } from '../../../lib/language/format.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { WaitingList } from '../parts/section.tsx';
import { StaffFile } from '../parts/staff-file.tsx';
import { acceptedDocumentsRead, approveDocument, documentsRead, rejectDocument } from './reads.ts';

type BusinessDocument = z.infer<typeof BusinessDocumentSchema>;

const words = () => ({
  loading: m.providers_admin_documents_loading(),
  failed: m.providers_admin_documents_failed(),
  none: m.providers_admin_documents_none(),
});
const updated = () => ({ title: m.providers_admin_document_updated() });

export function Documents() {
  const [refused, setRefused] = useState<BusinessDocument>();
  const [showsAccepted, setShowsAccepted] = useState(false);
  const refuse = (document: BusinessDocument) => (
    <button type="button" aria-haspopup="dialog" onClick={() => setRefused(document)} className={buttonClass('danger')}>
      {m.admin_act_reject()}
    </button>
  );
  return (
    <>
      <h4 className="text-lg font-semibold">{m.providers_admin_documents()}</h4>
      <WaitingList
        read={documentsRead}
        words={words()}
        renderItem={(document) => (
          <>
            <Facts document={document} />
            <Approval id={document.id}>{refuse(document)}</Approval>
          </>
        )}
      />
      <details onToggle={({ currentTarget }) => setShowsAccepted(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand">
          {m.providers_admin_documents_accepted()}
        </summary>
        {showsAccepted && (
          <WaitingList
            read={acceptedDocumentsRead}
            words={{ ...words(), none: m.providers_admin_documents_accepted_none() }}
            renderItem={(document) => (
              <>
                <Facts document={document} />
                <div className="mt-auto pt-2">{refuse(document)}</div>
              </>
            )}
          />
        )}
      </details>
      {refused && <RefusalDialog document={refused} onClose={() => setRefused(undefined)} />}
    </>
  );
}

function Facts({ document }: { document: BusinessDocument }) {
  const { id, name, type, version, bytes, providerName, validUntil, createdAt } = document;
  return (
    <>
      {bytes === null ? (
        <p className="font-semibold wrap-anywhere">{name}</p>
      ) : (
        <div className="font-semibold">
          <StaffFile file={{ name, type, bytes, url: `/api/admin/documents/${id}/file` }} />
        </div>
      )}
      <p className="wrap-anywhere">
        {[providerName, type, version > 1 && m.providers_admin_document_version({ version: String(version) })]
          .filter(Boolean)
          .join(', ')}
      </p>
      {validUntil && (
        <p className="text-sm text-muted">{m.providers_admin_document_valid({ day: formatDate(validUntil) })}</p>
      )}
      <Moment at={createdAt} className="text-sm text-muted" />
    </>
  );
}

/** Accepts the document, until the date if one is given. */
function Approval({ id, children }: { id: string; children: ReactNode }) {
  const day = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const { run, isRunning } = useWrite(approveDocument, { success: updated, failure: changeFailure });
  const approve = () => {
    const validUntil = day.current?.value;
    void run({ params: { id }, body: validUntil ? { validUntil } : {} });
  };
  return (
    <div className="mt-auto flex flex-wrap items-end gap-3 pt-2">
      <label htmlFor={fieldId} className="flex flex-col gap-1 text-sm">
        {m.providers_admin_document_until()}
        <input
          id={fieldId}
          ref={day}
          type="date"
          className="min-h-11 rounded-control border border-line-strong bg-surface px-3 text-base"
        />
      </label>
      <button type="button" disabled={isRunning} onClick={approve} className={buttonClass('secondary')}>
        {m.admin_act_approve()}
      </button>
      {children}
    </div>
  );
}

function RefusalDialog({ document, onClose }: { document: BusinessDocument; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const { run, isRunning } = useWrite(rejectDocument, { success: updated, failure: changeFailure });
  const refuse = async (reason: string) => {
    if (!reason) {
      setError(m.admin_refused_reason_required());
      field.current?.focus();
      return;
    }
    if (await run({ params: { id: document.id }, body: { reason } })) onClose();
  };
  return (
    <AdminDialog title={m.providers_admin_document_reject()} onClose={onClose}>
      <p className="font-semibold wrap-anywhere">{document.name}</p>
      <DialogForm
        isSaving={isRunning}
        saveLabel={m.admin_act_reject()}
        onSubmit={(given) => void refuse(given['reason']?.trim() ?? '')}
      >
        <TextAreaField
          id="document-reason"
          name="reason"
          ref={field}
          label={m.admin_reason_needed()}
          hint={m.providers_admin_document_reason_hint()}
          rows={3}
          error={error}
          note={<LengthNote id="document-reason" max={textLimits.text} />}
        />
      </DialogForm>
    </AdminDialog>
  );
}
