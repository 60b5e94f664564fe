import { listLimits } from '@hakiki/contract/limits';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { embeddedSeverestAlerts, publicAlerts } from '../../lib/alerts/queries.ts';
import { formAction } from '../../lib/forms/action.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { withErrorMessage, defineQuery } from '../../lib/api/queries.ts';
import { startQueries, prefetch, useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/home.ts';
import { Community } from './community.tsx';
import { experienceForm } from './experience-form.ts';
import { FraudAlertPlace } from './fraud-alert-place.tsx';
import { searchPath } from './search-path.ts';
import { Features, Hero, loadStillParts, Register, Regulators, RiskExample, SignUpCards } from './still.tsx';
import { VerifiedProviders } from './verified-providers.tsx';
import { WarningsByCountry } from './warnings-by-country.tsx';

const stats = defineQuery('/api/stats');
const verifiedProviders = withErrorMessage(
  'Failed to fetch providers',
  defineQuery('/api/providers', { query: { verificationStatus: 'Verified', limit: listLimits.homeProviders } }),
);
const warnings = defineQuery('/api/stats/countries');
const experiences = defineQuery('/api/experiences', { query: { limit: listLimits.homeExperiences } });
const reads = [stats, verifiedProviders, warnings, experiences];

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [...reads, embeddedSeverestAlerts]);
const startReads = startQueries(() => [...reads, publicAlerts]);
export async function clientLoader(given: Route.ClientLoaderArgs) {
  startReads(given);
  await loadStillParts();
  return null;
}
export const action = formAction([experienceForm]);

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, { path: '/', title: m.site_line(), description: m.home_description() });

export default function Home() {
  const figures = useQuery(stats);
  const navigate = useNavigate();
  /** With scripts, the URL contains only the filled-in fields. */
  const search = (event: FormEvent) => {
    event.preventDefault();
    void navigate(searchPath(new FormData(event.target as HTMLFormElement)));
  };
  return (
    <>
      <div onSubmit={search}>
        <Hero />
      </div>
      <FraudAlertPlace />
      <Register stats={figures.status === 'ready' ? figures.data : undefined} />
      <VerifiedProviders providers={useQuery(verifiedProviders)} />
      <SignUpCards />
      <Features />
      <RiskExample />
      <WarningsByCountry warnings={useQuery(warnings)} />
      <Community experiences={useQuery(experiences)} />
      <Regulators />
    </>
  );
}
