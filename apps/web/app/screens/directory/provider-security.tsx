import type { Provider } from '@hakiki/contract/directory';
import { Icon } from '../../components/ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

export function Security({ provider }: { provider: Provider }) {
  return (
    <div className="flex flex-col gap-6">
      <section>
        <h2 className="text-xl font-semibold">{m.security_features()}</h2>
        {provider.securityFeatures.length === 0 ? (
          <p className="mt-2 text-muted">{m.security_none()}</p>
        ) : (
          <ul className="mt-3 flex flex-col gap-2">
            {provider.securityFeatures.map((feature) => {
              const isConfirmed = feature.state === 'confirmed';
              return (
                <li key={feature.name} className="flex items-center gap-3">
                  <Icon
                    name={isConfirmed ? 'check-circle' : 'clock'}
                    className={isConfirmed ? 'text-verified' : 'text-pending'}
                  />
                  <span className="flex-1">{feature.name}</span>
                  <span className="text-sm text-muted">
                    {isConfirmed ? m.feature_confirmed() : m.feature_not_confirmed()}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </section>
      <dl>
        <dt className="font-semibold">{m.insurance()}</dt>
        <dd className="mt-1">{provider.insurance || m.insurance_not_disclosed()}</dd>
      </dl>
    </div>
  );
}
