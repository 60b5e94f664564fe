/** Documents of businesses: accepted, possibly until a date, or rejected with a reason that the business reads. */
import type { BusinessDocument as BusinessDocumentSchema } from '@hakiki/contract/business-admin';
import { textLimits } from '@hakiki/contract/limits';
import { useId, useRef, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextAreaField } from '../../../components/ui/field.tsx';
import { formatDate } from '../../../lib/language/format.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { PendingList } from '../parts/section.tsx';
import { StaffFile } from '../parts/staff-file.tsx';
import { acceptedDocumentsQuery, approveDocument, documentsQuery, rejectDocument } from './queries.ts';

type BusinessDocument = z.infer<typeof BusinessDocumentSchema>;

const getTexts = () => ({
  loading: m.providers_admin_documents_loading(),
  failed: m.providers_admin_documents_failed(),
  none: m.providers_admin_documents_none(),
});
const getUpdatedToast = () => ({ title: m.providers_admin_document_updated() });

export function Documents() {
  const [rejectedDocument, setRejectedDocument] = useState<BusinessDocument>();
  const [isAcceptedOpen, setAcceptedOpen] = useState(false);
  const renderRejectButton = (document: BusinessDocument) => (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => setRejectedDocument(document)}
      className={buttonClass('danger')}
    >
      {m.admin_act_reject()}
    </button>
  );
  return (
    <>
      <h4 className="text-lg font-semibold">{m.providers_admin_documents()}</h4>
      <PendingList
        query={documentsQuery}
        texts={getTexts()}
        renderItem={(document) => (
          <>
            <DocumentFacts document={document} />
            <ApproveDocument id={document.id}>{renderRejectButton(document)}</ApproveDocument>
          </>
        )}
      />
      <details onToggle={({ currentTarget }) => setAcceptedOpen(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold text-brand">
          {m.providers_admin_documents_accepted()}
        </summary>
        {isAcceptedOpen && (
          <PendingList
            query={acceptedDocumentsQuery}
            texts={{ ...getTexts(), none: m.providers_admin_documents_accepted_none() }}
            renderItem={(document) => (
              <>
                <DocumentFacts document={document} />
                <div className="mt-auto pt-2">{renderRejectButton(document)}</div>
              </>
            )}
          />
        )}
      </details>
      {rejectedDocument && <RejectDialog document={rejectedDocument} onClose={() => setRejectedDocument(undefined)} />}
    </>
  );
}

function DocumentFacts({ document }: { document: BusinessDocument }) {
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
      <Timestamp at={createdAt} className="text-sm text-muted" />
    </>
  );
}

/** Accepts the document, until the date if one is given. */
function ApproveDocument({ id, children }: { id: string; children: ReactNode }) {
  const day = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const { run, isRunning } = useMutation(approveDocument, { success: getUpdatedToast, failure: changeFailure });
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

function RejectDialog({ document, onClose }: { document: BusinessDocument; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const { run, isRunning } = useMutation(rejectDocument, { success: getUpdatedToast, failure: changeFailure });
  const reject = async (reason: string) => {
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
        onSubmit={(values) => void reject(values['reason']?.trim() ?? '')}
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
