/**
 * Questions from chats. A message is stored before it is acknowledged and answered by the worker (answering.ts); the
 * answer is that of the check, as text (render.ts).
 */
import { setTimeout } from 'node:timers/promises';
import type { ChatChannel, ChatConnection } from '@hakiki/contract/chat';
import { countryCodes } from '@hakiki/contract/country-codes';
import { toDialHref } from '@hakiki/contract/rescue-values';
import { drawQrCode } from '../../platform/qr-code.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { AppSecret } from '../../platform/app-secret.ts';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import { rotateSealedColumn } from '../../platform/db/sealed-column.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import {
  type AnsweringDeps,
  answerJob,
  answerQuestion,
  isOverBudget,
  personLimits,
  type StoredMessage,
} from './answering.ts';
import type { Incoming, SettingsOf } from './channel.ts';
import { createStep } from './conversation.ts';
import { createPersonKeys } from './person-keys.ts';
import * as store from './store.ts';
import { chatConnections, chatPeople } from './tables.ts';
import { createTelegramSend, readUpdate } from './telegram.ts';
import {
  findCountryOfPhone,
  findUssdLanguage,
  readUssdRequest,
  toMenu,
  type UssdRequest,
  writeMenu,
  writeUssdAnswer,
  writeUssdFirstHour,
  writeUssdLine,
} from './ussd.ts';
import { createWhatsappSend, readDelivery } from './whatsapp.ts';

/** The gateway gives 15 seconds; people hang up earlier. */
const USSD_TIMEOUT_MS = 1700;

const toChatUrl: Record<ChatChannel, (address: string) => string> = {
  telegram: (name) => `https://t.me/${name}`,
  whatsapp: (number) => `https://wa.me/${number.replaceAll(/\D/g, '')}`,
  ussd: toDialHref,
};

type Deps = Pick<AnsweringDeps, 'database' | 'queue' | 'limiter' | 'check' | 'rescue' | 'publicForms'> & {
  settings: { appSecret: AppSecret; publicUrl: string; chat: { telegramApiUrl: string; whatsappApiUrl: string } };
  clock?: Clock;
};

export type ChatService = ReturnType<typeof createChatService>;

