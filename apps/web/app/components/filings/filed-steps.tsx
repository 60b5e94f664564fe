import type { FilingKind } from '@hakiki/contract/filing-values';
import { filingKindTexts } from '../../lib/filings/filing-kinds.ts';
import { m } from '../../paraglide/messages.js';

/** What happens next with a filing, and by when. */
export const FiledSteps = ({ kind }: { kind: FilingKind }) => (
  <ol aria-label={m.follow_next()} className="flex max-w-[68ch] list-decimal flex-col gap-1 ps-5">
    {[...filingKindTexts[kind].steps(), m.filed_questions()].map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);
