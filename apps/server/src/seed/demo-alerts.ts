/**
 * The alerts for developers and end-to-end tests: every type, severity and status, some about demo providers. All are
 * invented and say so. They are a few days old, so that no page announces them as new.
 */
import type { DecisionId } from '@hakiki/contract/decisions';
import type { AlertStatus, AlertType, Severity } from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { Language } from '@hakiki/contract/site';
import type { decisions } from '../modules/moderation/workflow/tables.ts';
import type { filings } from '../modules/intake/tables.ts';
import type { Indicator } from '../modules/indicators/find.ts';
import { computeIndicatorKey } from '../modules/indicators/indicator-key.ts';
import type { filingIndicators, indicators } from '../modules/indicators/tables.ts';
import type { AlertRow } from './alerts.ts';
import { createReceiptHash } from './cases.ts';
import { Random, timedId } from './random.ts';
import { timeline } from './timeline.ts';

interface DemoAlert {
  daysAgo: number;
  title: string;
  description: string;
  advice?: string;
  language?: Language;
  alertType: AlertType;
  severity: Severity;
  countries: string[];
  /** The countries of the alert's own report, if other reports added more. */
  reportedCountries?: string[];
  status?: AlertStatus;
  /** A demo provider's name, or an unknown name. */
  provider?: string;
  lostRand?: number;
  /** The indicators in the text. Phone numbers are never shown, so there are none. */
  indicators?: Exclude<Indicator, { kind: 'phone' }>[];
  /** The reasons for publication and withdrawal. */
  reasons?: { approved: string; rejected?: string };
}

