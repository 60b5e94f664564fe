import type { Provider } from '@hakiki/contract/directory';
import type { Evidence } from '@hakiki/contract/evidence';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { EvidenceTable } from './evidence-table.tsx';

export function Compliance({ provider, evidence }: { provider: Provider; evidence: QueryState<Evidence[]> }) {
  return (
    <div className="flex flex-col gap-8">
      {provider.verificationStatus === 'Verified' && (
        <p className="flex gap-3 rounded-card bg-verified-soft p-4 text-verified">
          <Icon name="check-circle" className="mt-0.5" /> {m.verified_notice()}
        </p>
      )}
      <dl className="flex flex-col gap-5">
        <div>
          <dt className="font-semibold">{m.license_info()}</dt>
          <dd className="mt-1">{provider.licenseInfo || m.not_provided()}</dd>
        </div>
        <div>
          <dt className="font-semibold">{m.operating_countries()}</dt>
          <dd className="mt-2">
            <ul className="flex flex-wrap gap-2">
              {provider.countries.map((country) => (
                <li key={country} className="rounded-full border border-line px-3 py-1 text-sm">
                  {countryName(country)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      <section aria-labelledby="evidence">
        <h2 id="evidence" className="title-section">
          {m.evidence_heading()}
        </h2>
        <div className="mt-3">
          {evidence.status === 'loading' && <Skeleton label={m.evidence_loading()} className="h-40" />}
          {evidence.status === 'failed' && <QueryFailure message={m.evidence_failed()} query={evidence} />}
          {evidence.status === 'ready' && <EvidenceTable evidence={evidence.data} />}
        </div>
      </section>
    </div>
  );
}
