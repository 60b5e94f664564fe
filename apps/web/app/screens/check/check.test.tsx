import {
  CheckAnswer,
  type CheckReading,
  type CheckReason,
  type CheckVerdict,
  checkVerdicts,
} from '@hakiki/contract/check';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { getAttributeValues, getLinks, getText } from '../../../test/dom-queries.ts';
import { anId } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import { renderInBrowser, renderOnServer } from '../../../test/render.tsx';
import type { Api } from '../../lib/api/api.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import { hydrateStore } from '../../lib/api/use-query.ts';
import * as checkScreen from './check.tsx';
import * as publicScreen from './public-answer.tsx';

const aReading = (overrides: Partial<CheckReading> = {}): CheckReading => ({
  kind: 'website',
  value: 'fastari.example',
  why: 'webAddress',
  country: null,
  verdict: 'nothingKnown',
  ...overrides,
});
const aReason = (overrides: Record<string, unknown>): CheckReason =>
  ({
    reading: 0,
    name: null,
    providerId: null,
    alertId: null,
    count: null,
    firstSeenOn: null,
    source: { kind: 'own', name: null, url: null },
    date: '2026-08-05',
    ...overrides,
  }) as CheckReason;
const anAnswer = (overrides: Partial<Record<keyof CheckAnswer, unknown>> = {}): CheckAnswer =>
  CheckAnswer.parse({
    verdict: 'nothingKnown',
    readings: [aReading()],
    question: null,
    reasons: [],
    providers: [],
    alerts: [],
    similar: [],
    lookalike: null,
    known: null,
    links: [],
    promisesProfit: false,
    ...overrides,
  });

const computed = { kind: 'computed', name: null, url: null };
const kilima = {
  id: anId(),
  name: 'Kilimapay',
  otherNames: [],
  type: 'Exchange',
  website: 'https://kilimapay.example',
  verificationStatus: 'Verified',
  flaggedReasons: [],
  countries: ['kenya'],
  match: 'whole',
  licences: [],
  checkedOn: '2026-08-05',
};

/** One answer of each verdict. */
const answers: Record<CheckVerdict, CheckAnswer> = {
  warned: anAnswer({
    verdict: 'warned',
    readings: [aReading({ verdict: 'warned' })],
    reasons: [aReason({ kind: 'alert', name: 'They keep the deposits', alertId: anId(2) })],
  }),
  reported: anAnswer({
    verdict: 'reported',
    readings: [aReading({ verdict: 'reported' })],
    reasons: [aReason({ kind: 'reports', count: 2, firstSeenOn: '2026-03-01' })],
  }),
  listedElsewhere: anAnswer({
    verdict: 'listedElsewhere',
    readings: [aReading({ verdict: 'listedElsewhere' })],
    reasons: [
      aReason({
        kind: 'listedElsewhere',
        name: 'Demo list',
        source: { kind: 'list', name: 'Demo list', url: 'https://list.example' },
      }),
    ],
  }),
  looksLike: anAnswer({
    verdict: 'looksLike',
    readings: [aReading({ value: 'kilimapay-bonus.example', verdict: 'looksLike' })],
    reasons: [aReason({ kind: 'lookalike', name: 'Kilimapay', providerId: anId(), source: computed })],
    lookalike: {
      reading: 0,
      of: { providerId: anId(), name: 'Kilimapay', officialHosts: ['kilimapay.example'] },
      rule: 'asToken',
    },
  }),
  official: anAnswer({
    verdict: 'official',
    readings: [aReading({ value: 'kilimapay.example', verdict: 'official' })],
    reasons: [
      aReason({
        kind: 'official',
        name: 'Kilimapay',
        providerId: anId(),
        source: { kind: 'own', name: null, url: `/provider/${anId()}` },
      }),
    ],
    providers: [kilima],
  }),
  cannotBeRight: anAnswer({
    verdict: 'cannotBeRight',
    readings: [aReading({ kind: 'bitcoin', value: '1A1zP1', why: 'wrongChecksum', verdict: 'cannotBeRight' })],
    reasons: [aReason({ kind: 'wrongChecksum', source: computed })],
  }),
  nothingKnown: anAnswer(),
};

interface Call {
  path: string;
  body: unknown;
}

function createCheckApi(answer: CheckAnswer | ((body: Record<string, unknown>) => CheckAnswer), status = 200) {
  const calls: Call[] = [];
  const api: Api = (path, init) => {
    const body = init?.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    calls.push({ path, body });
    return Promise.resolve(Response.json(typeof answer === 'function' ? answer(body) : answer, { status }));
  };
  return { api, calls };
}