export const demoAlerts: readonly DemoAlert[] = [
  {
    daysAgo: 3,
    title: 'Fastari Daily Gains: withdrawals are refused until a release fee is paid',
    description:
      'Since the last week of September, three people have told us that their withdrawals were refused until they paid a release fee of a tenth of their balance, and that nothing arrived after they had paid. Two were then asked for a second fee, said to be for the tax office. No authority collects taxes through a chat. Do not pay a fee to be given your own money, and keep the receipts of what you have paid. (Demo entry.)',
    alertType: 'ponzi_scheme',
    severity: 'Critical',
    countries: ['nigeria', 'ghana', 'kenya', 'south africa'],
    provider: 'Fastari Daily Gains',
    lostRand: 38_500,
    advice:
      'Do not pay the release fee, nor any fee that follows it. Stop paying in, keep every receipt and message, and tell your bank or mobile money operator today.',
    indicators: [
      { kind: 'website', value: 'fastari-daily-gains.example' },
      { kind: 'website', value: 'release.fastari-payouts.example' },
      { kind: 'handle', value: 'telegram:fastari_release_desk' },
      { kind: 'tron', value: 'TDemoFastari1111111111111111111111' },
    ],
    reasons: {
      approved: 'Receipts of five payments and the chats of three people were compared with what they report.',
    },
  },
  {
    daysAgo: 4,
    title: 'A savings group that promises to double a deposit in ten days',
    description:
      'A member of the group says that everybody was told to bring three friends before anything would be paid out. The group is run from a chat that was opened a month ago. (Demo entry.)',
    alertType: 'ponzi_scheme',
    severity: 'High',
    countries: ['uganda'],
    status: 'pending',
    provider: 'Tumaini Doubling Circle',
  },
  {
    daysAgo: 6,
    title: 'Copied pages of Tandiwa Exchange ask for recovery phrases',
    description:
      'Two people, one of them at Tandiwa Exchange itself, report messages with a link to a copied login page, among them https://tandiwa-exchange-support.example. The page asks for the twelve words of a wallet to unlock an account. Whoever has these words has the wallet. Nobody at an exchange needs them, and nobody who helps you asks for them. (Demo entry.)',
    alertType: 'phishing',
    severity: 'High',
    countries: ['nigeria', 'south africa'],
    provider: 'Tandiwa Exchange',
    lostRand: 12_400,
    advice:
      'Open the exchange by the address you know, never by a link in a message. Whoever has entered their twelve words moves what is left to a new wallet at once.',
    indicators: [{ kind: 'website', value: 'tandiwa-exchange-support.example' }],
  },
  {
    daysAgo: 8,
    title: 'Calls in the name of a mobile operator, asking for a one-time code',
    description:
      'A caller knew the last digits of the account, and ended with the question for a code that had just arrived by text message. (Demo entry.)',
    alertType: 'scam',
    severity: 'Medium',
    countries: ['kenya'],
    status: 'pending',
  },
  {
    daysAgo: 9,
    title: 'A trading app sent by chat shows profits that can never be paid out',
    description:
      'One person has shown us every step of it: a friendly message to a wrong number, weeks of conversation, then an app that is in no store and shows a growing balance. Small withdrawals work. Large ones need a deposit first, said to prove that the account is clean.\n\nThe app was offered as Brightmarket, Bright Market Pro and BMP Trade, each time from another address. (Demo entry.)',
    alertType: 'fake_platform',
    severity: 'Critical',
    countries: ['kenya', 'uganda'],
    provider: 'Brightmarket Pro',
    lostRand: 61_000,
    advice:
      'Deposit nothing more, also not to prove that your account is clean. Remove the app, and change the passwords of your mail and your bank from another device.',
    indicators: [
      { kind: 'website', value: 'brightmarket-pro.example' },
      { kind: 'website', value: 'bmp-trade.example' },
      { kind: 'evm', value: '0xdec0de00000000000000000000000000000b3a27' },
    ],
  },
  {
    daysAgo: 14,
    title: 'Buyers on Sikaboa P2P show edited receipts of mobile money',
    description:
      'Sellers report receipts that look right and were never paid. Release coins only after the money is in your own account; a picture of a payment is not a payment. (Demo entry.)',
    alertType: 'scam',
    severity: 'Medium',
    countries: ['ghana'],
    provider: 'Sikaboa P2P',
    lostRand: 2750,
  },
  {
    daysAgo: 21,
    title: 'Kwikasha Wallet: balances emptied after an update from outside the store',
    description:
      'Two people say that their balance was gone within an hour of installing an update that a message had offered. The maker of the wallet has not answered our questions since 2 October 2026. Until it does, we suggest moving what is left to a wallet that you control. (Demo entry.)',
    alertType: 'wallet_compromise',
    severity: 'High',
    countries: ['south africa', 'namibia'],
    provider: 'Kwikasha Wallet',
    lostRand: 19_900,
    advice: 'Install updates from the store only. Move what is left to a wallet that you control.',
    indicators: [{ kind: 'website', value: 'kwikasha-update.example' }],
  },
  {
    daysAgo: 25,
    title: 'My neighbour owes me money for a phone',
    description:
      'He said that he would pay me on Friday and it is now Monday. Please put his name on your list. (Demo entry.)',
    alertType: 'fraud',
    severity: 'Critical',
    countries: ['zambia'],
    status: 'rejected',
  },
  {
    daysAgo: 30,
    title: 'The makers of the Mangwe token have taken out its liquidity',
    description:
      'The pool that backed the token was emptied in one transaction on 1 October 2026, and the channel of its makers was closed the same night. Buyers report that the token can no longer be sold. Offers to buy it back for a fee are a second trap. (Demo entry.)',
    alertType: 'rug_pull',
    severity: 'High',
    countries: ['nigeria', 'cameroon'],
    reportedCountries: ['nigeria'],
    provider: 'Mangwe Token',
  },
  {
    daysAgo: 38,
    title: 'A raffle that asks for a delivery fee',
    description: 'A prize that nobody drew, and a delivery fee to be paid for it. (Demo entry.)',
    alertType: 'fraud',
    severity: 'Low',
    countries: ['tanzania'],
  },
  {
    daysAgo: 47,
    title: 'Tradovani Exchange : les retraits sont arrêtés depuis l’annonce d’un piratage',
    description:
      'Trois personnes nous écrivent que leurs retraits restent en attente depuis le 12 septembre 2026. La plateforme parle d’un piratage et demande de déposer davantage pour « débloquer » les comptes. Nous n’avons trouvé aucune trace de l’attaque annoncée. Ne déposez rien de plus et conservez vos échanges. (Exemple fictif.)',
    alertType: 'exchange_hack',
    severity: 'Critical',
    countries: ['cameroon', 'ivory coast'],
    provider: 'Tradovani Exchange',
    lostRand: 27_300,
    advice: 'Ne déposez rien de plus pour « débloquer » un compte. Conservez vos échanges et vos reçus.',
    language: 'fr',
  },
  {
    daysAgo: 60,
    title: 'Royal Umbeki Circle pays its members with what new members bring',
    description:
      'Former organisers have shown us the ledger of one town: in eight weeks nothing came in but joining fees, and all that was paid out came from them. Such a circle pays until too few join. (Demo entry.)',
    alertType: 'ponzi_scheme',
    severity: 'Medium',
    countries: ['tanzania', 'malawi', 'zambia'],
    provider: 'Royal Umbeki Circle',
  },
  {
    daysAgo: 75,
    title: 'Hashimari Cloud Mining rents out machines that nobody has seen',
    description:
      'Two people report contracts for machines whose serial numbers appear twice. A visit to the address that is given in the contracts found a closed shop. (Demo entry.)',
    alertType: 'fraud',
    severity: 'High',
    countries: ['uganda', 'kenya'],
    provider: 'Hashimari Cloud Mining',
    lostRand: 8600,
  },
  {
    daysAgo: 96,
    title: 'Work from home as a payment agent: your account is used for stolen money',
    description:
      'People are hired by chat to receive payments and send them on in coins, for a share. One person reports that the bank closed the account and asked questions, since the payments came from victims of other frauds. (Demo entry.)',
    alertType: 'scam',
    severity: 'Low',
    countries: ['south africa', 'botswana', 'zimbabwe', 'zambia', 'malawi', 'mozambique', 'namibia', 'other'],
  },
  {
    daysAgo: 52,
    title: 'Lumbani Custody: payouts were said to be refused',
    description:
      'We were told that two payouts were refused. The company has since shown that both were paid the same week. (Demo entry.)',
    alertType: 'fraud',
    severity: 'Medium',
    countries: ['malawi'],
    status: 'rejected',
    provider: 'Lumbani Custody',
    reasons: {
      approved: 'Two reports with the same course.',
      rejected: 'The company has shown that both payouts arrived, and the person who reported them has confirmed it.',
    },
  },
];

