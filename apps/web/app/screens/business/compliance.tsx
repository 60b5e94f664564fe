import type { OwnDocument } from '@hakiki/contract/business';
import {
  documentExtensions,
  documentKinds,
  documentLimits,
  neededDocumentKinds,
  type DocumentKind,
} from '@hakiki/contract/business-values';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { SelectField } from '../../components/ui/field.tsx';
import { ProgressBar } from '../../components/evidence/progress.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { useQuery, useQueryStore } from '../../lib/api/use-query.ts';
import type { Mutation } from '../../lib/api/mutations.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { toOptions } from '../../lib/forms/options.ts';
import { getFailureText } from '../../lib/errors/failure.ts';
import { formatBytes, formatDate } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { accountQuery, documentsQuery } from './business-queries.ts';
import { getRejectReason, uploadDocument, type RejectReason } from './upload-documents.ts';
import { DocumentBadge, MissingBadge, VerificationBadge } from './status-badges.tsx';
import { documentKindLabel } from '../../lib/business/document-kinds.ts';

export function Compliance() {
  const account = useQuery(accountQuery);
  const documents = useQuery(documentsQuery);
  return (
    <div className="flex flex-col gap-6">
      {account.status === 'ready' && (
        <div className="flex max-w-2xl flex-col items-start gap-2">
          <VerificationBadge status={account.data.verificationStatus} />
          <p className="text-muted">{m.business_compliance_text()}</p>
        </div>
      )}
      {account.status === 'ready' &&
        (account.data.role === 'viewer' ? <p className="text-muted">{m.business_reader()}</p> : <UploadForm />)}
      {documents.status === 'loading' && <Skeleton label={m.business_loading()} className="h-48" />}
      {documents.status === 'failed' && <QueryFailure message={m.business_documents_failed()} query={documents} />}
      {documents.status === 'ready' && <Checklist documents={documents.data} />}
      {documents.status === 'ready' && documents.data.length > 0 && <Documents documents={documents.data} />}
    </div>
  );
}

/** Bypasses the API client, which cannot report upload progress. */
const createUpload = (
  file: File,
  kind: DocumentKind,
  onPercent: (percent: number) => void,
): Mutation<undefined, void> => ({
  send: () => uploadDocument(file, kind, onPercent),
  refreshes: [documentsQuery, accountQuery],
});

interface FileUpload {
  file: File;
  percent: number;
  error?: string;
  isDone?: true;
}

const rejectionTexts: Record<RejectReason, () => string> = {
  type: m.business_file_type,
  size: m.business_file_size,
  empty: m.business_file_empty,
};

function UploadForm() {
  const id = useId();
  const store = useQueryStore();
  const [kind, setKind] = useState<DocumentKind>('registration');
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const isUploading = useRef(false);
  const updateUpload = (file: File, change: Partial<FileUpload>) =>
    setUploads((all) => all.map((upload) => (upload.file === file ? { ...upload, ...change } : upload)));

  async function send(files: readonly File[]) {
    if (isUploading.current || files.length === 0) return;
    isUploading.current = true;
    setUploads(files.map((file) => ({ file, percent: 0 })));
    let uploadedCount = 0;
    for (const file of files) {
      const rejection = getRejectReason(file);
      if (rejection) {
        updateUpload(file, { error: rejectionTexts[rejection]() });
        continue;
      }
      try {
        await store.send(
          createUpload(file, kind, (percent) => updateUpload(file, { percent })),
          undefined,
        );
        updateUpload(file, { percent: 100, isDone: true });
        uploadedCount += 1;
      } catch (error) {
        updateUpload(file, { error: getFailureText(error, m.business_file_failed()) });
      }
    }
    isUploading.current = false;
    if (uploadedCount === 0) return;
    showToast({ title: m.business_documents_sent(), description: m.business_documents_sent_text() });
  }

  const handleChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(input.files ?? [])];
    // Allows the same file to be chosen again.
    input.value = '';
    void send(files);
  };

  return (
    <div className="needs-scripts flex max-w-2xl flex-col gap-2">
      <SelectField
        id={`${id}-kind`}
        label={m.business_document_kind()}
        value={kind}
        onChange={({ currentTarget }) => setKind(documentKinds.find((one) => one === currentTarget.value) ?? 'other')}
        options={toOptions(documentKinds, documentKindLabel)}
      />
      <label htmlFor={id} className="font-semibold">
        {m.business_upload()}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {m.business_upload_hint({ size: formatBytes(documentLimits.fileBytes) })}
      </p>
      <input
        id={id}
        type="file"
        multiple
        accept={[...documentExtensions, '.jpeg'].join(',')}
        aria-describedby={`${id}-hint`}
        onChange={handleChange}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface p-2 file:me-3 file:min-h-9 file:rounded-control file:border-0 file:bg-brand-soft file:px-3 file:font-semibold file:text-brand"
      />
      <ul aria-label={m.business_upload_progress()} className="flex flex-col gap-2 empty:hidden">
        {uploads.map((upload, index) => (
          <UploadItem key={`${index} ${upload.file.name}`} {...upload} />
        ))}
      </ul>
    </div>
  );
}

