import type { Decision } from '@hakiki/contract/decisions-admin';
import type { ExperienceId } from '@hakiki/contract/experiences';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeExperience, makeProvider, makeReview } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const db = () => test.database.db;
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, post, getJson } = createConsoleClient(server);
const experiences = () => server.running.services.experiences;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const experienceBody = {
  providerName: 'Demo Provider',
  rating: 1,
  experience: 'They stopped answering.',
  issueType: 'support',
} as const;
const submitExperience = (content: Parameters<ReturnType<typeof experiences>['accept']>[1] = experienceBody) =>
  test.database.transaction((tx) => experiences().accept(tx, content));
const decide = async (id: ExperienceId, decision: 'approve' | 'reject') =>
  summarizeResponse(await putAsShownWithReason(admin, `/api/admin/experiences/${id}/${decision}`));
async function undo(id: ExperienceId): Promise<string> {
  const [latest] = await getJson<Decision[]>(admin, `/api/admin/decisions?subjectId=${id}`);
  return summarizeResponse(await post(admin, `/api/admin/decisions/${latest!.id}/undo`));
}
const isListed = async (id: ExperienceId) =>
  (await experiences().listNewest(50)).some((experience) => experience.id === id);

describe('submitting an experience', () => {
  it('a submitted experience is pending, and its submission is recorded [REAL-02] [HOME-13]', async () => {
    const id = await submitExperience();
    expect(
      await test.sql('select provider_name, rating, experience, issue_type, status from experiences where id = $1', [
        id,
      ]),
    ).toEqual([
      {
        provider_name: experienceBody.providerName,
        rating: 1,
        experience: experienceBody.experience,
        issue_type: 'support',
        status: 'pending',
      },
    ]);
    expect(await test.sql('select actor_kind, actor_id, action from audit_entries where subject = $1', [id])).toEqual([
      { actor_kind: 'visitor', actor_id: null, action: 'experience.submitted' },
    ]);
    expect(await isListed(id)).toBe(false);
  });

  it('a submitted experience stores only the known fields', async () => {
    const id = await submitExperience({
      ...experienceBody,
      status: 'approved',
      id: 'mine',
      email: 'a@example.com',
    } as typeof experienceBody);
    const [row] = await test.sql('select e::text as text, status from experiences e where id = $1', [id]);
    expect(row).toEqual(expect.objectContaining({ status: 'pending' }));
    expect(row?.['text']).not.toContain('a@example.com');
  });

  it('a failed transaction leaves nothing of a submitted experience', async () => {
    let id: ExperienceId | undefined;
    const failing = test.database.transaction(async (tx) => {
      id = await experiences().accept(tx, experienceBody);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await test.sql('select from experiences where id = $1', [id])).toEqual([]);
    expect(await test.sql('select from audit_entries where subject = $1', [id])).toEqual([]);
  });
});

describe('deciding an experience', () => {
  it('an administrator publishes an experience and undoes it, and each decision is recorded [REAL-02]', async () => {
    const id = await submitExperience();
    await decide(id, 'approve');
    expect(await isListed(id)).toBe(true);
    await undo(id);
    expect(await isListed(id)).toBe(false);
    await decide(id, 'reject');
    expect(await isListed(id)).toBe(false);
    expect(
      await test.sql(
        `select actor_id, action, detail from audit_entries where subject = $1 and actor_kind = 'user' order by at`,
        [id],
      ),
    ).toEqual([
      { actor_id: admin.id, action: 'experience.approved', detail: { before: 'pending' } },
      {
        actor_id: admin.id,
        action: 'decision.undone',
        detail: { before: 'approved', after: 'pending', decision: expect.any(String) },
      },
      { actor_id: admin.id, action: 'experience.rejected', detail: { before: 'pending' } },
    ]);
  });

  it('of ten concurrent decisions on an experience exactly one succeeds', async () => {
    const { id } = await makeExperience(db(), { status: 'pending' });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => decide(id, 'reject')));
    expect(outcomes.toSorted()).toEqual(['200', ...Array.from({ length: 9 }, () => '409 ALREADY_DECIDED')]);
  });

  it('deciding an unknown experience responds with 404', async () => {
    const unknown = '01890000-0000-7000-8000-00000000dead' as ExperienceId;
    expect(await decide(unknown, 'approve')).toBe('404 EXPERIENCE_NOT_FOUND');
  });

  it('an experience never changes the provider it names or its rating [DEC-28] [ROLE-14]', async () => {
    const { id: providerId, name } = await makeProvider(db());
    await makeReview(db(), { providerId, rating: 5 });
    const readProviderRows = () =>
      test.sql(
        `select p::text as provider, (select json_agg(l)::text from provider_listings l where l.provider_id = p.id) as listed,
           (select json_agg(c)::text from rating_counts c where c.provider_id = p.id) as counts
         from providers p where id = $1`,
        [providerId],
      );
    const before = await readProviderRows();
    const id = await submitExperience({ ...experienceBody, providerName: name });
    expect([await decide(id, 'approve'), await undo(id), await decide(id, 'approve')]).toEqual(['200', '200', '200']);
    expect(await isListed(id)).toBe(true);
    expect(await readProviderRows()).toEqual(before);
  });
});
