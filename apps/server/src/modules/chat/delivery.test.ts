/** What becomes of deliveries: exactly one answer, nothing stored in the clear, budgets and reports. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_QUESTION_AGE_HOURS } from '@hakiki/contract/chat-values';
import { beforeEach, describe, expect, it } from 'vitest';
import { useChat } from '../../../test/support/chat.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { createReporter } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';
import { BOT_TOKEN, newTextUpdate, PERSON, useTelegramApi } from '../../../test/support/telegram-api.ts';
import { answerJob } from './answering.ts';
import { callApi } from './channel.ts';

const test = useDatabase();
const server = useServer(test);
const telegram = useTelegramApi();
const chat = useChat(test, telegram);
let person = PERSON;
beforeEach(() => void (person += 1000));

const receive = (update: object) => chat.services.chat.receiveTelegram(update);
async function say(text: string, options = { person }) {
  telegram.calls.length = 0;
  await receive(newTextUpdate(text, options));
  await chat.runJobs();
  return telegram.listTexts();
}
const listStates = async () =>
  (await test.sql('select state, count(*)::int as n from chat_questions group by 1 order by 1')).map(
    ({ state, n }) => `${String(state)} ${String(n)}`,
  );
const shuffle = <One>(all: One[]): One[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);

describe('deliveries', () => {
  it('of 60 questions with 30 % duplicates in any order are each answered once [DOOR-09]', async () => {
    const updates = Array.from({ length: 60 }, (_, place) =>
      newTextUpdate(`question ${place} STOP? no: harvest.example`, { person: person + (place % 12) }),
    );
    const deliveries = shuffle([...updates, ...updates.slice(0, 18)]);
    const deliverAll = async (lane: number) => {
      for (let place = lane; place < deliveries.length; place += 4) await receive(deliveries[place]!);
    };
    await Promise.all([0, 1, 2, 3].map(deliverAll));
    expect(chat.jobs).toHaveLength(60);
    // Each job also runs twice, at the same time and afterwards, as after a lost heartbeat.
    const stored = chat.jobs.splice(0);
    const jobs = shuffle([...stored, ...stored]);
    const answerAll = async (lane: number) => {
      for (let place = lane; place < jobs.length; place += 4) await chat.services.chat.answer(jobs[place]!);
    };
    await Promise.all([0, 1, 2, 3].map(answerAll));
    for (const job of jobs.slice(0, 18)) await chat.services.chat.answer(job);
    expect(await listStates()).toEqual(['sent 60']);
    expect(telegram.calls).toHaveLength(60);
  });

  it('whose worker ends at any step are answered at most once, and none is lost before its sending [DOOR-09]', async () => {
    await receive(newTextUpdate('harvest.example', { person }));
    const [job] = chat.jobs.splice(0);
    // Ended after the answer was written.
    telegram.answerNext({ ok: false, error_code: 500, description: 'down' });
    await chat.services.chat.answer(job!);
    expect(await listStates()).toEqual(['answered 1']);
    await chat.services.chat.answer(job!);
    expect([await listStates(), telegram.calls.length]).toEqual([['sent 1'], 1]);
    await chat.runJobs();
    // Ended while sending: Telegram has probably received it.
    await receive(newTextUpdate('harvest.example', { person }));
    const [second] = chat.jobs.splice(0);
    await test.sql("update chat_questions set state = 'sending' where id = $1", [second!.questionId]);
    await chat.services.chat.answer(second!);
    await chat.services.chat.answer(second!);
    expect([await listStates(), telegram.calls.length]).toEqual([['sent 1', 'unknown 1'], 1]);
    expect(await test.sql('select answers, failed from chat_days')).toEqual([{ answers: 1, failed: 1 }]);
  });

  it('whose connection breaks after the call was received are not sent twice [DOOR-09]', async () => {
    telegram.answerNext('drop');
    await receive(newTextUpdate('harvest.example', { person }));
    await chat.runJobs();
    expect([await listStates(), telegram.calls.length]).toEqual([['unknown 1'], 1]);
  });

  it('are claimed once connected, so a call that cannot be sent changes nothing [DOOR-09]', async () => {
    const claimed: string[] = [];
    const claimAs = (name: string, answer: boolean) => () => {
      claimed.push(name);
      return Promise.resolve(answer);
    };
    const url = `${telegram.url}/bot${BOT_TOKEN}/sendMessage`;
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const body = { text: 'Ça va' };
    expect([
      await callApi(`http://127.0.0.1:${port}/`, { body, claim: claimAs('nobody listens', true) }),
      await callApi(url, { body, claim: claimAs('another run', false) }),
      await callApi(url, { body, claim: () => Promise.reject(new Error('no database')) }).catch(String),
    ]).toEqual([{ kind: 'notConnected' }, { kind: 'claimedElsewhere' }, 'Error: no database']);
    expect([claimed, telegram.calls]).toEqual([['another run'], []]);
    expect(await callApi(url, { body, claim: claimAs('this run', true) })).toMatchObject({ status: 200 });
    expect([claimed, telegram.calls]).toEqual([['another run', 'this run'], [{ method: 'sendMessage', body }]]);
  });

  it('that cannot be sent because the channel is not reached wait and are answered later [DOOR-09]', async () => {
    await receive(newTextUpdate('harvest.example', { person }));
    const [job] = chat.jobs.splice(0);
    await telegram.whileClosed(() => chat.services.chat.answer(job!));
    expect([await listStates(), chat.jobs]).toEqual([['answered 1'], [{ ...job, attempt: 1 }]]);
    await chat.runJobs();
    expect([await listStates(), telegram.calls.length]).toEqual([['sent 1'], 1]);
  });

  it('are tried for a day, until the question is too old [DOOR-09]', () => {
    const { limit, initialDelaySeconds, maxDelaySeconds } = answerJob.retries ?? expect.unreachable();
    expect(initialDelaySeconds).toBeLessThan(10);
    expect((limit * maxDelaySeconds) / 3600).toBeGreaterThanOrEqual(MAX_QUESTION_AGE_HOURS);
  });
});

describe('what is stored of a person', () => {
  const listRows = async () => {
    const tables = [
      'chat_people',
      'chat_questions',
      'chat_connections',
      'chat_days',
      'rate_limits',
      'idempotency_keys',
    ];
    const rows = await Promise.all(tables.map((table) => test.sql(`select to_jsonb(t)::text as row from ${table} t`)));
    return rows
      .flat()
      .map(({ row }) => String(row))
      .join('\n');
  };
  const needles = ['5550', 'Amina', 'needle-question', 'needle', 'header-secret', 'loopback-token'];
  const toHex = (text: string) => Buffer.from(text).toString('hex');

  it('names neither account, name nor question, before and after the answer, nor in the log [DOOR-05]', async () => {
    const sent = newTextUpdate('needle-question.example +254 712 345 678', { person });
    await server.get('/api/chat/telegram', { method: 'POST', body: JSON.stringify(sent) });
    await receive(sent);
    const before = await listRows();
    await chat.runJobs();
    const stored = before + (await listRows()) + JSON.stringify(server.log);
    for (const needle of [...needles, String(person), '254712']) {
      expect([needle, stored.includes(needle), stored.includes(toHex(needle))]).toEqual([needle, false, false]);
    }
  });

  it.each(['STOP', 'DELETE'])('is deleted by %s, with questions that still wait [DOOR-05]', async (word) => {
    await receive(newTextUpdate('harvest.example', { person }));
    const [waiting] = chat.jobs.splice(0);
    expect(await say(word)).toHaveLength(1);
    await chat.services.chat.answer(waiting!);
    expect(telegram.listTexts()).toHaveLength(1);
    expect(await test.sql('select count(*)::int as people from chat_people')).toEqual([{ people: 0 }]);
    expect(await test.sql('select count(*)::int as n from chat_questions where sealed is not null')).toEqual([
      { n: 0 },
    ]);
  });

  it('cannot be read once the row of the key is gone [DOOR-05]', async () => {
    await receive(newTextUpdate('harvest.example', { person }));
    await test.sql('delete from chat_people');
    await chat.runJobs();
    expect([await listStates(), telegram.calls]).toEqual([['dropped 1'], []]);
  });

  it('ends after 15 minutes, and its marks after eight days [DOOR-05]', async () => {
    await say('harvest.example');
    await test.sql("update chat_people set expires_at = now() - interval '1 second'");
    await chat.services.chat.purgeExpired();
    expect(await test.sql('select count(*)::int as people from chat_people')).toEqual([{ people: 0 }]);
    expect(await listStates()).toEqual(['sent 1']);
    await test.sql("update chat_questions set created_at = now() - interval '9 days'");
    await chat.services.chat.purgeExpired();
    expect(await listStates()).toEqual([]);
  });
});

describe('limits', () => {
  const line = 'We cannot answer more here today. The same check is at http://hakiki.test/check';

  it('of one person are answered with one line, once, and never stop STOP [DOOR-07]', async () => {
    for (let count = 0; count < 60; count += 1) await say('help');
    expect(await say('help')).toEqual([line]);
    expect(await say('harvest.example')).toEqual([]);
    expect(await say('stop')).toEqual(['Stopped. We write nothing more unless you write to us.']);
    expect(await test.sql('select refused from chat_days')).toEqual([{ refused: 2 }]);
  });

  it('of the channel are answered with one line, and the operator is told [DOOR-07]', async () => {
    await test.sql('update chat_connections set daily_answers = 1');
    expect(await chat.services.chat.countOverBudget()).toBe(0);
    expect((await say('harvest.example'))[0]).toMatch(/^WARNED/);
    expect(await say('harvest.example')).toEqual([line]);
    expect(await chat.services.chat.countOverBudget()).toBe(1);
  });
});

describe('a report from a chat', () => {
  it('is filed once by the rules of the form, and its code opens it [DOOR-06]', async () => {
    await say('Pay a fee at harvest.example to receive your prize');
    await say('REPORT');
    await say('A man on the phone wanted 500 shillings first.');
    await say('Kenya');
    await say('5000 KES');
    expect(await test.sql('select count(*)::int as n from fraud_alerts')).toEqual([{ n: 0 }]);
    const [text = ''] = await say('YES');
    const { code = '' } = /Code: (?<code>[\w-]+)/.exec(text)?.groups ?? {};
    expect(await createReporter(server).lookUpReceipt(code)).toMatchObject({ kind: 'alert', status: 'pending' });
    expect(await test.sql('select title, alert_type, severity, affected_countries from fraud_alerts')).toEqual([
      {
        title: 'Reported from a chat: A man on the phone wanted 500 shillings first.',
        alert_type: 'scam',
        severity: 'High',
        affected_countries: ['kenya'],
      },
    ]);
    expect(await say('YES')).not.toContain('Code');
    expect(await test.sql('select count(*)::int as n from fraud_alerts')).toEqual([{ n: 1 }]);
  });
});
