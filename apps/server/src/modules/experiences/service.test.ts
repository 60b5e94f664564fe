import type { ExperienceId } from '@hakiki/contract/experiences';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/database.ts';
import { makeExperience, makeProvider, makeReview } from '../../../test/makers.ts';
import { principals } from '../../../test/principals.ts';
import { createAuditService } from '../audit/service.ts';
import { createDecisionsService } from '../decisions/service.ts';
import { createExperiencesService } from './service.ts';

const test = useDatabase();
const db = () => test.database.db;
const { admin } = principals;
function experiences() {
  const { database } = test;
  const audit = createAuditService();
  const decisions = createDecisionsService({ database, audit, queue: { enqueue: () => Promise.resolve() } });
  return createExperiencesService({ database, audit, decisions });
}

const shared = {
  providerName: 'Demo Provider',
  rating: 1,
  experience: 'They stopped answering.',
  issueType: 'support',
} as const;
const accept = (content: Parameters<ReturnType<typeof experiences>['accept']>[1] = shared) =>
  test.database.transaction((tx) => experiences().accept(tx, content));
const isListed = async (id: ExperienceId) => (await experiences().listNewest(50)).some((one) => one.id === id);

describe('accepting an experience', () => {
  it('keeps it unpublished and records that somebody shared it [REAL-02] [HOME-13]', async () => {
    const id = await accept();
    expect(
      await test.sql('select provider_name, rating, experience, issue_type, status from experiences where id = $1', [
        id,
      ]),
    ).toEqual([
      {
        provider_name: shared.providerName,
        rating: 1,
        experience: shared.experience,
        issue_type: 'support',
        status: 'pending',
      },
    ]);
    expect(await test.sql('select actor_kind, actor_id, action from audit_entries where subject = $1', [id])).toEqual([
      { actor_kind: 'visitor', actor_id: null, action: 'experience.submitted' },
    ]);
    expect(await isListed(id)).toBe(false);
  });

  it('keeps nothing but what was shared, whatever came with it', async () => {
    const id = await accept({ ...shared, status: 'approved', id: 'mine', email: 'a@example.com' } as typeof shared);
    const [row] = await test.sql('select e::text as text, status from experiences e where id = $1', [id]);
    expect(row).toEqual(expect.objectContaining({ status: 'pending' }));
    expect(row?.['text']).not.toContain('a@example.com');
  });

  it('leaves nothing behind when the rest of the transaction fails', async () => {
    let id: ExperienceId | undefined;
    const failing = test.database.transaction(async (tx) => {
      id = await experiences().accept(tx, shared);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await test.sql('select from experiences where id = $1', [id])).toEqual([]);
    expect(await test.sql('select from audit_entries where subject = $1', [id])).toEqual([]);
  });
});

describe('deciding on an experience', () => {
  it('publishes it, takes it back, and records who and why [REAL-02]', async () => {
    const id = await accept();
    await experiences().decide(admin, id, 'approved');
    expect(await isListed(id)).toBe(true);
    await experiences().decide(admin, id, 'rejected', 'Names a private person');
    expect(await isListed(id)).toBe(false);
    expect(
      await test.sql(
        `select actor_id, action, reason, detail from audit_entries where subject = $1 and actor_kind = 'user' order by at`,
        [id],
      ),
    ).toEqual([
      { actor_id: admin.user.id, action: 'experience.approved', reason: null, detail: { before: 'pending' } },
      {
        actor_id: admin.user.id,
        action: 'experience.rejected',
        reason: 'Names a private person',
        detail: { before: 'approved' },
      },
    ]);
  });

  it('happens once, however many press at the same time', async () => {
    const { id } = await makeExperience(db(), { status: 'pending' });
    const pressed = await Promise.allSettled(
      Array.from({ length: 10 }, () => experiences().decide(admin, id, 'rejected')),
    );
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(experiences().decide(admin, id, 'rejected')).rejects.toThrow(
      expect.objectContaining({ code: 'ALREADY_DECIDED' }),
    );
  });

  it('finds nothing that does not exist', async () => {
    const unknown = '01890000-0000-7000-8000-00000000dead' as ExperienceId;
    await expect(experiences().decide(admin, unknown, 'approved')).rejects.toThrow(
      expect.objectContaining({
        code: 'EXPERIENCE_NOT_FOUND',
      }),
    );
  });

  it('never touches the provider it names, nor its rating [DEC-28] [ROLE-14]', async () => {
    const { id: providerId, name } = await makeProvider(db());
    await makeReview(db(), { providerId, rating: 5 });
    const everything = () =>
      test.sql(
        `select p::text as provider, (select json_agg(l)::text from provider_listings l where l.provider_id = p.id) as listed,
           (select json_agg(c)::text from rating_counts c where c.provider_id = p.id) as counts
         from providers p where id = $1`,
        [providerId],
      );
    const before = await everything();
    const id = await accept({ ...shared, providerName: name });
    await experiences().decide(admin, id, 'approved');
    await experiences().decide(admin, id, 'rejected');
    await experiences().decide(admin, id, 'approved');
    expect(await isListed(id)).toBe(true);
    expect(await everything()).toEqual(before);
  });
});
