import type { AdminEvidence } from '@hakiki/contract/evidence-admin';
import { NewTabAnchor } from '../../../components/new-tab-anchor.tsx';
import { WebsiteLink } from '../../../components/providers/website-link.tsx';
import { countryName } from '../../../lib/language/country-labels.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { evidenceKindLabel } from '../../../lib/providers/verdict.ts';
import { m } from '../../../paraglide/messages.js';

/** One piece of evidence about a provider, with its link and picture. */
export const EvidenceItem = ({ item }: { item: AdminEvidence }) => (
  <div className={`min-w-0 flex-[1_1_12rem] text-sm wrap-anywhere ${item.withdrawnAt ? 'text-muted' : ''}`}>
    <p className="text-base font-semibold">
      {[evidenceKindLabel(item.kind), item.reference].filter(Boolean).join(' ')}
    </p>
    <p>{m.evidence_source_of({ authority: item.authority, country: countryName(item.country) })}</p>
    {item.sourceUrl && <WebsiteLink address={item.sourceUrl} />}
    {item.pictureUrl && !item.withdrawnAt && (
      <NewTabAnchor href={item.pictureUrl} className="block text-brand underline">
        {m.evidence_picture_see()}
      </NewTabAnchor>
    )}
    <p>
      {m.evidence_last_checked({ date: formatDate(item.checkedOn) })}
      {item.isOld && !item.withdrawnAt && <span className="block text-limited">{m.evidence_old()}</span>}
    </p>
    {item.withdrawnAt && (
      <p>{m.provider_editor_withdrawn({ date: formatDate(item.withdrawnAt), reason: item.withdrawnReason ?? '' })}</p>
    )}
  </div>
);
