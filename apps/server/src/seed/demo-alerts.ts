/**
 * The alerts for developers and end-to-end tests: every type, severity and status, some about demo providers. All are
 * invented and say so. They are a few days old, so that no page announces them as new.
 */
import type { AlertStatus, AlertType, Severity } from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { Language } from '@hakiki/contract/site';
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
  status?: AlertStatus;
  /** A demo provider's name, or an unknown name. */
  provider?: string;
  lostRand?: number;
  /** The reasons for publication and withdrawal. */
  reasons?: { approved: string; rejected?: string };
  /** Reports of others about the same, which are merged into it when it is published. */
  similar?: { title: string; description: string; countries: string[]; isUnread?: true }[];
  /** Set for a pending alert whose case is snoozed for some days, or until the reporter answers. */
  snoozed?: { days: number; note: string } | { question: string };
  /** A later edit; it names the values before it. */
  edit?: { at: string; reason: string; before: { title: string; severity: Severity; description: string } };
}

export const demoAlerts: readonly DemoAlert[] = [
  {
    daysAgo: 3,
    title: 'Fastari Daily Gains: withdrawals are refused until a release fee is paid',
    description:
      'Since the last week of September, three people have told us that their withdrawals were refused until they paid a release fee of a tenth of their balance, and that nothing arrived after they had paid. Two were then asked for a second fee, said to be for the tax office. No authority collects taxes through a chat. The messages come from Telegram @fastari_release_desk and from release.fastari-payouts.example, and the fee goes to the wallet TYVC8NkDcTJ7qLrKAdiBiSrkoJwYrPd8pd. Do not pay a fee to be given your own money, and keep the receipts of what you have paid. (Demo entry.)',
    alertType: 'ponzi_scheme',
    severity: 'Critical',
    countries: ['nigeria', 'ghana', 'kenya', 'south africa'],
    provider: 'Fastari Daily Gains',
    lostRand: 38_500,
    advice:
      'Do not pay the release fee, nor any fee that follows it. Stop paying in, keep every receipt and message, and tell your bank or mobile money operator today.',
    reasons: {
      approved: 'Receipts of five payments and the chats of three people were compared with what they report.',
    },
    edit: {
      at: '2026-10-31T14:10:00Z',
      reason: 'A third person has shown us the chat and both receipts. The second fee is new.',
      before: {
        title: 'Fastari Daily Gains: withdrawals are said to need a release fee',
        severity: 'High',
        description:
          'Since the last week of September, two people have told us that their withdrawals were refused until they paid a release fee of a tenth of their balance. The messages come from Telegram @fastari_release_desk and from release.fastari-payouts.example, and the fee goes to the wallet TYVC8NkDcTJ7qLrKAdiBiSrkoJwYrPd8pd. Do not pay a fee to be given your own money, and keep the receipts of what you have paid. (Demo entry.)',
      },
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
    snoozed: { days: 3, note: 'The group announced its next pay-out for then.' },
  },
  {
    daysAgo: 6,
    title: 'People pretending to be Tandiwa Exchange ask for recovery phrases',
    description:
      'Tandiwa Exchange itself reports messages in its name with a link to a copied login page, among them https://tandiwa-exchange-support.example. The page asks for the twelve words of a wallet to unlock an account. Whoever has these words has the wallet. What the first victims had went to TYVC8NkDcTJ7qLrKAdiBiSrkoJwYrPd8pd. Nobody at an exchange needs them, and nobody who helps you asks for them. (Demo entry.)',
    alertType: 'phishing',
    severity: 'High',
    countries: ['nigeria', 'south africa'],
    lostRand: 12_400,
    advice:
      'Open the exchange by the address you know, never by a link in a message. Whoever has entered their twelve words moves what is left to a new wallet at once.',
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
    snoozed: { question: 'From which number did the call come, and on which day?' },
  },
  {
    daysAgo: 9,
    title: 'A trading app sent by chat shows profits that can never be paid out',
    description:
      'One person has shown us every step of it: a friendly message to a wrong number, weeks of conversation, then an app that is in no store and shows a growing balance. Small withdrawals work. Large ones need a deposit first, said to prove that the account is clean.\n\nThe app was offered as Brightmarket, Bright Market Pro and BMP Trade, each time from another address, among them brightmarket-pro.example and bmp-trade.example. Deposits go to 0xdec0de00000000000000000000000000000b3a27. (Demo entry.)',
    alertType: 'fake_platform',
    severity: 'Critical',
    countries: ['kenya', 'uganda'],
    provider: 'Brightmarket Pro',
    lostRand: 61_000,
    advice:
      'Deposit nothing more, also not to prove that your account is clean. Remove the app, and change the passwords of your mail and your bank from another device.',
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
      'Two people say that their balance was gone within an hour of installing an update that a message had offered from kwikasha-update.example. The maker of the wallet has not answered our questions since 2 October 2026. Until it does, we suggest moving what is left to a wallet that you control. (Demo entry.)',
    alertType: 'wallet_compromise',
    severity: 'High',
    countries: ['south africa', 'namibia'],
    provider: 'Kwikasha Wallet',
    lostRand: 19_900,
    advice: 'Install updates from the store only. Move what is left to a wallet that you control.',
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
    countries: ['nigeria'],
    provider: 'Mangwe Token',
    reasons: { approved: 'They all tell of the same evening, and the transaction can be looked up.' },
    similar: [
      {
        title: 'Mangwe cannot be sold any more',
        description: 'I bought the token in September. Since the first of October every attempt to sell it fails.',
        countries: ['cameroon'],
      },
      {
        title: 'The channel of the Mangwe token is gone',
        description: 'Overnight the channel was closed, and the page says that the service is being moved.',
        countries: ['nigeria'],
      },
      {
        title: 'Somebody offers to buy Mangwe back for a fee',
        description: 'A message offers half of the price for my Mangwe, if I pay a fee of two hundred first.',
        countries: ['cameroon'],
        isUnread: true,
      },
    ],
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
const getDecisionDelayMs = (daysAgo: number): number => (2 + ((daysAgo * 29) % 47)) * (timeline.day / 24);

/** The times of arrival and first decision of an item of the given age in days. */
export const getTimes = (daysAgo: number) => {
  const arrivedAt = timeline.end - daysAgo * timeline.day;
  return { arrivedAt, decidedAt: arrivedAt + getDecisionDelayMs(daysAgo) };
};

export const demoAlertId = (seed: number, index: number): AlertId =>
  timedId(new Random(seed, 'demo-alert', index), getTimes(demoAlerts[index]!.daysAgo).arrivedAt);