const Check = checkScreen.default;

async function ask(answer: Parameters<typeof createCheckApi>[0], input = 'fastari.example') {
  const { api, calls } = createCheckApi(answer);
  const page = renderInBrowser(<Check />, { at: '/check', store: new QueryStore(api) });
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('What were you sent?'));
  await user.paste(input);
  await user.click(screen.getByRole('button', { name: 'Check' }));
  return { page, calls, user, answer: await screen.findByTestId('answer') };
}

describe('the box', () => {
  it('sends a whole message in the body of a POST and shows the answer as the title of the page [CHECK-01] [CHECK-07]', async () => {
    const message = 'Good morning\nsend the fee to fastari.example';
    const { calls } = await ask(answers.reported, message);
    expect(calls).toEqual([{ path: '/api/check', body: { input: message } }]);
    expect(getText(screen.getByRole('heading', { level: 1 }))).toBe('People have reported this to us. Do not pay.');
    expect(screen.getByRole('heading', { level: 1 })).toHaveProperty('ownerDocument.activeElement.id', 'answer');
    expect(location.search).toBe('');
  });

  it('says at the field that nothing was typed, or that it is too long [CHECK-01] [WARN-15]', async () => {
    const { api, calls } = createCheckApi(answers.reported);
    renderInBrowser(<Check />, { at: '/check', store: new QueryStore(api) });
    const user = userEvent.setup();
    const field = screen.getByLabelText('What were you sent?');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('Paste or type something first')).toBeDefined();
    await user.click(field);
    await user.paste('x'.repeat(20_001));
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findAllByText('Too long: 20,001 of at most 20,000 characters')).not.toEqual([]);
    expect(calls).toEqual([]);
  });

  it('asks what a bare number is, and sends it again as the person says [CHECK-01]', async () => {
    const number = aReading({ kind: 'number', value: '123456', why: 'bareNumber' });
    const till = aReading({ kind: 'till', value: 'ke:123456', why: 'namedKind' });
    const { calls, user } = await ask(
      ({ numberIs }) =>
        numberIs
          ? anAnswer({ readings: [till] })
          : anAnswer({ readings: [number], question: { number: '123456', choices: ['till', 'paybill', 'account'] } }),
      '123456',
    );
    expect(getText(screen.getByRole('heading', { level: 1 }))).toBe('What is the number 123456?');
    const group = screen.getByRole('group', { name: /^Look at the message or advert it came from/ });
    expect(within(group).getAllByRole('button').map(getText)).toEqual([
      'Till number',
      'Paybill number',
      'Bank account',
    ]);
    await user.click(within(group).getByRole('button', { name: 'Till number' }));
    expect(await screen.findByText('We know nothing about this. Do not pay yet.')).toBeDefined();
    expect(calls.at(-1)?.body).toEqual({ input: '123456', numberIs: 'till' });
    expect(getText(screen.getByTestId('answer'))).toContain('Till number 123456');
  });
});

