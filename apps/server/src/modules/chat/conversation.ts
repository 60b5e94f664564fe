/**
 * A conversation in a chat as a pure function: state and event in; new state, at most one reply and effects out. An
 * effect is work for the service, whose result comes back as the next event. Nothing here knows a channel or a
 * database.
 */
import type { CheckAnswer, NumberMeaning } from '@hakiki/contract/check';
import { type AfricanCountry } from '@hakiki/contract/country-codes';
import { CONVERSATION_MINUTES } from '@hakiki/contract/chat-values';
import type { Receipt } from '@hakiki/contract/filed';
import { minimums } from '@hakiki/contract/limits';
import type { RescueCountry } from '@hakiki/contract/rescue';
import { defaultLanguage, type Language, localisePath } from '@hakiki/contract/site';
import { findCountry, nameCountry } from '../../platform/country-names.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import { type Command, detectLanguage, findCommand, listOtherLanguages } from './commands.ts';
import { formatDay, getCheckUrl, isPlainText, withoutLinks, writeAnswer, writeFirstHour } from './render.ts';

/** A message of any channel. */
export interface Message {
  kind: 'message';
  text: string;
  /** Text that is checked with it, such as the number of the channel that it was forwarded from. */
  origin?: string;
  media?: 'picture' | 'voice' | 'other';
  /** The id of a tapped button. */
  choice?: string;
  language?: Language;
  country?: AfricanCountry;
  /** Typed in another chat: answered, and no conversation. */
  isInline?: true;
}

interface ReportDraft {
  description: string;
  country: AfricanCountry;
  loss: string | null;
}

export type Effect =
  | { kind: 'check'; input: string; country: AfricanCountry | null; numberIs: NumberMeaning | null; isFirst: boolean }
  | { kind: 'findContacts'; country: AfricanCountry }
  | { kind: 'fileReport'; title: string; draft: ReportDraft; language: Language };

export type ChatEvent =
  | Message
  | { kind: 'checked'; answer: CheckAnswer; asked: Extract<Effect, { kind: 'check' }> }
  | { kind: 'contactsFound'; found: RescueCountry; country: AfricanCountry }
  | { kind: 'filed'; receipt: Receipt }
  | { kind: 'failed' };

/** What the next message answers. */
type Expectation =
  | { kind: 'numberMeaning'; input: string; choices: NumberMeaning[]; isFirst: boolean }
  | { kind: 'countryOfLoss' }
  | { kind: 'story'; before: string }
  | { kind: 'countryOfReport'; description: string }
  | { kind: 'loss'; description: string; country: AfricanCountry }
  | { kind: 'confirmation'; title: string; draft: ReportDraft };

export interface Conversation {
  language: Language;
  country: AfricanCountry | null;
  /** When the last message came. */
  at: number;
  /** The last checked message, which a report quotes. */
  lastInput: string | null;
  /** Whether the checked message is a picture with a caption. */
  isCaption: boolean;
  expects: Expectation | null;
}

export interface ChatReply {
  text: string;
  choices: { id: string; label: string }[];
}

export interface Step {
  /** Null: the person and everything about them is deleted. */
  state: Conversation | null;
  replies: ChatReply[];
  effects: Effect[];
}

const MAX_STORED_INPUT = 3000;
const MIN_STORY = 20;
const MAX_LOSS = 100;
const MAX_DESCRIPTION = 4500;

const isExpired = ({ at }: Conversation, now: number): boolean => now - at > CONVERSATION_MINUTES * 60_000;

const toReply = (text: string, choices: ChatReply['choices'] = []): ChatReply => ({ text, choices });
const say = (state: Conversation | null, text: string, choices?: ChatReply['choices']): Step => ({
  state,
  replies: [toReply(text, choices)],
  effects: [],
});

const listChoices = (language: Language, ids: readonly ('paid' | 'report' | 'yes' | 'no')[]) =>
  ids.map((id) => ({ id, label: getTexts(language).chat.buttons[id] }));

function start({ text, language, country }: Message, now: number): Conversation {
  return {
    // A whole sentence says more than the language of the phone.
    language: detectLanguage(text, 3) ?? language ?? detectLanguage(text, 1) ?? defaultLanguage,
    country: country ?? null,
    at: now,
    lastInput: null,
    isCaption: false,
    expects: null,
  };
}

