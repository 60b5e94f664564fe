/** Provider submissions. They are pending and hidden until a moderator approves them. */
import type { ProviderId } from '@hakiki/contract/directory';
import type { Receipt } from '@hakiki/contract/filed';
import type { Language } from '@hakiki/contract/site';
import type { NewSubmission, submitProvider } from '@hakiki/contract/submissions';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type AuditService, toAnonymousActor } from '../audit/service.ts';
import type { IntakeService } from '../intake/service.ts';
import * as store from './store.ts';

export type SubmissionContent = Omit<NewSubmission, 'proof' | 'language'>;
export type Submission = Omit<ReplyOf<typeof submitProvider>, 'message' | 'receipt' | 'mailed'>;

export interface SubmissionDeps {
  audit: AuditService;
  intake: Pick<IntakeService, 'createFiling' | 'enqueueDecisionEmail'>;
}

export interface SubmissionContext {
  id: ProviderId;
  actor: Actor;
  language: Language;
}

/** Initial values, whatever the client sends. */
export const initialState = { verificationStatus: 'Pending', riskScore: 'Medium', reviewState: 'pending' } as const;

export const previewSubmission = ({ name }: SubmissionContent, id: ProviderId): Submission => ({
  id,
  name,
  ...initialState,
});

export async function acceptSubmission(
  { audit, intake }: SubmissionDeps,
  tx: Db,
  content: SubmissionContent,
  { id, actor, language }: SubmissionContext,
): Promise<{ item: Submission; receipt: Receipt }> {
  const { name, type, description, website, countries, established, licenseInfo } = content;
  await store.insertProvider(tx, {
    id,
    name,
    type,
    description,
    website: website || null,
    countries,
    established: established ?? null,
    licenseInfo: licenseInfo || null,
    ...initialState,
  });
  const { submitterName, submitterEmail, relationship, contactEmail, contactPhone, additionalInfo } = content;
  const receipt = await intake.createFiling(tx, {
    id,
    kind: 'submission',
    actor,
    language,
    contact: {
      email: submitterEmail,
      name: submitterName,
      relationship,
      providerEmail: contactEmail,
      providerPhone: contactPhone,
    },
    details: { additionalInfo },
  });
  await audit.record(tx, { actor: toAnonymousActor(actor), action: 'submission.submitted', subject: id });
  return { item: previewSubmission(content, id), receipt };
}