/** The time between arrival and decision: two hours to two days, derived from the age. */
export const getDecisionDelayMs = (daysAgo: number): number => (2 + ((daysAgo * 29) % 47)) * (timeline.day / 24);

const createdAt = ({ daysAgo }: DemoAlert) => timeline.end - daysAgo * timeline.day;

export const demoAlertId = (seed: number, index: number): AlertId =>
  timedId(new Random(seed, 'demo-alert', index), createdAt(demoAlerts[index]!));

/** A withdrawn alert was public for two weeks. */
const WITHDRAWN_AFTER_MS = 14 * timeline.day;

/** The times of the first and the second decision. */
function getDecisionTimes(alert: DemoAlert) {
  const at = createdAt(alert);
  const isWithdrawn = alert.reasons?.rejected !== undefined;
  const first = alert.status === 'pending' ? null : new Date(at + getDecisionDelayMs(alert.daysAgo));
  const withdrawn = isWithdrawn ? new Date(at + WITHDRAWN_AFTER_MS) : null;
  const isPublished = isWithdrawn || (alert.status ?? 'approved') === 'approved';
  return { published: isPublished ? first : null, withdrawn, decided: withdrawn ?? first };
}

export const demoAlertRows = (seed: number, findProviderId: (name: string) => ProviderId | undefined): AlertRow[] =>
  demoAlerts.map((alert, index) => {
    const { title, description, alertType, severity, countries, status = 'approved', provider, lostRand } = alert;
    const at = createdAt(alert);
    const { published, withdrawn, decided: decidedAt } = getDecisionTimes(alert);
    return {
      id: demoAlertId(seed, index),
      title,
      description,
      advice: alert.advice ?? null,
      language: alert.language ?? 'en',
      alertType,
      severity,
      status,
      affectedCountries: countries,
      reportedCountries: alert.reportedCountries ?? null,
      mergedInto: null,
      isMergedUnread: false,
      affectedProviderId: (provider && findProviderId(provider)) || null,
      affectedProviderName: provider ?? null,
      lostCents: lostRand === undefined ? null : lostRand * 100,
      decidedAt,
      publishedAt: published,
      withdrawnAt: withdrawn,
      createdAt: new Date(at),
      updatedAt: decidedAt ?? new Date(at),
    };
  });