function obey(state: Conversation, command: Command): Step | undefined {
  const { chat } = getTexts(state.language);
  switch (command) {
    case 'stop':
      return say(null, chat.stopped);
    case 'delete':
      return say(null, chat.deleted);
    case 'help':
      return say({ ...state, expects: null }, chat.help);
    case 'paid':
      return state.country
        ? {
            state: { ...state, expects: null },
            replies: [],
            effects: [{ kind: 'findContacts', country: state.country }],
          }
        : say({ ...state, expects: { kind: 'countryOfLoss' } }, chat.askCountry);
    case 'report':
      return say({ ...state, expects: { kind: 'story', before: '' } }, chat.report.story);
    case 'yes':
    case 'no':
      return undefined;
    default: {
      const language = command.slice('language:'.length) as Language;
      return say({ ...state, language }, getTexts(language).chat.languageChanged);
    }
  }
}

function askNumber(
  state: Conversation,
  { input, isFirst }: Extract<Effect, { kind: 'check' }>,
  choices: NumberMeaning[],
): Step {
  const { askNumber: question, meanings } = getTexts(state.language).chat;
  const lines = choices.map((choice, place) => `${place + 1} ${meanings[choice]}`);
  return say(
    { ...state, expects: { kind: 'numberMeaning', input, choices, isFirst } },
    [question, ...lines].join('\n'),
    choices.map((choice, place) => ({ id: String(place + 1), label: meanings[choice] })),
  );
}

/** With what the person told and the message that they asked about. */
const composeDescription = (story: string, { lastInput, language }: Conversation): string =>
  [story, ...(lastInput ? [getTexts(language).chat.report.received, lastInput] : [])]
    .join('\n\n')
    .slice(0, MAX_DESCRIPTION);

function askLoss(state: Conversation, description: string, country: AfricanCountry): Step {
  const expects: Expectation = { kind: 'loss', description, country };
  return say({ ...state, expects, country }, getTexts(state.language).chat.report.loss);
}

function tellStory(state: Conversation, before: string, text: string): Step {
  const { report } = getTexts(state.language).chat;
  const story = [before, text.trim()].filter(Boolean).join('\n');
  const description = composeDescription(story, state);
  if (story.length < MIN_STORY || description.length < minimums.scamDescription) {
    const min = story.length < MIN_STORY && state.lastInput ? MIN_STORY : minimums.scamDescription;
    return say({ ...state, expects: { kind: 'story', before: story } }, fillTexts(report.longer, { min }));
  }
  return state.country
    ? askLoss(state, description, state.country)
    : say({ ...state, expects: { kind: 'countryOfReport', description } }, report.country);
}

function confirmDraft(state: Conversation, draft: ReportDraft): Step {
  const { language } = state;
  const { report } = getTexts(language).chat;
  const [firstLine = ''] = draft.description.split('\n');
  const title = `${report.title}: ${firstLine}`.slice(0, 120);
  const text = fillTexts(report.confirm, {
    title: withoutLinks(title),
    country: nameCountry(draft.country, language),
    loss: draft.loss ?? report.noLoss,
    description: withoutLinks(draft.description.slice(0, 1500)),
  });
  return say({ ...state, expects: { kind: 'confirmation', title, draft } }, text, listChoices(language, ['yes', 'no']));
}

