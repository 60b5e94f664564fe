/** The conversation as a pure function: commands, the question about a number, the first hour and the report. */
import type { CheckAnswer } from '@hakiki/contract/check';
import { languages } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { getTexts } from '../../platform/texts.ts';
import { type ChatEvent, type Conversation, createStep, type Message } from './conversation.ts';

const step = createStep({ publicUrl: 'https://hakiki.test' });
const NOW = Date.UTC(2026, 10, 19, 12);
const message = (text: string, rest: Partial<Message> = {}): Message => ({ kind: 'message', text, ...rest });
const base: Conversation = {
  language: 'en',
  country: 'kenya',
  at: NOW,
  lastInput: 'Pay a fee at harvest.example to receive your prize',
  isCaption: false,
  expects: null,
};
const draft = { description: 'They asked for a fee.', country: 'kenya', loss: null } as const;

/** A state for each thing that the next message may be expected to answer. */
const states: Record<string, Conversation | undefined> = {
  'no conversation': undefined,
  'an idle conversation': base,
  'the question what a number is': {
    ...base,
    expects: { kind: 'numberMeaning', input: '123456', choices: ['till', 'paybill'], isFirst: true },
  },
  'the question for a country': { ...base, country: null, expects: { kind: 'countryOfLoss' } },
  'the story of a report': { ...base, expects: { kind: 'story', before: '' } },
  'the country of a report': { ...base, expects: { kind: 'countryOfReport', description: 'x'.repeat(60) } },
  'the loss of a report': { ...base, expects: { kind: 'loss', description: 'x'.repeat(60), country: 'kenya' } },
  'the confirmation of a report': { ...base, expects: { kind: 'confirmation', title: 'A title', draft } },
};

describe.each(Object.keys(states))('in %s', (name) => {
  const state = states[name];

  it.each(languages)('the words of %s for stop and delete end everything [DOOR-08]', (language) => {
    const { words } = getTexts(language).chat;
    for (const word of [...words.stop.split(','), ...words.delete.split(',')]) {
      const { state: after, replies, effects } = step(state, message(` ${word.toUpperCase()}! `), NOW);
      expect([word, after, replies.length, effects]).toEqual([word, null, 1, []]);
    }
  });

  it.each(languages)('the words of %s for help explain what to send [DOOR-08]', (language) => {
    for (const word of getTexts(language).chat.words.help.split(',')) {
      const { state: after, replies } = step(state, message(word, { language: 'en' }), NOW);
      expect([word, after?.expects, replies[0]?.text]).toEqual([word, null, getTexts('en').chat.help]);
    }
  });

  it.each(languages)('the name of %s changes the language and nothing else [DOOR-08]', (language) => {
    const [word = ''] = getTexts(language).chat.words.language.split(',');
    const { state: after, replies } = step(state, message(word), NOW);
    expect(replies).toEqual([{ text: getTexts(language).chat.languageChanged, choices: [] }]);
    expect([after?.language, after?.expects]).toEqual([language, state?.expects ?? null]);
  });

  it('there is at most one reply to a message', () => {
    for (const text of ['', 'yes', '1', 'kenya', 'paid', 'report', 'a long sentence that says nothing at all']) {
      const { replies, effects } = step(state, message(text), NOW);
      expect(replies.length + effects.length).toBe(1);
    }
  });
});

