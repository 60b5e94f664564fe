/**
 * A year of regulatory figures. Complaints are counted by the nightly job from the demo register; only the past numbers
 * of providers and their scores are invented, because the register stores no earlier state.
 */
import type { VerificationStatus } from '@hakiki/contract/directory';
import { regtechLimits } from '@hakiki/contract/regtech-values';
import { createRegtechService } from '../modules/regtech/service.ts';
import { summaryText } from '../modules/regtech/present.ts';
import { deleteDrafts, insertDrafts, upsertMetrics } from '../modules/regtech/store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Step } from './story.ts';
import { timeline } from './timeline.ts';

interface ListedProvider {
  verificationStatus: VerificationStatus;
  countries: readonly string[];
}

interface Register {
  database: Database;
  listedProviders: readonly ListedProvider[];
  current: { compliance: number; highRisk: number; countries: number };
}

const end = new Date(timeline.end);
/** The start of a month, counted back from the current one. */
const monthStart = (monthsAgo: number) => new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - monthsAgo, 1));
const periodOf = (monthsAgo: number) => monthStart(monthsAgo).toISOString().slice(0, 7);

/** The draft of the last night of a month, from which the closing takes the numbers of providers. */
function toLastDraft(country: string, monthsAgo: number, providers: readonly ListedProvider[]) {
  const providersInCountry = providers.filter(({ countries }) => countries.includes(country));
  const missingEarlier = Math.floor(monthsAgo / 4);
  const count = (status?: VerificationStatus) =>
    Math.max(
      0,
      providersInCountry.filter(({ verificationStatus }) => !status || verificationStatus === status).length -
        missingEarlier,
    );
  const figures = {
    complaints: 0,
    schemes: 0,
    lostCents: null,
    medianHours: null,
    providers: count(),
    verified: count('Verified'),
    flagged: count('Flagged'),
  };
  return { period: periodOf(monthsAgo), country, priority: 'low' as const, content: summaryText(figures), ...figures };
}

/** The night after each month of the year before the current month. */
export const regtechSteps = ({ database, listedProviders, current }: Register): Step[] =>
  Array.from({ length: regtechLimits.months - 1 }, (_, index) => index + 1).map((monthsAgo) => {
    const at = monthStart(monthsAgo - 1).getTime() + 3 * 3_600_000;
    return {
      at,
      run: async () => {
        const countries = [...new Set(listedProviders.flatMap((provider) => provider.countries))].toSorted();
        await database.transaction(async (tx) => {
          await deleteDrafts(tx);
          await insertDrafts(
            tx,
            countries.map((country) => toLastDraft(country, monthsAgo, listedProviders)),
          );
        });
        await createRegtechService({ database, publicUrl: '', clock: () => at }).runNightlyUpdate();
        await upsertMetrics(database.db, periodOf(monthsAgo), {
          compliance_score: Math.max(0, current.compliance - monthsAgo * 1.2),
          risk_rating: Math.min(100, current.highRisk + monthsAgo * 0.9),
          coverage: Math.max(1, current.countries - Math.floor(monthsAgo / 2)),
        });
      },
    };
  });