/** Undefined if the message is a new question instead of what was expected. */
function continueWith(state: Conversation, expects: Expectation, message: Message): Step | undefined {
  const { language } = state;
  const { chat } = getTexts(language);
  const text = message.text.trim();
  const command = findCommand(text, message.choice);
  switch (expects.kind) {
    case 'numberMeaning': {
      const meaning = expects.choices[Number(message.choice ?? text) - 1];
      if (!meaning) return undefined;
      return ask({ ...state, expects: null }, expects.input, { numberIs: meaning, isFirst: expects.isFirst });
    }
    case 'countryOfLoss': {
      const country = findCountry(text);
      if (country) return obey({ ...state, country }, 'paid');
      return /[\d./@]/.test(text) ? undefined : say(state, chat.unknownCountry);
    }
    case 'story':
      return text ? tellStory(state, expects.before, text) : undefined;
    case 'countryOfReport': {
      const country = findCountry(text);
      return country ? askLoss(state, expects.description, country) : say(state, chat.unknownCountry);
    }
    case 'loss': {
      const { description, country } = expects;
      const loss = command === 'no' || text === '0' ? null : text.slice(0, MAX_LOSS);
      return loss === '' ? say(state, chat.report.loss) : confirmDraft(state, { description, country, loss });
    }
    case 'confirmation': {
      const { title, draft } = expects;
      if (command === 'yes') {
        return {
          state: { ...state, expects: null, lastInput: null },
          replies: [],
          effects: [{ kind: 'fileReport', title, draft, language }],
        };
      }
      if (command === 'no') return say({ ...state, expects: null }, chat.report.discarded);
      return say(state, chat.report.askYesOrNo, listChoices(language, ['yes', 'no']));
    }
  }
}

function ask(
  state: Conversation,
  input: string,
  { numberIs = null, isFirst = false }: { numberIs?: NumberMeaning | null; isFirst?: boolean } = {},
): Step {
  return {
    state: { ...state, lastInput: input.slice(0, MAX_STORED_INPUT) },
    replies: [],
    effects: [{ kind: 'check', input, country: state.country, numberIs, isFirst }],
  };
}

function readMessage(before: Conversation | undefined, message: Message, now: number): Step {
  const isFirst = !before || isExpired(before, now) || Boolean(message.isInline);
  const state = { ...(isFirst ? start(message, now) : before), at: now, isCaption: false };
  const { chat } = getTexts(state.language);
  const command = message.isInline ? undefined : findCommand(message.text, message.choice);
  const obeyed = command && obey(state, command);
  if (obeyed) return obeyed;
  const continued = state.expects && continueWith(state, state.expects, message);
  if (continued) return continued;
  const idle = { ...state, expects: null };
  const input = [message.text.trim(), message.origin].filter(Boolean).join('\n');
  if (!input) return say(idle, message.media ? chat.media[message.media] : chat.help);
  return ask({ ...idle, isCaption: message.media === 'picture' && message.text.trim() !== '' }, input, {
    isFirst: isFirst && !message.isInline,
  });
}

function presentAnswer(state: Conversation, answer: CheckAnswer, isFirst: boolean, publicUrl: string): ChatReply {
  const { language } = state;
  const { captionOnly, lines } = getTexts(language).chat;
  const text = [
    writeAnswer(answer, { language, publicUrl }),
    ...(state.isCaption ? [captionOnly] : []),
    ...(isFirst ? [fillTexts(lines.kept, { languages: listOtherLanguages(language) })] : []),
  ].join('\n');
  return toReply(text, isPlainText(answer) ? [] : listChoices(language, ['paid', 'report']));
}

export const createStep =
  ({ publicUrl }: { publicUrl: string }) =>
  (before: Conversation | undefined, event: ChatEvent, now: number): Step => {
    if (event.kind === 'message') return readMessage(before, event, now);
    if (!before) throw new Error('The result of an effect needs the conversation that asked for it.');
    const { language } = before;
    const { chat } = getTexts(language);
    switch (event.kind) {
      case 'checked': {
        const { answer, asked } = event;
        if (answer.question && asked.numberIs === null) return askNumber(before, asked, answer.question.choices);
        // A recovery phrase or a code is not kept, not even for a report.
        const isSecret = answer.reasons.some(({ kind }) => kind === 'ownSecret');
        const state = isSecret ? { ...before, lastInput: null } : before;
        return { state, replies: [presentAnswer(before, answer, asked.isFirst, publicUrl)], effects: [] };
      }
      case 'contactsFound':
        return say(
          before,
          writeFirstHour(event.found, event.country, { language, publicUrl }),
          listChoices(language, ['report']),
        );
      case 'filed': {
        const { reference, code, expectedBy } = event.receipt;
        const url = publicUrl + localisePath(language, '/follow');
        const day = formatDay(expectedBy, language);
        return say(before, fillTexts(chat.report.filed, { reference, code, day, url }));
      }
      case 'failed':
        return say(before, fillTexts(chat.failed, { url: getCheckUrl({ language, publicUrl }) }));
    }
  };
