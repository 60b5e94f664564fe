import type { Provider } from '@hakiki/contract/directory';
import { barColour, isAssessed } from '@hakiki/contract/risk';
import { Meter, scoreLabels } from '../../components/providers/score-bar.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';

export function Overview({ provider }: { provider: Provider }) {
  const scores = [
    [m.bar_regulatory_compliance(), provider.regulatoryCompliance],
    [m.bar_user_satisfaction(), provider.userSatisfaction],
    [m.bar_security_measures(), provider.securityMeasures],
  ] as const;
  return (
    <div className="flex flex-col gap-8">
      <section>
        <h2 className="text-xl font-semibold">{m.about_provider({ name: provider.name })}</h2>
        <p lang={getStoredTextLang()} className="mt-2 max-w-[68ch]">
          {provider.description}
        </p>
        <dl className="mt-4 grid gap-4 md:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">{m.service_areas()}</dt>
            <dd>{provider.countries.map(countryName).join(', ') || m.unknown()}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{m.founded()}</dt>
            <dd>{provider.established ?? m.unknown()}</dd>
          </div>
        </dl>
      </section>
      <section>
        <h2 className="text-xl font-semibold">{m.risk_assessment()}</h2>
        {isAssessed(provider) ? (
          <>
            <p className="mt-1 max-w-[68ch] text-sm text-muted">{m.risk_assessment_hint()}</p>
            <div className="mt-4 flex flex-col gap-4">
              {scores.map(([label, value]) => (
                <ScoreRow key={label} label={label} value={value} />
              ))}
            </div>
          </>
        ) : (
          <>
            <p className="mt-1 max-w-[68ch] text-sm text-muted">{m.not_assessed_text()}</p>
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
