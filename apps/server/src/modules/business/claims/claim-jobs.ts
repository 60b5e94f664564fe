/** Checks of domain proofs and claim emails: both use the network, so the worker runs them. */
import { Resolver } from 'node:dns/promises';
import * as z from 'zod';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createGuardedFetch } from '../../../platform/fetch/guarded-fetch.ts';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { checkFile, checkRecord, parseSite } from './claim-domain.ts';
import { claimEmailJob } from './claim-emails.ts';
import { checkProofJob } from './claims.ts';
import type { BusinessService } from '../service.ts';

const purgeClaimsJob = defineJob({ name: 'business.end-claims', payload: z.object({}), schedule: '20 1 * * *' });

interface Deps {
  database: Database;
  business: Pick<BusinessService, 'claims'>;
  sendMail: SendMail;
  settings: Pick<Settings, 'isProduction' | 'publicUrl' | 'testInternet'>;
}

/** All names resolve to this address in tests, because the SSRF-safe client rejects private ones. */
const PUBLIC_ADDRESS = '196.25.1.1';

export function claimJobs({ database, business, sendMail, settings }: Deps): JobHandler[] {
  const { isProduction, publicUrl, testInternet } = settings;
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  if (testInternet) resolver.setServers([testInternet.nameServer]);
  const fetch = createGuardedFetch({
    contact: `${publicUrl}/contact`,
    isProduction,
    ...(testInternet && { testInternet: { port: testInternet.webPort, addressesOf: () => [PUBLIC_ADDRESS] } }),
  });
  const resolveTxt = (name: string) => resolver.resolveTxt(name);
  return [
    checkProofJob.withHandler(({ claimId }) =>
      business.claims.runCheck(claimId, async ({ method, token, website }) => {
        const site = parseSite(website)!;
        const checkProof = method === 'dns' ? checkRecord : checkFile;
        return checkProof({ fetch, resolveTxt }, site, token);
      }),
    ),
    claimEmailJob(database, sendMail),
    purgeClaimsJob.withHandler(async () => {
      await business.claims.purgeExpired();
    }),
  ];
}