describe('an answer', () => {
  it.each([
    ['warned', 'STOP · Warning', 'There is a warning about this. Do not pay.'],
    ['reported', 'STOP · Reported', 'People have reported this to us. Do not pay.'],
    ['listedElsewhere', 'BE CAREFUL · On a list', 'A list of scams names this: Demo list. Do not pay yet.'],
    ['looksLike', 'BE CAREFUL · Look-alike', 'This looks like Kilimapay but is another address. Do not log in or pay.'],
    ['official', 'Official', 'This belongs to Kilimapay, which we have verified.'],
    ['cannotBeRight', 'STOP · Cannot be right', 'This address has a typing error. Do not send.'],
    ['nothingKnown', 'BE CAREFUL · Nothing known', 'We know nothing about this. Do not pay yet.'],
  ] as const)('that is %s begins with “%s” and “%s” [CHECK-02] [CHECK-05]', async (verdict, word, title) => {
    const { answer } = await ask(answers[verdict]);
    expect(getText(answer)).toContain(`${word} ${title}`);
    expect(answer.outerHTML.includes('bg-verified')).toBe(verdict === 'official');
  });

  it('about a message that asks for a secret says not to give it [CHECK-02]', async () => {
    const secret = anAnswer({
      verdict: 'cannotBeRight',
      reasons: [aReason({ kind: 'askedSecret', source: computed })],
    });
    const { answer } = await ask(secret, 'Send your 12 word recovery phrase');
    expect(getText(answer)).toContain('STOP · Cannot be right It asks for a secret. Do not give it to anybody.');
    expect(getText(answer)).toContain('No bank, exchange or authority asks for it.');
  });

  it('about a message that wants a fee first says not to pay it, and calls the message no name [CHECK-02]', async () => {
    const message = 'To release your withdrawal you must first pay a tax of 450 USDT';
    const fee = anAnswer({
      readings: [aReading({ kind: 'name', value: message, why: 'plainText', verdict: 'nothingKnown' })],
      reasons: [aReason({ kind: 'askedFee', reading: null, source: computed })],
    });
    const text = getText((await ask(fee, message)).answer);
    expect(text).toContain('BE CAREFUL · Signs of a scam It wants a fee before you get your money. Do not pay.');
    expect(text).not.toContain('Unknown does not mean safe.');
    expect(text).toContain('an honest service takes its fee from what it pays out.');
    expect(text).toContain('We found no link, number or known name in it.');
    expect(text).not.toContain('How we read it');
  });

  it('about a name with a warning shares the page of the warning [CHECK-03]', async () => {
    const named = anAnswer({
      verdict: 'warned',
      readings: [aReading({ kind: 'name', value: 'Kilimapay', why: 'providerName', verdict: 'warned' })],
      reasons: [
        aReason({
          kind: 'providerWarning',
          name: 'Kilimapay',
          providerId: kilima.id,
          source: { kind: 'own', name: null, url: `/provider/${kilima.id}` },
        }),
      ],
      providers: [{ ...kilima, verificationStatus: 'Flagged', licences: [] }],
    });
    const { answer } = await ask(named, 'Kilimapay');
    const chat = getLinks(answer).find(({ href }) => href?.startsWith('https://wa.me/'))!;
    expect(new URL(chat.href!).searchParams.get('text')).toBe(
      `Warning: Kilimapay is flagged. Do not pay. /provider/${kilima.id}`,
    );
  });

  it('about a pasted secret says to show it to nobody, and does not repeat it [CHECK-02]', async () => {
    const phrase = 'ripple orbit mango cattle winter basket pilot ocean lizard garden tunnel hybrid';
    const reasons = [aReason({ kind: 'ownSecret', reading: null, source: computed })];
    const { answer } = await ask(anAnswer({ verdict: 'cannotBeRight', readings: [], reasons }), phrase);
    expect(getText(answer)).toContain('STOP · Cannot be right This looks like a secret. Show it to nobody.');
    expect(getText(answer)).not.toContain('ripple');
    expect(getLinks(answer)).toContainEqual({ text: 'Report it', href: '/report-scam' });
  });

  it.each([
    ['askedFee', 'It wants a fee before you get your money. Do not pay.'],
    ['askedReturn', 'Do not send money back. Look at your own balance first.'],
    ['numericLink', 'Do not open this link. It hides who is behind it.'],
    ['appFile', 'Do not install this app. It does not come from an app store.'],
    ['newNumber', 'Call the old number before you do anything.'],
    ['promisedProfit', 'We do not know this, but it promises a profit. Do not pay.'],
  ])('about the trick %s says what not to do: %s [CHECK-03]', async (kind, title) => {
    const { answer } = await ask(anAnswer({ reasons: [aReason({ kind, reading: null, source: computed })] }), 'A text');
    expect(getText(answer)).toContain(title);
  });

  it('about a known name gives its official address [CHECK-02]', async () => {
    const known = { name: 'Kwanza Bank', officialHosts: ['kwanza-bank.example'] };
    const { answer } = await ask(anAnswer({ known }), 'Kwanza Bank');
    expect(getText(answer)).toContain('Kwanza Bank is a well-known name. Use only its official address.');
    expect(getText(answer)).toContain('The official address of Kwanza Bank is: kwanza-bank.example');
  });

  it('shows a number that was read in several countries as one line [CHECK-01]', async () => {
    const readings = (
      [
        ['kenya', '254'],
        ['ivory coast', '2250'],
        ['south africa', '27'],
      ] as const
    ).map(([country, code]) =>
      aReading({ kind: 'phone', value: `+${code}712345678`, why: 'nationalNumber', country, verdict: 'nothingKnown' }),
    );
    const { answer } = await ask(anAnswer({ readings }), 'who is 0712345678');
    expect(answer.querySelectorAll('[data-reading]')).toHaveLength(1);
    expect(getText(answer)).toContain('Phone number 712345678 (read as a number of Kenya, Ivory Coast, South Africa)');
  });

  it('does not say beside a warning that nothing was found in half an address [CHECK-01]', async () => {
    const half = aReading({ kind: 'name', value: 'www.gold-signals', why: 'plainText', verdict: 'warned' });
    const { answer } = await ask(anAnswer({ verdict: 'warned', readings: [half] }), 'www.gold-signals');
    expect(getText(answer)).toContain('STOP · Warning');
    expect(getText(answer)).not.toContain('We found no link');
  });

  it.each([
    ['handle', 'telegram:gold_signals', 'Chat name gold_signals (telegram)'],
    ['handle', '@gold_signals', 'Chat name @gold_signals'],
    ['bankAccount', 'gtbank:0123456789', 'Bank account 0123456789 (gtbank)'],
    ['paybill', 'ke:247247#0712345678', 'Paybill number 247247 / 0712345678'],
  ] as const)('prints the %s %s as people write it: %s [CHECK-01]', async (kind, value, text) => {
    const { answer } = await ask(anAnswer({ readings: [aReading({ kind, value, why: 'namedKind' })] }), 'A text');
    expect(getText(answer)).toContain(text);
  });

  it('about a message of a payment says to act now, and offers the first hour first [CHECK-03]', async () => {
    const reasons = [aReason({ kind: 'alreadyPaid', reading: null, source: computed })];
    const { answer } = await ask(anAnswer({ reasons }), 'I sent 5,000 to them');
    expect(getText(answer)).toContain('BE CAREFUL Did you pay a scammer? Act now, and do not pay again.');
    expect(getText(answer)).not.toContain('Before you pay');
    expect(getLinks(answer)[0]).toEqual({ text: 'I already paid', href: '/first-hour' });
  });

  it.each([
    [['senegal', 'senegal', null], '/first-hour/senegal'],
    [['senegal', 'mali'], '/first-hour'],
    [[null], '/first-hour'],
  ])('read in the countries %j leads those who paid to %s [CHECK-03]', async (countries, href) => {
    const readings = countries.map((country, index) =>
      aReading({ kind: 'phone', value: `+22177123456${index}`, why: 'nationalNumber', country }),
    );
    const { answer } = await ask(anAnswer({ readings }), '77 123 45 60');
    expect(getLinks(answer)).toContainEqual({ text: 'I already paid', href });
  });

  it('in which nothing can be checked says what to paste, and offers the first hour first [CHECK-01] [CHECK-03]', async () => {
    const { answer } = await ask(anAnswer({ readings: [] }), 'please help me I sent all my school fees to them');
    expect(getText(answer)).toContain('We found nothing in this that we can check. Paste the link, number, wallet');
    expect(getText(answer)).not.toContain('Before you pay');
    const paid = within(answer).getByRole('link', { name: 'I already paid' });
    expect(paid.className).toContain('bg-brand');
  });

  it.each(checkVerdicts)('that is %s offers the report, the dispute and the first hour [CHECK-03]', async (verdict) => {
    const { answer } = await ask(answers[verdict]);
    const links = getLinks(answer).map(({ text, href }) => `${text.replace(/ : .*/, '')} ${href}`);
    expect(links).toEqual(
      expect.arrayContaining([
        'Report it /report-scam',
        'Not a scam? Dispute this /dispute',
        'I already paid /first-hour',
      ]),
    );
  });

  it('never makes a link of what was asked, and names the official address of a look-alike as text [CHECK-06]', async () => {
    const { answer } = await ask(answers.looksLike, 'https://kilimapay-bonus.example/claim');
    expect(getText(answer)).toContain('The official address of Kilimapay is: kilimapay.example');
    expect(getLinks(answer).filter(({ href }) => href?.includes('kilimapay'))).toEqual([]);
    expect(answer.querySelector('a[href*="/check/"]')).toBeNull();
  });

  it('gives its reasons in their order, each with source and date [CHECK-03]', async () => {
    const { answer } = await ask(
      anAnswer({
        verdict: 'reported',
        readings: [
          aReading({ verdict: 'reported' }),
          aReading({ kind: 'phone', value: '+254712345678', why: 'countryCode' }),
        ],
        reasons: [
          aReason({ kind: 'reports', count: 2, firstSeenOn: '2026-03-01' }),
          ...answers.listedElsewhere.reasons,
          aReason({ kind: 'promisedProfit', reading: null, source: computed }),
        ],
      }),
    );
    expect([...answer.querySelectorAll('[data-reason]')].map(getText)).toEqual([
      'About fastari.example: 2 reports that our team has checked name it, the first on Mar 1, 2026. Source: Hakiki · Aug 5, 2026',
      'About fastari.example: Demo list names it. We have not checked that. Source: Demo list (opens in a new tab) · Aug 5, 2026',
      'It promises a profit. Nobody can guarantee one: nearly all scams promise it. Source: Worked out from what you sent · Aug 5, 2026',
    ]);
  });

  it('says how each indicator was read, with its verdict, and folds away what nobody knows [CHECK-01]', async () => {
    const { answer } = await ask(
      anAnswer({
        verdict: 'reported',
        readings: [
          aReading({ kind: 'phone', value: '+254712345678', why: 'nationalNumber', country: 'kenya' }),
          aReading({ verdict: 'reported' }),
          aReading({ kind: 'website', value: 'bit.ly/3xYz', why: 'shortLink' }),
          aReading({ kind: 'email', value: 'help@shop.example', why: 'emailAddress' }),
        ],
        reasons: answers.reported.reasons,
      }),
    );
    expect(getAttributeValues(answer, 'data-reading')).toEqual(['website', 'phone', 'website', 'email']);
    expect(getText(answer)).toContain('Reported: Website fastari.example');
    expect(getAttributeValues(answer.querySelector('details')!, 'data-reading')).toEqual(['phone', 'website', 'email']);
    expect(getText(answer)).toContain('Phone number +254712345678 (read as a number of Kenya)');
    expect(getText(answer)).toContain('3 more');
  });

  it('about something unknown says what that means and how to check it before paying [CHECK-02] [WARN-09]', async () => {
    const { answer } = await ask(anAnswer({ similar: [{ ...kilima, name: 'Kilimapey' }] }), 'Kilimapai');
    const text = getText(answer);
    expect(text).toContain('Unknown does not mean safe.');
    expect(within(answer).getByRole('heading', { name: 'Before you pay' }).nextElementSibling?.children).toHaveLength(
      3,
    );
    // Scammers pay small sums out as bait.
    expect(text).not.toMatch(/small/i);
    expect(text).toContain('No entry called "Kilimapai". Similar names:');
  });

  it('about a published link has a page to share, and the sentence of a chat names nothing but that page [CHECK-03]', async () => {
    const { answer } = await ask(answers.reported);
    expect(getLinks(answer)).toContainEqual({ text: 'Share this answer', href: '/check/website/fastari.example' });
    const chat = getLinks(answer).find(({ href }) => href?.startsWith('https://wa.me/'))!;
    expect(new URL(chat.href!).searchParams.get('text')).toBe(
      'Reported: People have reported this to us. Do not pay. /check/website/fastari.example',
    );
  });

  it('shows the licences of a provider in the asked country [CHECK-03] [LIC-07]', async () => {
    const licence = {
      country: 'kenya',
      state: 'no-licence-yet',
      isOld: false,
      scope: [],
      holder: null,
      number: null,
      source: null,
      sourceUrl: null,
      asOf: null,
      checkedOn: null,
      elsewhere: [],
    };
    const providers = [{ ...kilima, licences: [licence] }];
    const { answer } = await ask(anAnswer({ ...answers.official, providers }));
    expect(getText(answer)).toContain('Licences of Kilimapay');
    expect(getAttributeValues(answer, 'data-licence')).toEqual(['no-licence-yet']);
  });
});

