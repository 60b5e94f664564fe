import { listLimits } from '@hakiki/contract/limits';
import type { FormEvent } from 'react';
import { useNavigate, useActionData, useSearchParams } from 'react-router';
import { embeddedSeverestAlerts, publicAlerts } from '../../lib/alerts/queries.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { parseQuestion, toCheckTarget } from '../../lib/check/question.ts';
import { formAction } from '../../lib/forms/action.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { isNameSearch } from '../../lib/pages/name-search.ts';
import { toDirectoryPath } from '../../lib/pages/search-path.ts';
import { withErrorMessage, defineQuery } from '../../lib/api/queries.ts';
import { startQueries, prefetch, useQuery, type QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/home.ts';
import { experienceForm } from './experience-form.ts';
import { FraudAlertSlot } from './fraud-alert-slot.tsx';
import {
  Features,
  Hero,
  loadServerOnlyParts,
  Register,
  Regulators,
  RiskExample,
  SignUpCards,
  WarningsMap,
  ReportList,
} from './server-only.tsx';
import { VerifiedProviders } from './verified-providers.tsx';
import type { CountryWarnings } from '@hakiki/contract/directory';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Section } from './section.tsx';
import type { Experience } from '@hakiki/contract/experiences';
import { ShareExperience } from './share-experience.tsx';

const statsQuery = defineQuery('/api/stats');
const verifiedProvidersQuery = withErrorMessage(
  'Failed to fetch providers',
  defineQuery('/api/providers', { query: { verificationStatus: 'Verified', limit: listLimits.homeProviders } }),
);
const warningsQuery = defineQuery('/api/stats/countries');
const experiencesQuery = defineQuery('/api/experiences', { query: { limit: listLimits.homeExperiences } });
const queries = [statsQuery, verifiedProvidersQuery, warningsQuery, experiencesQuery];

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [...queries, embeddedSeverestAlerts]);
const startPageQueries = startQueries(() => [...queries, publicAlerts]);
export async function clientLoader(args: Route.ClientLoaderArgs) {
  startPageQueries(args);
  await loadServerOnlyParts();
  return null;
}
export const action = formAction([experienceForm]);

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: '/', title: m.site_line(), description: m.home_description() });

export default function Home() {
  const statsState = useQuery(statsQuery);
  const navigate = useNavigate();
  /** A name is searched in the directory; everything else is private and checked. */
  const search = (event: FormEvent) => {
    event.preventDefault();
    const formData = new FormData(event.target as HTMLFormElement);
    const question = parseQuestion(formData);
    const path = toDirectoryPath(formData);
    if (isNameSearch(question.input)) {
      if (navigator.onLine) void navigate(path);
      // The browser itself opens the page, which the service worker replaces by the one that keeps the search.
      else location.assign(path);
    } else if (navigator.onLine) void navigate(...toCheckTarget(question));
    else showToast({ title: m.form_offline_title(), description: m.home_offline(), isDestructive: true });
  };
  return (
    <>
      <div onSubmit={search}>
        <Hero />
      </div>
      <FraudAlertSlot />
      <Register stats={statsState.status === 'ready' ? statsState.data : undefined} />
      <VerifiedProviders providers={useQuery(verifiedProvidersQuery)} />
      <SignUpCards />
      <Features />
      <RiskExample />
      <WarningsByCountry warnings={useQuery(warningsQuery)} />
      <Community experiences={useQuery(experiencesQuery)} />
      <Regulators />
    </>
  );
}

function WarningsByCountry({ warnings }: { warnings: QueryState<CountryWarnings[]> }) {
  return (
    <Section id="warnings" title={m.home_map_title()} text={m.home_map_text()} expandLabel={m.home_map_open()}>
      {warnings.status === 'loading' && <Skeleton label={m.home_map_loading()} className="aspect-square max-w-150" />}
      {warnings.status === 'failed' && <QueryFailure message={m.home_map_failed()} query={warnings} />}
      {warnings.status === 'ready' && <WarningsMap countries={warnings.data} />}
    </Section>
  );
}

function Community({ experiences }: { experiences: QueryState<Experience[]> }) {
  // After a form post without scripts, the form is expanded to show the result.
  const hasActionData = useActionData() !== undefined;
  const [params] = useSearchParams();
  const isSubmitted = hasActionData || params.has('shared');
  return (
    <div className="grid items-start gap-x-10 lg:grid-cols-[1fr_28rem]">
      <Section id="community" title={m.home_reports_title()} text={m.home_reports_text()}>
        <CommunityReports experiences={experiences} />
      </Section>
      <Section
        id="share"
        title={m.home_share_title()}
        text={m.home_share_text()}
        expandLabel={m.home_share_open()}
        isOpen={isSubmitted}
      >
        <ShareExperience />
      </Section>
    </div>
  );
}

function CommunityReports({ experiences }: { experiences: QueryState<Experience[]> }) {
  if (experiences.status === 'failed') return <QueryFailure message={m.home_reports_failed()} query={experiences} />;
  if (experiences.status === 'loading') {
    return (
      <div role="status" aria-label={m.home_reports_loading()} className="flex flex-col gap-4">
        {[1, 2, 3].map((index) => (
          <div key={index} className="skeleton h-36" />
        ))}
      </div>
    );
  }
  return <ReportList experiences={experiences.data} />;
}
