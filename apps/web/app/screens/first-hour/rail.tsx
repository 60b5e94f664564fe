import type { RescueCountry } from '@hakiki/contract/rescue';
import { toFirstHourPath } from '@hakiki/contract/rescue-values';
import { evidencePackPath } from '@hakiki/contract/site';
import { data, redirect, useParams } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { startQueries, useQuery } from '../../lib/api/use-query.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { toValues } from '../../lib/forms/values.ts';
import { apiContext } from '../../lib/pages/context.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/rail.ts';
import { Authority, ContactCard } from './contact.tsx';
import { choiceClass, OffenceWarning, SendNothingWarning } from './parts.tsx';
import { rescueQuery, getCountry, prefetchCountry } from './queries.ts';
import {
  getRailLabel,
  getStepText,
  getStepTitle,
  listRails,
  listSteps,
  railLabels,
  sinceValues,
  type Rail,
  type Since,
  type Step,
} from './steps.ts';
import { StepTick } from './step-tick.tsx';

const findRail = (slug: string | undefined): Rail | undefined =>
  Object.keys(railLabels).find((rail): rail is Rail => rail === slug);

function getRail(slug: string | undefined): Rail {
  const rail = findRail(slug);
  if (!rail) throw data(null, { status: 404 });
  return rail;
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const rail = getRail(params.rail);
  const prefetched = await prefetchCountry(context, getCountry(params.country));
  const [first] = prefetched.reads;
  // A service that the country does not have is no page.
  if (first && 'data' in first && !listRails((first.data as RescueCountry).contacts).includes(rail)) {
    throw data(null, { status: 404 });
  }
  return { ...prefetched, search: new URL(request.url).search };
}
export const clientLoader = startQueries(({ params }) => [rescueQuery(getCountry(params['country']))]);

/** 'This does not work', sent as a plain form. The answer has an address of its own, so that no cache has it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { contact = '' } = toValues(await request.formData());
  const path = `/api/rescue/contacts/${encodeURIComponent(contact)}/dead`;
  const response = await context.get(apiContext)(path, { method: 'POST' });
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams({
    ...(searchParams.has('since') && { since: searchParams.get('since')! }),
    ...(response.ok ? { sent: contact } : { error: 'dead' }),
  });
  return redirect(`${pathname}?${query.toString()}#${response.ok ? contact : 'steps'}`, { status: 303 });
}

export const meta: Route.MetaFunction = (metaArgs) => {
  if (!metaArgs.loaderData) return [];
  const country = getCountry(metaArgs.params.country);
  const rail = getRail(metaArgs.params.rail);
  return pageHead(metaArgs, {
    path: `${toFirstHourPath(country)}/${rail}`,
    title: m.fh_rail_title({ rail: railLabels[rail](), country: countryName(country) }),
    description: m.fh_country_description({ country: countryName(country) }),
    isIndexed: metaArgs.loaderData.search === '',
  });
};

const parseSince = (search: string): Since => {
  const params = new URLSearchParams(search);
  return sinceValues.find((since) => since === params.get('since')) ?? 'hour';
};

export default function FirstHourSteps({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const params = useParams();
  const country = getCountry(params['country']);
  const rail = getRail(params['rail']);
  const rescue = useQuery(rescueQuery(country));
  return (
    <article className="max-w-[68ch] print:max-w-none print:text-[7pt] print:[zoom:0.85] print:leading-tight">
      <h1 className="title-section md:title-page print:text-[13pt]">
        {m.fh_rail_title({
          rail: getRailLabel(rail, rescue.status === 'ready' ? rescue.data.contacts : []),
          country: countryName(country),
        })}
      </h1>
      {rescue.status === 'loading' && <Skeleton label={m.fh_steps()} className="mt-6 h-80" />}
      {rescue.status === 'failed' && <QueryFailure message={m.fh_failed()} query={rescue} />}
      {rescue.status === 'ready' && (
        <Steps
          rail={rail}
          rescue={rescue.data}
          country={country}
          storageKey={`${country}/${rail}`}
          renderedSearch={loaderData?.search ?? ''}
        />
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 print:hidden">
        <a href={pathTo(toFirstHourPath(country))} className={textLinkClass()}>
          {m.fh_other_rail()}
        </a>
        <button type="button" className={buttonClass('secondary')} onClick={() => print()}>
          {m.fh_print()}
        </button>
      </p>
    </article>
  );
}

interface StepsProps {
  rail: Rail;
  rescue: RescueCountry;
  country: string;
  storageKey: string;
  /** Query of the request that the server answered. */
  renderedSearch: string;
}

