import type { SiteInfo } from '@hakiki/contract/contact';
import { waitingTimes } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { formAction } from '../../lib/forms/action.ts';
import { listedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/contact.ts';
import { ContactForm, contactForm } from './contact-form.tsx';

const siteInfoQuery = defineQuery('/api/site-info');

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [siteInfoQuery]);
export const clientLoader = startQueries(() => [siteInfoQuery]);
export const action = formAction([contactForm]);

export const handle: PageHandle = { isForm: true };

export const meta = listedPage('/contact', m.contact_title, m.contact_description);

export default function Contact() {
  return (
    <>
      <h1 className="title-page">{m.contact_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-muted">{m.contact_lead({ hours: waitingTimes.salesReplyHours })}</p>
      <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_20rem] lg:gap-10">
        <div className="flex min-w-0 flex-col gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
          <ContactForm />
        </div>
        <aside className="flex flex-col gap-6">
          <ContactDetails />
          <section aria-labelledby="scam" className="rounded-card border border-line p-4">
            <h2 id="scam" className="font-semibold">
              {m.contact_scam_title()}
            </h2>
            <p className="mt-1 text-muted">{m.contact_scam_text()}</p>
            <Link
              to={pathTo('/report-scam')}
              className="mt-1 inline-flex min-h-11 items-center font-semibold text-brand underline"
            >
              {m.coming_report_scam()}
            </Link>
            <br />
            <Link to={pathTo('/follow')} className={textLinkClass()}>
              {m.contact_follow()}
            </Link>
          </section>
        </aside>
      </div>
    </>
  );
}

function ContactDetails() {
  const details = useQuery(siteInfoQuery);
  return (
    <section aria-labelledby="other-ways" className="rounded-card border border-line bg-surface p-4">
      <h2 id="other-ways" className="title-card">
        {m.contact_other_ways()}
      </h2>
      <div className="mt-3 min-h-40">
        {details.status === 'loading' && <Skeleton label={m.contact_loading()} className="h-40" />}
        {details.status === 'failed' && <QueryFailure message={m.contact_facts_failed()} query={details} />}
        {details.status === 'ready' && <CompanyFacts facts={details.data} />}
      </div>
    </section>
  );
}

const CompanyFacts = ({ facts: { email, phone, office } }: { facts: SiteInfo }) => (
  <dl className="flex flex-col gap-3">
    <div>
      <dt className="text-sm text-muted">{m.contact_email()}</dt>
      <dd>
        <a href={`mailto:${email}`} className={textLinkClass()}>
          {email}
        </a>
      </dd>
    </div>
    <div>
      <dt className="text-sm text-muted">{m.contact_fact_phone()}</dt>
      <dd>
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={textLinkClass()}>
          {phone}
        </a>
      </dd>
    </div>
    <div>
      <dt className="text-sm text-muted">{m.contact_fact_office()}</dt>
      <dd className="whitespace-pre-line">{office}</dd>
    </div>
  </dl>
);
