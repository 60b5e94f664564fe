import { toFirstHourPath } from '@hakiki/contract/rescue-values';
import { firstHourPath } from '@hakiki/contract/site';
import { useParams } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { startQueries, useQuery } from '../../lib/api/use-query.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/country.ts';
import { choiceClass, OffenceWarning, RecoveryWarning } from './parts.tsx';
import { rescueQuery, getCountry, prefetchCountry } from './queries.ts';
import { listRails, listWarnings, getRailLabel } from './steps.ts';

export const loader = ({ context, params }: Route.LoaderArgs) => prefetchCountry(context, getCountry(params.country));
export const clientLoader = startQueries(({ params }) => [rescueQuery(getCountry(params['country']))]);

export const meta: Route.MetaFunction = (metaArgs) => {
  if (!metaArgs.loaderData) return [];
  const country = getCountry(metaArgs.params.country);
  return pageHead(metaArgs, {
    path: toFirstHourPath(country),
    title: m.fh_country_title({ country: countryName(country) }),
    description: m.fh_country_description({ country: countryName(country) }),
  });
};

export default function FirstHourCountry() {
  const country = getCountry(useParams()['country']);
  const rescue = useQuery(rescueQuery(country));
  return (
    <article className="max-w-[68ch]">
      <h1 className="title-page">{m.fh_country_title({ country: countryName(country) })}</h1>
      {rescue.status === 'loading' && <Skeleton label={m.fh_how_paid()} className="mt-6 h-80" />}
      {rescue.status === 'failed' && <QueryFailure message={m.fh_failed()} query={rescue} />}
      {rescue.status === 'ready' && (
        <>
          <OffenceWarning prohibition={rescue.data.prohibition} />
          <section aria-labelledby="rail" className="mt-6">
            <h2 id="rail" className="title-section">
              {m.fh_how_paid()}
            </h2>
            <p className="mt-1 text-muted">{m.fh_how_paid_hint()}</p>
            <ul className="mt-3 flex flex-col gap-2">
              {listRails(rescue.data.contacts).map((rail) => (
                <li key={rail}>
                  <a href={pathTo(`${toFirstHourPath(country)}/${rail}`)} className={choiceClass}>
                    {getRailLabel(rail, rescue.data.contacts)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
          {rescue.data.contacts.every(({ id }) => id.startsWith('zz-')) && (
            <p className="mt-4 text-muted">{m.fh_no_contacts()}</p>
          )}
          <RecoveryWarning title={m.fh_always()} warnings={listWarnings(rescue.data.contacts)} />
        </>
      )}
      <p className="mt-4 flex flex-wrap gap-x-6">
        <a href={pathTo(firstHourPath)} className={textLinkClass()}>
          {m.fh_other_country()}
        </a>
        <a href={`${pathTo(firstHourPath)}#now`} className={textLinkClass()}>
          {m.fh_guide()}
        </a>
      </p>
    </article>
  );
}