describe('a conversation', () => {
  it('ends after 15 minutes: what was expected is forgotten [DOOR-05]', () => {
    const waiting = states['the story of a report'];
    const { state, effects } = step(waiting, message('harvest.example'), NOW + 15 * 60_000 + 1);
    expect(effects).toEqual([
      { kind: 'check', input: 'harvest.example', country: null, numberIs: null, isFirst: true },
    ]);
    expect(state?.expects).toBeNull();
  });

  it('begins in the language of a whole sentence, otherwise of the app, otherwise of the words, otherwise in English', () => {
    const languageOf = (text: string, rest?: Partial<Message>) =>
      step(undefined, message(text, rest), NOW).state?.language;
    const sentence = 'Est-ce que ce site est une arnaque pour moi ? Je ne sais pas.';
    expect(languageOf(sentence, { language: 'en' })).toBe('fr');
    expect(languageOf('hello', { language: 'fr' })).toBe('fr');
    expect(languageOf('Est-ce que ce site est une arnaque pour moi ?')).toBe('fr');
    expect(languageOf('https://harvest.example')).toBe('en');
  });

  it('asks for the country before the first hour, and takes it in any language', () => {
    const asked = step({ ...base, country: null }, message('I paid'), NOW);
    expect(asked.replies[0]?.text).toBe('In which country are you? Send its name.');
    const known = step(asked.state ?? undefined, message('Cote d’Ivoire', { language: 'fr' }), NOW);
    expect(known.effects).toEqual([{ kind: 'findContacts', country: 'ivory coast' }]);
    const unknown = step(asked.state ?? undefined, message('Atlantis'), NOW);
    expect(unknown.replies[0]?.text).toMatch(/^We do not know this country/);
  });

  it('takes a new question instead of the answer that it expects', () => {
    const { effects } = step(states['the question what a number is'], message('harvest.example'), NOW);
    expect(effects[0]).toMatchObject({ kind: 'check', input: 'harvest.example', numberIs: null });
  });

  it('forgets a recovery phrase or code at once, also for a report [DOOR-05]', () => {
    const asked = step(undefined, message('legal winner thank year'), NOW);
    const [effect] = asked.effects;
    const reason = {
      kind: 'ownSecret',
      reading: null,
      name: null,
      providerId: null,
      alertId: null,
      count: null,
    } as const;
    const source = { kind: 'computed', name: null, url: null } as const;
    const answer: CheckAnswer = {
      verdict: 'cannotBeRight',
      readings: [],
      question: null,
      reasons: [{ ...reason, firstSeenOn: null, source, date: '2026-11-19' }],
      providers: [],
      alerts: [],
      similar: [],
      links: [],
      lookalike: null,
      known: null,
      promisesProfit: false,
    };
    if (effect?.kind !== 'check') throw new Error('no check');
    const { state, replies } = step(asked.state ?? undefined, { kind: 'checked', answer, asked: effect }, NOW);
    expect(state?.lastInput).toBeNull();
    expect(replies[0]?.text).toMatch(/^CANNOT BE RIGHT.*show it to nobody, also not to us/s);
  });

  it('answers a number once it is known what it is', () => {
    const { effects } = step(states['the question what a number is'], message('2'), NOW);
    expect(effects[0]).toMatchObject({ kind: 'check', input: '123456', numberIs: 'paybill', isFirst: true });
  });
});

describe('a report from a chat', () => {
  /** Sends messages one after the other and returns the last step. */
  const send = (start: Conversation, ...texts: string[]) => {
    let last = step(start, message(texts[0]!), NOW);
    for (const text of texts.slice(1)) last = step(last.state ?? undefined, message(text), NOW);
    return last;
  };
  const story = 'A man on the phone wanted 500 shillings first.';

  it('is filed only after a yes, with the message that was asked about [DOOR-06]', () => {
    const shown = send(base, 'REPORT', story, '5000 KES');
    const description = `${story}\n\nMessage received:\n\n${base.lastInput}`;
    expect(shown.effects).toEqual([]);
    expect(shown.replies).toEqual([
      {
        text: `This would be sent to our team:\nReported from a chat: ${story}\nCountry: Kenya. Lost: 5000 KES.\n${description.replace('harvest.example', 'harvest[.]example')}\n\nIt is read by our team, and becomes public without you if it is right. Send YES to send it, NO to throw it away.`,
        choices: [
          { id: 'yes', label: 'Yes' },
          { id: 'no', label: 'No' },
        ],
      },
    ]);
    const filed = send(base, 'REPORT', story, '5000 KES', 'yes');
    expect(filed.effects).toEqual([
      {
        kind: 'fileReport',
        title: `Reported from a chat: ${story}`,
        draft: { description, country: 'kenya', loss: '5000 KES' },
        language: 'en',
      },
    ]);
  });

  it.each(['no', 'stop', 'delete'])('is thrown away by %s [DOOR-06]', (word) => {
    const { state, effects } = send(base, 'REPORT', story, 'no', word);
    expect([state?.expects ?? null, effects]).toEqual([null, []]);
  });

  it('asks again for a story that the form would refuse, and for a clear yes or no [DOOR-06]', () => {
    const short = send({ ...base, lastInput: null }, 'REPORT', 'They lied.');
    expect(short.replies[0]?.text).toBe('Please tell a little more: at least 50 letters.');
    const unclear = send(base, 'REPORT', story, 'no', 'perhaps');
    expect(unclear.replies[0]?.text).toBe('Send YES to send the report, or NO to throw it away.');
    expect(unclear.effects).toEqual([]);
  });

  it('tells receipt and code in the chat [DOOR-06]', () => {
    const receipt = { reference: 'HK-1', code: 'AAAA-BBBB', expectedBy: '2026-11-21T00:00:00.000Z' };
    const event: ChatEvent = { kind: 'filed', receipt };
    expect(step(base, event, NOW).replies[0]?.text).toBe(
      'Thank you. Your report has arrived.\nReference: HK-1\nCode: AAAA-BBBB\nKeep the code: it opens the report, and we cannot show it again. Expected by Nov 21, 2026.\nhttps://hakiki.test/follow',
    );
  });
});
