/** Checks of domain proofs and claim emails: both use the network, so the worker runs them. */
import { Resolver } from 'node:dns/promises';
import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { createGuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { lookForFile, lookForRecord, siteOf } from './claim-domain.ts';
import { claimLetterJob } from './claim-letters.ts';
import { lookForProof } from './claims.ts';
import type { BusinessService } from './service.ts';

const endClaims = defineJob({ name: 'business.end-claims', payload: z.object({}), schedule: '20 1 * * *' });

interface Needs {
  database: Database;
  business: Pick<BusinessService, 'claims'>;
  sendMail: SendMail;
  settings: Pick<Settings, 'isProduction' | 'publicUrl' | 'testInternet'>;
}

/** All names resolve to this address in tests, because the SSRF-safe client rejects private ones. */
const PUBLIC_ADDRESS = '196.25.1.1';

export function claimJobs({ database, business, sendMail, settings }: Needs): JobHandler[] {
  const { isProduction, publicUrl, testInternet } = settings;
  const names = new Resolver({ timeout: 5000, tries: 2 });
  if (testInternet) names.setServers([testInternet.nameServer]);
  const fetch = createGuardedFetch({
    contact: `${publicUrl}/contact`,
    isProduction,
    ...(testInternet && { testInternet: { port: testInternet.webPort, addressesOf: () => [PUBLIC_ADDRESS] } }),
  });
  const resolveTxt = (name: string) => names.resolveTxt(name);
  return [
    lookForProof.withHandler(({ claimId }) =>
      business.claims.look(claimId, async ({ method, token, website }) => {
        const site = siteOf(website)!;
        const look = method === 'dns' ? lookForRecord : lookForFile;
        return look({ fetch, resolveTxt }, site, token);
      }),
    ),
    claimLetterJob(database, sendMail),
    endClaims.withHandler(async () => {
      await business.claims.forgetOverdue();
    }),
  ];
}