const UploadItem = ({ file, percent, error, isDone }: FileUpload) => (
  <li className="flex min-w-0 flex-col gap-1 rounded-control border border-line bg-surface p-3">
    <p className="wrap-anywhere">
      {file.name} <span className="text-sm text-muted">{formatBytes(file.size)}</span>
    </p>
    {error ? (
      <p role="alert" className="flex items-start gap-1.5 text-sm font-semibold text-flagged">
        <Icon name="warning" className="mt-0.5 size-4" />
        <span className="min-w-0">{error}</span>
      </p>
    ) : isDone ? (
      <p className="flex items-center gap-1.5 text-sm font-semibold text-verified">
        <Icon name="check-circle" className="size-4" />
        {m.business_file_done()}
      </p>
    ) : (
      <ProgressBar label={m.business_file_sending({ name: file.name })} percent={percent} />
    )}
  </li>
);

/** The best document of each kind that we need; without one, what is missing. */
function Checklist({ documents }: { documents: readonly OwnDocument[] }) {
  const current = documents.filter(({ isCurrent }) => isCurrent);
  return (
    <section aria-labelledby="business-checklist" className="flex max-w-2xl flex-col gap-3">
      <h3 id="business-checklist" className="title-section">
        {m.business_checklist()}
      </h3>
      <p className="text-muted">{m.business_checklist_text()}</p>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {neededDocumentKinds.map((kind) => {
          const status = getChecklistStatus(current.filter((document) => document.kind === kind));
          return (
            <li key={kind} className="flex flex-wrap items-center justify-between gap-2 p-3">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-semibold">{documentKindLabel(kind)}</span>
                <span className="block text-sm text-muted">{documentHints[kind]()}</span>
              </span>
              {status ? <DocumentBadge status={status} /> : <MissingBadge />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const documentHints: Record<(typeof neededDocumentKinds)[number], () => string> = {
  registration: m.business_document_registration_hint,
  licence: m.business_document_licence_hint,
  address: m.business_document_address_hint,
};

type ChecklistStatus = OwnDocument['status'] | 'over';

/** From the best to the worst. */
const checklistStatuses: readonly ChecklistStatus[] = ['approved', 'pending', 'over', 'rejected'];

const getChecklistStatus = (documents: readonly OwnDocument[]): ChecklistStatus | undefined =>
  checklistStatuses.find((status) =>
    documents.some((document) => (document.isOver ? 'over' : document.status) === status),
  );

/** Shows the current version of each document; earlier versions are collapsed. */
function Documents({ documents }: { documents: readonly OwnDocument[] }) {
  const current = documents.filter(({ isCurrent }) => isCurrent);
  const earlier = documents.filter(({ isCurrent }) => !isCurrent);
  return (
    <section aria-labelledby="business-documents" className="flex flex-col gap-3">
      <h3 id="business-documents" className="title-section">
        {m.business_documents()}
      </h3>
      <DocumentList documents={current} />
      {earlier.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
            {m.business_documents_earlier({ count: String(earlier.length) })}
          </summary>
          <DocumentList documents={earlier} />
        </details>
      )}
    </section>
  );
}

const DocumentList = ({ documents }: { documents: readonly OwnDocument[] }) => (
  <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
    {documents.map((document) => (
      <DocumentItem key={document.id} document={document} />
    ))}
  </ul>
);

const DocumentItem = ({ document }: { document: OwnDocument }) => {
  const { name, kind, bytes, version, status, isOver, reason, validUntil, createdAt } = document;
  return (
    <li className="flex min-w-0 flex-col gap-1 p-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <DocumentBadge status={isOver ? 'over' : status} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{documentKindLabel(kind)}</span>
        <span>{formatBytes(bytes)}</span>
        {version > 1 && <span>{m.business_document_version({ version: String(version) })}</span>}
        <Timestamp at={createdAt} />
        {validUntil && <span>{m.business_document_valid({ day: formatDate(validUntil) })}</span>}
      </p>
      {reason && <p className="text-sm">{m.business_document_reason({ reason })}</p>}
    </li>
  );
};