/** Only phone numbers need a key, and there are none here. */
const noKey = Buffer.alloc(0);

const indicatorsByAlert = demoAlerts.flatMap(({ indicators: found = [] }, index) =>
  found.map((one) => ({ index, ...one })),
);

/** The indicators of an alert belong to its filing. */
export const demoFilingRows = (seed: number): (typeof filings.$inferSelect)[] =>
  demoAlerts.flatMap((alert, index) =>
    alert.indicators
      ? {
          id: demoAlertId(seed, index),
          kind: 'alert',
          receiptHash: createReceiptHash(seed, demoAlertId(seed, index)),
          ownerTag: null,
          language: alert.language ?? 'en',
          sealedContact: null,
          hasEmail: false,
          sealedDetails: null,
          createdAt: new Date(createdAt(alert)),
        }
      : [],
  );

export const demoFilingIndicatorRows = (seed: number): (typeof filingIndicators.$inferSelect)[] =>
  indicatorsByAlert.map(({ index, kind, value }) => ({
    filingId: demoAlertId(seed, index),
    key: computeIndicatorKey({ kind, value }, noKey),
    kind,
    value,
    isWithheld: false,
    isFromAnswer: false,
  }));

export const demoIndicatorRows = (): (typeof indicators.$inferSelect)[] =>
  indicatorsByAlert.map(({ index, kind, value }) => {
    const seenAt = new Date(createdAt(demoAlerts[index]!) + timeline.day);
    return {
      key: computeIndicatorKey({ kind, value }, noKey),
      kind,
      value,
      reportCount: 1,
      firstSeenAt: seenAt,
      lastSeenAt: seenAt,
    };
  });

/** The decisions on each alert; some have a reason. */
export const demoAlertDecisionRows = (seed: number): (typeof decisions.$inferInsert)[] =>
  demoAlerts.flatMap((alert, index) => {
    const { published, withdrawn, decided } = getDecisionTimes(alert);
    const row = (from: AlertStatus, to: 'approved' | 'rejected', at: Date) => ({
      id: timedId<DecisionId>(new Random(seed, `demo-${to}`, index), at.getTime()),
      subject: 'alert' as const,
      subjectId: demoAlertId(seed, index),
      fromValue: from,
      toValue: to,
      reason: alert.reasons?.[to] ?? null,
      arrivedAt: from === 'pending' ? new Date(createdAt(alert)) : null,
      createdAt: at,
    });
    if (!decided) return [];
    if (!published) return [row('pending', 'rejected', decided)];
    return [row('pending', 'approved', published), ...(withdrawn ? [row('approved', 'rejected', withdrawn)] : [])];
  });