function Steps({ rail, rescue, country, storageKey, renderedSearch }: StepsProps) {
  const { prohibition, authority, contacts } = rescue;
  // The copy that opens offline was rendered without the query, which only the browser knows then.
  const search = useBrowserValue(() => location.search) ?? renderedSearch;
  const since = parseSince(search);
  const params = new URLSearchParams(search);
  return (
    <>
      <OffenceWarning prohibition={prohibition} />
      <nav aria-label={m.fh_since()} className="mt-1 print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="font-semibold">{m.fh_since()}</p>
          <a
            href={pathTo(toFirstHourPath(country))}
            className="inline-flex min-h-8 items-center text-sm font-semibold text-brand underline"
          >
            {m.fh_other_rail()}
          </a>
        </div>
        <ul className="mt-1 flex gap-2 wrap-normal @max-[20rem]/page:flex-wrap @max-[20rem]/page:wrap-anywhere max-md:text-sm">
          {sinceValues.map((value) => (
            <li key={value}>
              <a
                href={value === 'hour' ? '?' : `?since=${value}`}
                aria-current={value === since ? 'true' : undefined}
                className={`${choiceClass} h-full ${value === since ? 'bg-brand-soft! text-brand!' : ''}`}
              >
                {sinceLabels[value]()}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SendNothingWarning />
      {params.get('error') === 'dead' && (
        <p role="status" className="mt-4 font-semibold text-flagged">
          {m.fh_dead_failed()}
        </p>
      )}
      <section aria-labelledby="steps" className="mt-6 print:mt-1">
        <h2 id="steps" className="title-card md:title-section print:text-[10pt]">
          {m.fh_steps()}
        </h2>
        {since === 'day' && <p className="mt-1">{m.fh_since_day_note()}</p>}
        {since === 'later' && <p className="mt-1">{m.fh_since_later_note()}</p>}
        <ol className="mt-4 flex flex-col gap-6 print:mt-1 print:block print:columns-2 print:gap-4">
          {listSteps(rail, since, contacts).map((step, position) => (
            <StepItem
              key={step.id}
              step={step}
              number={position + 1}
              authority={step.id === 'office' ? authority : null}
              sent={params.get('sent')}
              country={country}
              storageKey={storageKey}
            />
          ))}
        </ol>
        <p className="mt-4 text-sm text-muted print:hidden">{m.fh_device_only()}</p>
      </section>
    </>
  );
}

const sinceLabels: Record<Since, () => string> = {
  hour: m.fh_since_hour,
  day: m.fh_since_day,
  later: m.fh_since_later,
};

interface StepProps {
  step: Step;
  number: number;
  /** In the step that leads to it. */
  authority: RescueCountry['authority'];
  sent: string | null;
  country: string;
  storageKey: string;
}

/** Of a step. Of more, only the names are shown, and a tap opens one. All of them are banks. */
const MAX_WHOLE_CONTACTS = 3;

function StepItem({ step, number, authority, sent, country, storageKey }: StepProps) {
  const isFolded = step.contacts.length > MAX_WHOLE_CONTACTS;
  return (
    <li data-step={step.id} className="flex gap-3 print:mb-1.5 print:gap-1">
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-soft font-semibold text-brand print:size-4"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2 print:gap-0.5">
        <h3 className="font-semibold">{getStepTitle(step.id)}</h3>
        <p>{getStepText(step.id)}</p>
        {isFolded && <p className="font-semibold print:hidden">{m.fh_which_bank()}</p>}
        {step.contacts.length > 0 && (
          <ul className={`flex flex-col print:gap-0.5 ${isFolded ? '' : 'gap-3'}`}>
            {step.contacts.map((contact) => (
              <ContactCard
                key={contact.id}
                contact={contact}
                isJustReported={sent === contact.id}
                foldGroup={isFolded ? step.id : undefined}
              />
            ))}
          </ul>
        )}
        {authority && step.contacts.every(({ kind }) => kind !== 'regulator') && <Authority authority={authority} />}
        {step.id === 'pack' && (
          <p className="flex flex-wrap gap-x-6 print:hidden">
            <a href={pathTo(evidencePackPath)} className={buttonClass('primary')}>
              {m.fh_pack_link()}
            </a>
            <a href={pathTo(`/report-scam?country=${encodeURIComponent(country)}`)} className={textLinkClass()}>
              {m.fh_report_link()}
            </a>
          </p>
        )}
        <p data-recovery className="flex items-start gap-1 text-sm text-accent print:text-[6pt] print:leading-tight">
          <Icon name="warning" className="mt-0.5 size-4 print:hidden" />
          {m.fh_recovery_line()}
        </p>
        <StepTick storageKey={storageKey} stepId={step.id} title={getStepTitle(step.id)} />
      </div>
    </li>
  );
}