describe('the box without scripts', () => {
  const post = (formFields: Record<string, string>, reply = answers.reported, url = '/check') => {
    const { api, calls } = createCheckApi(reply);
    return openPage(checkScreen, url, { api, formFields, store: new QueryStore(api) }).then((opened) => ({
      ...opened,
      calls,
    }));
  };

  it('answers a POST on the same page and keeps what was typed [CHECK-07]', async () => {
    const { status, body, calls } = await post({ input: 'fastari.example', country: 'kenya' });
    expect([status, calls]).toEqual([
      200,
      [{ path: '/api/check', body: { input: 'fastari.example', country: 'kenya' } }],
    ]);
    expect(getText(body.querySelector('h1')!)).toBe('People have reported this to us. Do not pay.');
    expect(body.querySelector('textarea')?.value).toBe('fastari.example');
    expect(getText(body.querySelector('option[selected]')!)).toBe('Kenya');
  });

  it('redirects a name of the home page to the directory, and answers everything else [HOME-04] [CHECK-07]', async () => {
    const name = await post({ search: 'ubuntu coin', country: 'kenya' });
    expect([name.status, name.location, name.calls]).toEqual([303, '/directory?search=ubuntu+coin&country=kenya', []]);
    expect((await post({ search: '', country: 'all' })).location).toBe('/directory');
    const link = await post({ search: 'fastari.example', country: 'all' });
    expect([link.location, link.calls[0]?.body]).toEqual([null, { input: 'fastari.example' }]);
  });

  it('says at the field that nothing was typed, and what went wrong', async () => {
    const empty = await post({ input: '  ' });
    expect([empty.status, getText(empty.body)]).toEqual([
      400,
      expect.stringContaining('Paste or type something first'),
    ]);
    const { api } = createCheckApi(answers.reported, 503);
    const failed = await openPage(checkScreen, '/check', { api, formFields: { input: 'x.example' } });
    expect([failed.status, failed.body.querySelector('textarea')?.value]).toEqual([503, 'x.example']);
  });

  it('is in French', async () => {
    setTestLanguage('fr');
    const { body } = await post({ input: 'fastari.example' }, answers.nothingKnown, '/fr/check');
    const answer = body.querySelector<HTMLElement>('[data-testid=answer]')!;
    expect(getText(answer)).toContain('PRUDENCE · Inconnu Nous n’en savons rien. Ne payez pas encore.');
    expect(getLinks(answer)).toContainEqual({ text: 'J’ai déjà payé', href: '/fr/first-hour' });
  });
});

