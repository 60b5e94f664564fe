import type { CountryWarnings } from '@hakiki/contract/directory';
import { QueryFailure } from '../../components/query-failure.tsx';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { Section } from './section.tsx';
import { WarningsMap } from './server-only.tsx';

export function WarningsByCountry({ warnings }: { warnings: QueryState<CountryWarnings[]> }) {
  return (
    <Section id="warnings" title={m.home_map_title()} text={m.home_map_text()} expandLabel={m.home_map_open()}>
      {warnings.status === 'loading' && (
        <div role="status" aria-label={m.home_map_loading()} className="skeleton aspect-square max-w-150" />
      )}
      {warnings.status === 'failed' && <QueryFailure message={m.home_map_failed()} query={warnings} />}
      {warnings.status === 'ready' && <WarningsMap countries={warnings.data} />}
    </Section>
  );
}
