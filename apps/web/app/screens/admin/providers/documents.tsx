/** Documents of businesses: accepted, possibly until a date, or rejected with a reason that the business reads. */
import type { BusinessDocument as BusinessDocumentSchema } from '@hakiki/contract/business-admin';
import { useId, useRef } from 'react';
import type * as z from 'zod/mini';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { documentKindLabel } from '../../../lib/business/document-kinds.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-labels.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { RejectableList } from '../parts/section.tsx';
import { StaffFile } from '../parts/staff-file.tsx';
import { acceptedDocumentsQuery, approveDocument, documentsQuery, rejectDocument } from './queries.ts';

type BusinessDocument = z.infer<typeof BusinessDocumentSchema>;

const getUpdatedToast = () => ({ title: m.providers_admin_document_updated() });

export const Documents = () => (
  <>
    <h4 className="text-lg font-semibold">{m.providers_admin_documents()}</h4>
    <RejectableList
      query={documentsQuery}
      texts={{
        loading: m.providers_admin_documents_loading(),
        failed: m.providers_admin_documents_failed(),
        none: m.providers_admin_documents_none(),
      }}
      approved={{
        title: m.providers_admin_documents_accepted(),
        query: acceptedDocumentsQuery,
        none: m.providers_admin_documents_accepted_none(),
      }}
      renderItem={(document) => <DocumentFacts document={document} />}
      renderApproval={({ id }) => <ApproveDocument id={id} />}
      renderRejectDialog={({ id, name }, onClose) => (
        <ReasonDialog
          title={m.providers_admin_document_reject()}
          saveLabel={m.admin_act_reject()}
          hint={m.providers_admin_document_reason_hint()}
          mutation={rejectDocument}
          getInput={(reason) => ({ params: { id }, body: { reason } })}
          success={getUpdatedToast}
          onClose={onClose}
        >
          <p className="font-semibold wrap-anywhere">{name}</p>
        </ReasonDialog>
      )}
    />
  </>
);

function DocumentFacts({ document }: { document: BusinessDocument }) {
  const { id, name, kind, type, version, bytes, providerName, validUntil, createdAt } = document;
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
        {[
          documentKindLabel(kind),
          providerName,
          type,
          version > 1 && m.providers_admin_document_version({ version: String(version) }),
        ]
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
function ApproveDocument({ id }: { id: string }) {
  const day = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  return (
    <>
      <label htmlFor={fieldId} className="flex flex-col gap-1 text-sm">
        {m.providers_admin_document_until()}
        <input
          id={fieldId}
          ref={day}
          type="date"
          className="min-h-11 rounded-control border border-line-strong bg-surface px-3 text-base"
        />
      </label>
      <MutationButton
        mutation={approveDocument}
        getInput={() => ({ params: { id }, body: day.current?.value ? { validUntil: day.current.value } : {} })}
        success={getUpdatedToast}
        failure={changeFailure}
      >
        {m.admin_act_approve()}
      </MutationButton>
    </>
  );
}
