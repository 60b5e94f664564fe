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
import { FraudAlertSlot } from './fraud-alert-slot.tsx';
import { toDirectoryPath } from './search-path.ts';
import { Features, Hero, loadServerOnlyParts, Register, Regulators, RiskExample, SignUpCards } from './server-only.tsx';
import { VerifiedProviders } from './verified-providers.tsx';
import { WarningsByCountry } from './warnings-by-country.tsx';

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
  /** With scripts, the URL contains only the filled-in fields. */
  const search = (event: FormEvent) => {
    event.preventDefault();
    void navigate(toDirectoryPath(new FormData(event.target as HTMLFormElement)));
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