export function createChatService({ clock = systemClock, ...deps }: Deps) {
  const { database, queue, settings } = deps;
  const keys = createPersonKeys(settings.appSecret);

  const readSettings = async <Channel extends ChatChannel>(
    channel: Channel,
  ): Promise<SettingsOf<Channel> | undefined> => {
    const connection = await store.findConnection(database.db, channel);
    return connection && keys.openSettings<SettingsOf<Channel>>(connection.id, connection.sealed);
  };

  const findSend: AnsweringDeps['findSend'] = async (channel) => {
    const { telegramApiUrl, whatsappApiUrl } = settings.chat;
    if (channel === 'telegram') {
      const telegram = await readSettings('telegram');
      return telegram && { send: createTelegramSend(telegramApiUrl, telegram), costOf: () => 0 };
    }
    const whatsapp = channel === 'whatsapp' ? await readSettings('whatsapp') : undefined;
    return (
      whatsapp && {
        send: createWhatsappSend(whatsappApiUrl, whatsapp),
        costOf: ({ answersThisMonth }) => (answersThisMonth < whatsapp.freeAnswersPerMonth ? 0 : whatsapp.answerCost),
      }
    );
  };

  const answering: AnsweringDeps = { ...deps, keys, step: createStep(settings), findSend, clock };

  /** Each message once, in an order that cannot deadlock with another delivery. */
  async function receive(channel: ChatChannel, incoming: readonly Incoming[]): Promise<void> {
    if (incoming.length === 0) return;
    const inOrder = incoming.toSorted((one, other) => (one.account < other.account ? -1 : 1));
    await database.transaction(async (tx) => {
      for (const { messageId, account, recipient, askedAt, message } of inOrder) {
        const marks = keys.toMarks(channel, messageId);
        if (marks.length > 1 && (await store.hasMark(tx, marks))) continue;
        const personId = uuidv7();
        const created = { id: personId, sealedKey: keys.newKey(personId) };
        const person = await store.upsertPerson(tx, keys.toPseudonyms(channel, account), created);
        const id = uuidv7();
        const sealed = keys.seal(person, id, { recipient, askedAt, message } satisfies StoredMessage);
        const isNew = await store.insertQuestion(tx, { id, channel, mark: marks[0], personId: person.id, sealed });
        if (isNew) await queue.enqueue(tx, answerJob, { questionId: id, attempt: 0 });
      }
    });
  }

  async function writeScreen({ inputs, networkCode, phoneNumber }: UssdRequest, site: string): Promise<string> {
    const country = findCountryOfPhone(phoneNumber);
    const menu = toMenu(inputs, findUssdLanguage(country));
    const { language, at } = menu;
    if (at.screen === 'answer') {
      const { number: input, meaning: numberIs } = at;
      const answer = await deps.check.check({ input, numberIs, ...(country && { country }) });
      return writeUssdAnswer(answer, { language, meaning: numberIs, site });
    }
    if (at.screen === 'firstHour') {
      const found = country && (await deps.rescue.getCountry(countryCodes[country]));
      const nothing = { contacts: [], prohibition: null, authority: null };
      return writeUssdFirstHour(found ?? nothing, { language, page: at.page }, networkCode);
    }
    return writeMenu(menu)!;
  }

  /** Counted once for each session, which is what the gateway charges for. */
  async function countSession({ phoneNumber }: UssdRequest, { sessionCost }: SettingsOf<'ussd'>): Promise<boolean> {
    const connection = await store.findConnection(database.db, 'ussd');
    const who = keys.toPseudonyms('ussd', phoneNumber)[0].toString('hex');
    const isLimited =
      !connection ||
      isOverBudget(connection, await store.readUse(database.db, 'ussd')) ||
      !(await deps.limiter.isAllowed('chatPerson', personLimits.message, who));
    await store.countDay(database.db, 'ussd', isLimited ? { refused: 1 } : { answers: 1, cost: sessionCost });
    if (!isLimited) await store.recordAnswered(database.db, 'ussd');
    return isLimited;
  }

  return {
    /** The screen, at once: a session waits for it. Undefined for what is no request of the gateway. */
    async answerUssd(form: string, ussd: SettingsOf<'ussd'>): Promise<string | undefined> {
      const request = readUssdRequest(form);
      if (!request) return undefined;
      const language = findUssdLanguage(findCountryOfPhone(request.phoneNumber));
      const site = new URL(settings.publicUrl).host;
      const work = async () =>
        request.inputs.length === 0 && (await countSession(request, ussd))
          ? writeUssdLine('limit', language, site)
          : writeScreen(request, site);
      const timeout = setTimeout(USSD_TIMEOUT_MS, undefined, { ref: false });
      return (await Promise.race([work(), timeout])) ?? writeUssdLine('busy', language, site);
    },

    /** Undefined if the channel is not connected. */
    readSettings,

    async receiveTelegram(body: unknown): Promise<string | undefined> {
      const { incoming, callbackId } = readUpdate(body, clock());
      await receive('telegram', incoming);
      return callbackId;
    },

    /** Statuses come in any order, also before the answer to our own call. */
    async receiveWhatsapp(body: unknown, whatsapp: SettingsOf<'whatsapp'>): Promise<void> {
      const { incoming, statuses } = readDelivery(body, whatsapp);
      await receive('whatsapp', incoming);
      for (const { questionId, hasFailed } of statuses) {
        const isChanged = hasFailed
          ? await store.moveQuestion(database.db, questionId, ['sent', 'unknown'], { state: 'failed' })
          : await store.moveQuestion(database.db, questionId, ['unknown'], { state: 'sent' });
        if (isChanged && hasFailed) await store.countDay(database.db, 'whatsapp', { failed: 1 });
      }
    },

    answer: bindDeps(answering, { answerQuestion }).answerQuestion,

    purgeExpired: () => store.purgeExpired(database.db),

    async listConnected(): Promise<ChatConnection[]> {
      const connections = await store.listConnections(database.db);
      return connections
        .filter(({ state }) => state === 'connected')
        .map(({ channel, address }) => {
          const url = toChatUrl[channel](address);
          return { channel, address, url, qrSvg: channel === 'ussd' ? null : drawQrCode(url) };
        });
    },

    /** For operators: replaces an earlier connection of the channel. */
    async connect<Channel extends ChatChannel>(
      channel: Channel,
      connection: {
        address: string;
        settings: SettingsOf<Channel>;
        dailyAnswers: number;
        monthlyBudgetCents: number | null;
      },
    ): Promise<void> {
      const id = uuidv7();
      const { settings: channelSettings, ...rest } = connection;
      const row = { id, channel, sealed: keys.sealSettings(id, channelSettings), ...rest };
      await database.transaction((tx) => store.replaceConnection(tx, row));
    },
    markConnected: (channel: ChatChannel) => store.markConnected(database.db, channel),
    disconnect: (channel: ChatChannel) => store.deleteConnection(database.db, channel),
    getConnection: (channel: ChatChannel) => store.findConnection(database.db, channel),
    readUse: (channel: ChatChannel) => store.readUse(database.db, channel),
    measureOldestOpenSeconds: () => store.readOldestOpenSeconds(database.db),

    /** The number of connected channels that answer with the limit line today. */
    async countOverBudget(): Promise<number> {
      const connections = await store.listConnections(database.db);
      const uses = await Promise.all(connections.map(({ channel }) => store.readUse(database.db, channel)));
      return connections.filter((connection, place) => isOverBudget(connection, uses[place]!)).length;
    },

    keyRotations: [
      rotateSealedColumn(database.db, {
        what: 'secrets of chat channels',
        table: chatConnections,
        id: chatConnections.id,
        column: chatConnections.sealed,
        name: 'sealed',
        box: keys.settingsBox,
      }),
      rotateSealedColumn(database.db, {
        what: 'keys of open chats',
        table: chatPeople,
        id: chatPeople.id,
        column: chatPeople.sealedKey,
        name: 'sealed_key',
        box: keys.keyBox,
      }),
    ],
  };
}
