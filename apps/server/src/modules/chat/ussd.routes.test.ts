/** The menus for phones without internet, by form posts as Africa's Talking sends them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useChat } from '../../../test/support/chat.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { useTelegramApi } from '../../../test/support/telegram-api.ts';
import { SCREEN_LENGTH, toPlainLetters } from './ussd.ts';

const test = useDatabase();
const server = useServer(test);
const chat = useChat(test, useTelegramApi());
const SECRET = 'path-secret-of-the-callback';
let caller = 254_700_000_000;

const connect = (settings: { addresses?: string[] } = {}, dailyAnswers = 1000) =>
  chat.services.chat.connect('ussd', {
    address: '*384*44135#',
    settings: { secret: SECRET, addresses: [], sessionCost: 8000, ...settings },
    dailyAnswers,
    monthlyBudgetCents: null,
  });
beforeEach(async () => {
  await connect();
  caller += 1;
});

async function post(text: string, { secret = SECRET, phoneNumber = `+${caller}`, networkCode = '63902' } = {}) {
  const fields = { sessionId: 'ATUid_1', serviceCode: '*384*44135#', phoneNumber, networkCode, text };
  const started = performance.now();
  const response = await server.get(`/api/chat/ussd/${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'at-ussd-api/1.0' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, text: await response.text(), ms: performance.now() - started };
}
const dial = async (text: string, options?: Parameters<typeof post>[1]) => (await post(text, options)).text;

describe('a USSD session', () => {
  it('asks what to check and answers with the verdict [DOOR-04]', async () => {
    expect(await dial('')).toBe('CON Hakiki: is it a scam?\n1 Check a number\n2 I already paid\n9 Language');
    expect(await dial('1')).toBe('CON What is it?\n1 Phone number\n2 Till\n3 Paybill\n4 Bank account\n0 Back');
    expect(await dial('1*2')).toBe('CON Type the number, digits only.\n0 Back');
    expect(await dial('1*2*543210')).toBe(
      'END NOTHING KNOWN. That does not mean it is safe. Pay no fee to get money.\nhakiki.test',
    );
  });

  it.each([
    ['1', '0712345678', 'Phone 0712345678'],
    ['2', '543211', 'till number 543211'],
    ['3', '998877', 'paybill 998877'],
    ['4', '0123456789012', 'bank account number 0123456789012'],
  ])('of kind %s finds %s in checked reports [DOOR-04]', async (kind, number, written) => {
    const description = `They asked me to send a fee of 500 KES to ${written} in Kenya before I would get a prize.`;
    await chat.publishReport(description);
    expect(await dial(`1*${kind}*${number}`)).toMatch(/^END (?:WARNED|REPORTED)/);
  });

  it('reads the first-hour steps of the network, page by page [DOOR-04]', async () => {
    const pages: string[] = [];
    for (let inputs = '2'; pages.length < 15; inputs += '*1') {
      const page = await dial(inputs);
      pages.push(page);
      if (!page.includes('1 Next')) break;
    }
    expect(pages[0]).toMatch(/^CON Safaricom M-PESA reversal: SMS 456\. Forward the whole confirmation SMS/);
    expect(pages.at(-1)).toMatch(/\n0 Menu$/);
    for (const page of pages) expect(page.length - 4).toBeLessThanOrEqual(SCREEN_LENGTH);
    expect(await dial('2', { phoneNumber: '+447700900123', networkCode: '23410' })).toBe(
      'END Call your bank or mobile money operator now, at the number on its own website or card.',
    );
  });

  it('goes back, also by dialling again, and counts only the last part around a typed star [DOOR-04]', async () => {
    expect(await dial('1*2*0')).toBe(await dial(''));
    expect(await dial('1')).toBe(await dial('1*2*0*1'));
    expect(await dial('1*2*543*210210')).toMatch(/^END NOTHING KNOWN/);
    expect(await dial('1*2*abc')).toBe('CON That is not such a number. Type it again, digits only.\n0 Back');
  });

  it('speaks the language of the country, and another one when asked [DOOR-04] [DOOR-08]', async () => {
    const senegal = { phoneNumber: '+221771234567', networkCode: '60801' };
    expect(await dial('', senegal)).toMatch(/^CON Hakiki: est-ce une arnaque\?/);
    expect(await dial('9', senegal)).toBe('CON 1 English\n2 Francais\n3 Portugues\n4 Kiswahili\n0 Retour au menu');
    expect(await dial('9*1', senegal)).toMatch(/^CON Hakiki: is it a scam\?/);
    expect(await dial('FRANCAIS')).toMatch(/^CON Hakiki: est-ce une arnaque\?/);
  });

  it.each(['', '1*', '1*2*', '2*', '2*1*', '9*'])(
    'obeys stop, delete and help after "%s" [DOOR-08]',
    async (before) => {
      for (const word of ['STOP', 'delete', 'supprimer', 'arret']) {
        expect(await dial(before + word)).toBe('END Nothing is kept about you here.');
      }
      for (const word of ['HELP', 'aide']) expect(await dial(before + word)).toMatch(/^END Dial again/);
    },
  );

  it('is answered within two seconds, and stores no number [DOOR-04] [DOOR-05]', async () => {
    const { ms } = await post('1*2*543210');
    expect(ms).toBeLessThan(2000);
    await dial('');
    const rows = await Promise.all(
      ['chat_people', 'chat_questions', 'chat_days', 'rate_limits'].map((table) =>
        test.sql(`select to_jsonb(t)::text as row from ${table} t`),
      ),
    );
    const stored = JSON.stringify(rows) + JSON.stringify(server.log);
    for (const needle of [String(caller), '543210', SECRET]) expect(stored).not.toContain(needle);
  });

  it('beyond a limit ends with one line [DOOR-07]', async () => {
    await connect({}, 1);
    expect(await dial('')).toMatch(/^CON/);
    expect(await dial('')).toBe('END No more answers here today. Ask at hakiki.test');
    expect(await test.sql("select answers, refused, cost from chat_days where channel = 'ussd'")).toEqual([
      { answers: 1, refused: 1, cost: '8000' },
    ]);
  });

  it('is refused with another secret, from another address or without its fields', async () => {
    expect((await post('', { secret: 'another' })).status).toBe(404);
    await connect({ addresses: ['134.213.151.223'] });
    expect((await post('')).status).toBe(404);
    await connect();
    const response = await server.get(`/api/chat/ussd/${SECRET}`, { method: 'POST', body: 'text=1' });
    expect(response.status).toBe(400);
  });
});

it('writes all letters of other languages in plain ones [DOOR-04]', () => {
  expect(toPlainLetters('Ẹ káàárọ̀ “ọ̀rẹ́” – ɓarawo [x]')).toBe('E kaaaro "ore" - arawo (x)');
});