describe('the page of a public answer', () => {
  async function open(reply: unknown, apiStatus = 200, value = 'fastari.example') {
    const api: Api = () => Promise.resolve(Response.json(reply, { status: apiStatus }));
    const params = { kind: 'website', value };
    const loaded = await publicScreen.loader({
      params,
      context: createServerContext(api).context,
    } as unknown as Parameters<typeof publicScreen.loader>[0]);
    const store = new QueryStore(api);
    hydrateStore(store, loaded.data);
    const body = renderOnServer(<publicScreen.default />, {
      at: `/check/website/${encodeURIComponent(value)}`,
      route: '/check/:kind/:value',
      store,
    });
    return { status: loaded.init?.status, body };
  }
  const readHead = (answer: CheckAnswer) => {
    const reads = [{ key: ['/api/check', 'website'], data: answer }];
    const head = publicScreen.meta({
      params: { kind: 'website', value: 'fastari.example' },
      loaderData: { reads },
      matches: [],
    } as unknown as Parameters<typeof publicScreen.meta>[0]) as Record<string, string>[];
    return {
      description: head.find(({ name }) => name === 'description')?.['content'],
      isIndexed: !head.some(({ name, content }) => name === 'robots' && content === 'noindex'),
    };
  };

  it.each([
    ['warned', true, 'fastari.example: Warning. Source: Hakiki, Aug 5, 2026.'],
    ['reported', true, 'fastari.example: Reported. Source: Hakiki, Aug 5, 2026.'],
    ['listedElsewhere', true, 'fastari.example: On a list. Source: Demo list, Aug 5, 2026.'],
    ['official', true, 'fastari.example: Official. Source: Hakiki, Aug 5, 2026.'],
    ['looksLike', false, 'fastari.example: Look-alike. Source: Worked out from what you sent, Aug 5, 2026.'],
    ['nothingKnown', false, 'Hakiki knows nothing about fastari.example. That does not make it safe.'],
  ] as const)(
    'names verdict, source and date of a %s link, and is listed by search engines: %s [CHECK-03] [CHECK-06]',
    (verdict, isIndexed, description) => {
      expect(readHead(answers[verdict])).toEqual({ description, isIndexed });
    },
  );

  it('says what was withdrawn, and is then not listed [CHECK-03]', async () => {
    const withdrawn = anAnswer({ reasons: [aReason({ kind: 'withdrawn' })] });
    expect(readHead(withdrawn).isIndexed).toBe(false);
    const { body } = await open(withdrawn);
    expect(getText(body)).toContain('There was a warning about this. It was taken back.');
    expect(getText(body)).toContain('fastari.example: Nothing known. Source: Hakiki, Aug 5, 2026.');
  });

  it.each([400, 404])('that the API answers with %i is missing and explains nothing [CHECK-08]', async (apiStatus) => {
    const { status, body } = await open({ message: 'Missing.' }, apiStatus, '+254712345678');
    expect([status, getText(body)]).toEqual([404, expect.stringMatching(/^Page Not Found (?!.*254)/)]);
  });
});
