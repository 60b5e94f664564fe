import type { Provider } from '@hakiki/contract/directory';
import { averageScore, barColour, getShownRisk, isAssessed, riskOfScores } from '@hakiki/contract/risk';
import { riskMethodPath } from '@hakiki/contract/site';
import { lazy } from 'react';
import { Link } from 'react-router';
import { LazyPart } from '../../components/lazy-part.tsx';
import { loadProviderLicences } from '../../components/licences/load-provider-licences.ts';
import { LanguageLabel } from '../../components/language-label.tsx';
import { riskLabel } from '../../components/providers/risk-indicator.tsx';
import { Meter, scoreLabels } from '../../components/providers/score-bar.tsx';
import { listCountryNames } from '../../lib/language/country-labels.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

const ProviderLicences = lazy(loadProviderLicences);

export function Overview({ provider }: { provider: Provider }) {
  const scores = [
    [m.bar_regulatory_compliance(), provider.regulatoryCompliance],
    [m.bar_user_satisfaction(), provider.userSatisfaction],
    [m.bar_security_measures(), provider.securityMeasures],
  ] as const;
  return (
    <div className="flex flex-col gap-8">
      <LazyPart fallback={null}>
        <ProviderLicences id={provider.id} />
      </LazyPart>
      <section>
        <h2 className="title-section">{m.about_provider({ name: provider.name })}</h2>
        <p className="mt-2 max-w-[68ch]">
          <LanguageLabel /> <span lang={getStoredTextLang()}>{provider.description}</span>
        </p>
        <dl className="mt-4 grid gap-4 md:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">{m.service_areas()}</dt>
            <dd>{listCountryNames(provider.countries) || m.unknown()}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{m.founded()}</dt>
            <dd>{provider.established ?? m.unknown()}</dd>
          </div>
        </dl>
      </section>
      <section>
        <h2 className="title-section">{m.risk_assessment()}</h2>
        {isAssessed(provider) ? (
          <>
            <p className="mt-1 max-w-[68ch] text-sm text-muted">
              {m.risk_assessment_hint()} <MethodLink />
            </p>
            <div className="mt-4 flex flex-col gap-4">
              {scores.map(([label, value]) => (
                <ScoreRow key={label} label={label} value={value} />
              ))}
            </div>
            <Level provider={provider} />
          </>
        ) : (
          <>
            <p className="mt-1 max-w-[68ch] text-sm text-muted">
              {m.not_assessed_text()} <MethodLink />
            </p>
            <dl className="mt-4 flex flex-col gap-2">
              {scores.map(([label]) => (
                <div key={label} className="flex justify-between gap-4">
                  <dt>{label}</dt>
                  <dd className="font-semibold text-muted">{m.not_assessed()}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </section>
    </div>
  );
}

const MethodLink = () => (
  <Link to={pathTo(riskMethodPath)} className="font-semibold text-brand underline">
    {m.risk_method_link()}
  </Link>
);

/** Connects the bars with the level of the verdict. */
function Level({ provider }: { provider: Provider }) {
  const level = riskOfScores(provider);
  const shown = getShownRisk(provider);
  return (
    <p className="mt-4 max-w-[68ch]">
      {m.risk_average({ value: averageScore(provider), level: riskLabel(level) })}{' '}
      {shown && shown !== level && m.risk_raised({ level: riskLabel(shown) })}
    </p>
  );
}

function ScoreRow({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <div className="flex justify-between gap-4">
        <span>{label}</span>
        <span className="font-semibold">{m.bar_value({ value, word: scoreLabels[barColour(value)]() })}</span>
      </div>
      <Meter label={label} value={value} className="mt-1.5 h-3" />
    </div>
  );
}
