/** What an administrator looks up before a provider becomes Verified. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { AdminEvidence } from '@hakiki/contract/evidence-admin';
import { Link } from 'react-router';
import { Icon } from '../../../components/ui/icon.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { evidenceKindLabel } from '../../../lib/providers/verdict.ts';
import { m } from '../../../paraglide/messages.js';
import { editorPath, evidenceQuery } from './queries.ts';

const describeEvidence = ({ kind, reference, authority, checkedOn }: AdminEvidence): string =>
  `${[evidenceKindLabel(kind), reference].filter(Boolean).join(' ')}, ${authority}, ${formatDate(checkedOn)}`;

/** Undefined until the evidence is loaded. */
export function useVerifyChecklist(provider: AdminProvider) {
  const evidence = useQuery(evidenceQuery(provider.id));
  if (evidence.status !== 'ready') return undefined;
  const valid = evidence.data.filter(({ withdrawnAt }) => withdrawnAt === null);
  const recent = valid.filter(({ isOld }) => !isOld);
  const entry = recent.find(({ kind }) => kind === 'licence' || kind === 'registration');
  return {
    /** The server refuses the verdict without it. */
    canVerify: recent.some(({ kind }) => kind !== 'warning'),
    steps: [
      { label: m.verify_step_entry(), isDone: entry !== undefined, text: entry && describeEvidence(entry) },
      { label: m.verify_step_link(), isDone: Boolean(entry?.sourceUrl), text: entry?.sourceUrl },
      { label: m.verify_step_warnings(), isDone: valid.every(({ kind }) => kind !== 'warning') },
      { label: m.verify_step_website(), isDone: Boolean(provider.website), text: provider.website },
      { label: m.verify_step_licence(), isDone: Boolean(provider.licenseInfo), text: provider.licenseInfo },
    ],
  };
}

export function VerifyChecklist({ provider }: { provider: AdminProvider }) {
  const checklist = useVerifyChecklist(provider);
  if (!checklist) return null;
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={m.verify_steps()} className="flex flex-col gap-2">
        {checklist.steps.map(({ label, isDone, text }) => (
          <li key={label} className="flex gap-3">
            <Icon
              name={isDone ? 'check-circle' : 'warning'}
              className={`mt-0.5 ${isDone ? 'text-verified' : 'text-limited'}`}
            />
            <div className="min-w-0">
              <p className="font-semibold">
                {label}{' '}
                <span className="font-normal text-muted">{isDone ? m.verify_step_done() : m.verify_step_open()}</span>
              </p>
              {text && <p className="text-sm wrap-anywhere text-muted">{text}</p>}
            </div>
          </li>
        ))}
      </ul>
      {!checklist.canVerify && (
        <p className="rounded-control bg-accent-soft p-3 text-accent">
          {m.verify_needs_evidence()}{' '}
          <Link to={editorPath(provider.id, 'evidence')} className="font-semibold underline">
            {m.provider_editor_evidence_add()}
          </Link>
        </p>
      )}
    </div>
  );
}
