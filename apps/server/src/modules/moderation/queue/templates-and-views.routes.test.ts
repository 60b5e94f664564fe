/** Answer templates, saved views and questions to reporters. */
import type { AnswerTemplate, SavedView } from '@hakiki/contract/triage-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { post, getJson } = createConsoleClient(server);
const remove = (who: Admin, path: string) =>
  server.post(path, {}, { method: 'DELETE', headers: { cookie: who.cookie } });

let administrator: Admin;
let secondAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(test.database.db);
  secondAdministrator = await makeAdmin(test.database.db);
});

describe('answer templates', () => {
  const path = '/api/admin/templates';
  const listSaved = (who: Admin) => getJson<AnswerTemplate[]>(who, path);

  it('all moderators share answer templates, which have unique titles, keep their number keys and can be removed', async () => {
    const saved = await post(administrator, path, { title: 'Which day', text: 'On which day did you pay?' });
    expect(saved.status).toBe(201);
    const { id } = (await saved.json()) as AnswerTemplate;
    await post(administrator, path, { title: 'A receipt', text: 'Do you have a receipt?' });
    const replaced = await post(secondAdministrator, path, { title: 'Which day', text: 'When did you pay?' });
    expect(await replaced.json()).toEqual({ id, title: 'Which day', text: 'When did you pay?' });
    expect((await listSaved(administrator)).map(({ title, text }) => [title, text])).toEqual([
      ['Which day', 'When did you pay?'],
      ['A receipt', 'Do you have a receipt?'],
    ]);
    expect((await remove(secondAdministrator, `${path}/${id}`)).status).toBe(200);
    expect(await summarizeResponse(await remove(administrator, `${path}/${id}`))).toBe('404 TEMPLATE_NOT_FOUND');
    expect(await listSaved(administrator)).toHaveLength(1);
    expect(await summarizeResponse(await post(administrator, path, { title: ' ', text: 'Anything' }))).toBe(
      '400 INVALID_INPUT',
    );
  });
});

describe('saved views', () => {
  const path = '/api/admin/views';
  const listSaved = (who: Admin) => getJson<SavedView[]>(who, path);

  it("a moderator's saved view cannot be seen, changed or removed by others", async () => {
    const saved = await post(administrator, path, { name: 'Overdue', query: 'age=overdue' });
    expect(saved.status).toBe(201);
    const view = (await saved.json()) as SavedView;
    await post(secondAdministrator, path, { name: 'Overdue', query: 'age=overdue&country=kenya' });
    expect(await listSaved(administrator)).toEqual([view]);
    expect(await summarizeResponse(await remove(secondAdministrator, `${path}/${view.id}`))).toBe('404 VIEW_NOT_FOUND');
    await post(administrator, path, { name: 'Overdue', query: 'age=overdue&order=largest' });
    expect(await listSaved(administrator)).toEqual([{ ...view, query: 'age=overdue&order=largest' }]);
    expect((await remove(administrator, `${path}/${view.id}`)).status).toBe(200);
    expect([await listSaved(administrator), (await listSaved(secondAdministrator)).length]).toEqual([[], 1]);
  });
});

describe('asking a reporter', () => {
  const askReporter = (id: string, question: string) =>
    post(administrator, `/api/admin/filings/${id}/questions`, { question });

  it('a reporter sees the question with the receipt and gets an email, without the name of the moderator [ROLE-12]', async () => {
    const { item, receipt } = await reporter.reportScam({ contactEmail: 'asked@example.com' });
    const response = await askReporter(item.id, 'On which day did you pay?');
    expect([response.status, await response.json()]).toEqual([201, { message: 'The reporter was asked.' }]);
    const state = await reporter.lookUpReceipt(receipt.code);
    const question = { question: 'On which day did you pay?', answer: null, answeredAt: null };
    expect(state).toEqual(expectedReply('POST /api/filings/look-up', { hasContact: true, questions: [question] }));
    expect(JSON.stringify(state)).not.toContain(administrator.id);
    expect(await mailbox.listEmailsTo('asked@example.com')).toHaveLength(1);
    expect(
      await test.sql(`select actor_id from audit_entries where action = 'filing.question-asked' and subject = $1`, [
        item.id,
      ]),
    ).toEqual([{ actor_id: administrator.id }]);
  });

  it('a moderator cannot ask without a report or without a text', async () => {
    const { item } = await reporter.reportIssue();
    expect(await summarizeResponse(await askReporter(item.id, ' '))).toBe('400 INVALID_INPUT');
    expect(await summarizeResponse(await askReporter('01890000-0000-7000-8000-00000000dead', 'Well?'))).toBe(
      '404 FILING_NOT_FOUND',
    );
  });
});
