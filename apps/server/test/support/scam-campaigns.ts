/**
 * Reports as they come in when schemes collapse: a few campaigns, each described by many reporters in their own words,
 * and between them other reports. All content is invented; the same seed gives the same reports.
 */
import { homeCountries } from '@hakiki/contract/countries';
import { Random } from '../../src/seed/random.ts';

export interface GeneratedReport {
  /** The campaign of the report; absent for a report about something else. */
  campaign?: string;
  title: string;
  description: string;
  affectedCountries: string[];
  affectedProvider?: string;
}

interface Campaign {
  name: string;
  titles: string[];
  /** The text; each sentence in two wordings. */
  sentences: [string, string][];
  french: string[];
  /** Indicators that point to the campaign. Not every reporter includes them. */
  indicators: string[];
}

const campaigns: Campaign[] = [
  {
    name: 'Fastari Daily Gains',
    titles: ['Fastari Daily Gains stopped paying out', 'Fastari Daily Gains has locked my account'],
    sentences: [
      [
        'They promised thirty percent every month from an automatic trading robot.',
        'A trading robot would make thirty percent each month, they promised.',
      ],
      [
        'For two months small profits arrived on my mobile money.',
        'In the first two months small profits came to my mobile money.',
      ],
      [
        'Since last week every withdrawal is refused until a release fee is paid.',
        'Now each withdrawal is refused unless one pays a release fee.',
      ],
      ['I paid AMOUNT and the chat was closed.', 'After I had paid AMOUNT they closed the chat.'],
      [
        'My uplink who invited the whole church group does not answer any more.',
        'The uplink that invited our church group no longer answers.',
      ],
    ],
    french: [
      'Le robot devait rapporter trente pour cent chaque mois.',
      'Chaque retrait est refusé sans frais de libération.',
    ],
    indicators: ['fastari-gains-demo.example', '@fastari_support', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  },
  {
    name: 'Obasika Mining Pool',
    titles: ['Obasika cloud mining contracts are worthless', 'Mining contracts of Obasika never delivered'],
    sentences: [
      [
        'I rented hash power under a yearly contract for AMOUNT.',
        'For AMOUNT I rented hash power, the contract was for a year.',
      ],
      ['The dashboard showed coins growing day by day.', 'Day by day coins were growing on the dashboard.'],
      [
        'When the machines were due to deliver, the site went into maintenance.',
        'The site went into maintenance just when machines should deliver.',
      ],
      [
        'The office address in the capital turned out to be a car wash.',
        'Their office address turned out to be a car wash in the capital.',
      ],
      ['Other miners in the forum lost their deposits as well.', 'In the forum other miners also lost deposits.'],
    ],
    french: ['Le contrat de minage devait durer une année.', 'Le bureau est en réalité une station de lavage.'],
    indicators: ['obasika-mining-demo.example', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '+234 803 123 4567'],
  },
  {
    name: 'Tandiwa Giveaway',
    titles: ['Fake giveaway doubles nothing', 'Giveaway video promised to double coins'],
    sentences: [
      [
        'A video with a famous musician said every coin sent would come back twice.',
        'In a video a famous musician said that each coin would be sent back twice.',
      ],
      [
        'The counter on the page was running out, so I hurried.',
        'I hurried because a counter on the page was running out.',
      ],
      ['I sent AMOUNT to the address under the picture.', 'To the address below the picture I sent AMOUNT.'],
      ['Nothing came back and the stream was taken down.', 'The stream was taken down and nothing came back.'],
      [
        'The comments under it were all written by the same machine.',
        'One and the same machine had written all comments under it.',
      ],
    ],
    french: ['La vidéo promettait de doubler chaque pièce envoyée.', 'Le compteur sur la page pressait tout le monde.'],
    indicators: ['tandiwa-double-demo.example', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'https://t.me/tandiwa_double'],
  },
  {
    name: 'Kivuli Recovery Agents',
    titles: ['Recovery agents stole from victims again', 'They offered to recover my stolen coins'],
    sentences: [
      [
        'An agency wrote that it had found my stolen savings with hackers abroad.',
        'Some agency claimed my stolen savings were found with hackers abroad.',
      ],
      [
        'They knew my name and the loss from an earlier complaint.',
        'From an earlier complaint they knew my name and what was lost.',
      ],
      [
        'A lawyer fee of AMOUNT had to be paid before release.',
        'Before release a lawyer fee of AMOUNT had to be paid.',
      ],
      [
        'After that they asked for a tax certificate and another deposit.',
        'Then another deposit and a tax certificate were demanded.',
      ],
      ['The badge of the police in their letter is forged.', 'Their letter carries a forged badge of the police.'],
    ],
    french: ["L'agence prétendait avoir retrouvé mes économies.", 'Le badge de la police est falsifié.'],
    indicators: ['kivuli-recovery-demo.example', '+254 712 345 678', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  },
  {
    name: 'Sengo Wallet Update',
    titles: ['Wallet update message emptied my wallet', 'Fake wallet update asks for twelve words'],
    sentences: [
      [
        'A text message said my wallet must be updated before Friday.',
        'By text message I was told to update my wallet before Friday.',
      ],
      [
        'The link opened a page that looks exactly like the wallet.',
        'Its link leads to a page looking exactly like the wallet.',
      ],
      ['I typed my twelve recovery words there.', 'There I typed in my twelve recovery words.'],
      ['Within minutes AMOUNT was moved to somebody else.', 'AMOUNT was moved to somebody else within minutes.'],
      ['The real support says that such updates do not exist.', 'Real support answers that no such updates exist.'],
    ],
    french: ['Le message demandait une mise à jour du portefeuille.', 'La page demande les douze mots secrets.'],
    indicators: ['sengo-update-demo.example', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'sengo-verify-demo.example'],
  },
  {
    name: 'Marula Romance',
    titles: ['Met online, invested together, lost everything', 'A friend from a dating page made me invest'],
    sentences: [
      [
        'We met on a dating page and wrote each evening for three months.',
        'For three months we wrote each evening after meeting on a dating page.',
      ],
      [
        'She showed me her account where an uncle taught her to trade gold.',
        'Her uncle had taught her to trade gold and she showed me the account.',
      ],
      [
        'I began small and later borrowed AMOUNT from my brother.',
        'Beginning small, I later borrowed AMOUNT from my brother.',
      ],
      [
        'The account manager wants twenty percent before anything can leave.',
        'Before anything can leave, the account manager wants twenty percent.',
      ],
      ['Her pictures belong to a model from another continent.', 'A model from another continent is on her pictures.'],
    ],
    french: [
      'Nous nous sommes rencontrés sur un site de rencontre.',
      "Son oncle lui avait appris le commerce de l'or.",
    ],
    indicators: ['marula-gold-demo.example', '@marula_trader', '+27 82 123 4567'],
  },
  {
    name: 'Nyota Airtime Jobs',
    titles: ['Paid tasks on the phone turned into deposits', 'Online job with tasks wanted deposits'],
    sentences: [
      [
        'A recruiter offered a job rating hotels from home for a daily wage.',
        'For a daily wage a recruiter offered me to rate hotels from home.',
      ],
      ['The first tasks were paid in airtime at once.', 'At once the first tasks were paid out in airtime.'],
      ['Then a combination task put my balance below zero.', 'Then my balance fell below zero by a combination task.'],
      ['To free it I had to top up AMOUNT several times.', 'Several times I had to top up AMOUNT in order to free it.'],
      [
        'The working group has four hundred members who all cheer.',
        'Four hundred members cheer in that working group.',
      ],
    ],
    french: [
      'Le recruteur proposait de noter des hôtels depuis la maison.',
      'La tâche combinée a mis mon solde en négatif.',
    ],
    indicators: ['nyota-tasks-demo.example', 'https://chat.whatsapp.com/NyotaDemo123456', '+256 712 345 678'],
  },
  {
    name: 'Baobab Presale Token',
    titles: ['Presale token cannot be sold by anyone', 'The token from the presale is locked for ever'],
    sentences: [
      [
        'The presale of a village token was announced by three football stars.',
        'Three football stars announced a presale of the village token.',
      ],
      [
        'I bought for AMOUNT in the second round with a bonus.',
        'In the second round, with a bonus, I bought for AMOUNT.',
      ],
      [
        'On listing day selling was switched off in the contract.',
        'Selling was switched off in the contract on listing day.',
      ],
      [
        'The founders moved the pool and deleted their channel.',
        'After moving the pool the founders deleted their channel.',
      ],
      [
        'The audit that they show is copied from a different project.',
        'From a different project they copied the audit they show.',
      ],
    ],
    french: ['Trois joueurs de football ont annoncé la prévente.', "L'audit est copié d'un autre projet."],
    indicators: ['baobab-token-demo.example', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '@baobab_presale'],
  },
];

export const campaignNames = campaigns.map(({ name }) => name);

const currencies = ['R', 'NGN ', 'KES ', '$', 'GHS '];

/** Generates a report; one in five is about something else. */
export function generateReport(seed: number, index: number): GeneratedReport {
  const random = new Random(seed, 'told', index);
  return random.chance(0.2)
    ? generateOtherReport(random, index)
    : generateCampaignReport(random, random.pick(campaigns));
}

function generateCampaignReport(
  random: Random,
  { name, titles, sentences, french, indicators }: Campaign,
): GeneratedReport {
  const wordings = sentences.map((pair) => random.pick(pair));
  // Some reporters leave a sentence out, change the order, or switch to the other language.
  const chosen = random.chance(0.4) ? random.sample(wordings, wordings.length - 1) : wordings;
  const ordered = random.chance(0.3) ? random.sample(chosen, chosen.length) : chosen;
  const mixed = random.chance(0.15) ? [...ordered, random.pick(french)] : ordered;
  const trace = random.chance(0.7) ? [`See ${random.pick(indicators)}`] : [];
  const text = [...mixed, ...trace].join(' ').replace('AMOUNT', amount(random));
  return {
    campaign: name,
    title: random.pick(titles),
    description: withTypos(random, text),
    affectedCountries: [random.pick(homeCountries)],
    ...(random.chance(0.3) && { affectedProvider: random.chance(0.8) ? name : name.toLowerCase() }),
  };
}

const amount = (random: Random): string =>
  `${random.pick(currencies)}${random.between(1, 900)}${random.pick(['00', ' 000', '50'])}`;

/** Adds a typo to about one word of thirty; addresses are mostly pasted and stay unchanged. */
function withTypos(random: Random, text: string): string {
  return text
    .split(' ')
    .map((word) => {
      if (word.length < 5 || /[\d@./]/.test(word) || !random.chance(0.03)) return word;
      const position = random.between(1, word.length - 2);
      return word.slice(0, position) + word.charAt(position + 1) + word.charAt(position) + word.slice(position + 2);
    })
    .join(' ');
}

const people = [
  'A shop owner',
  'My landlord',
  'An old classmate',
  'A caller',
  'The cashier',
  'A taxi driver',
  'A neighbour',
  'Some student',
];
const actions = [
  'sold me',
  'swapped me',
  'rented me',
  'pawned me',
  'promised me',
  'delivered',
  'advertised',
  'held back',
];
const things = [
  'a hardware device',
  'prepaid vouchers',
  'a second-hand phone',
  'cattle shares',
  'a solar kit',
  'gift cards',
  'a taxi licence',
  'school fees',
  'a plot of land',
  'concert tickets',
];
const ways = [
  'behind the market',
  'through a parcel office',
  'during a wedding',
  'after the bus had left',
  'at a petrol station',
  'in front of the bank',
  'on a public holiday',
  'over the phone',
];
const outcomes = [
  'and vanished before the receipt was printed',
  'and returned an empty box',
  'and now denies everything',
  'and changed the lock',
  'and blames the courier',
  'and paid with a cheque that bounced',
  'and wants the double sum',
  'and left for another town',
];
const syllables = ['ba', 'de', 'fu', 'go', 'ka', 'li', 'mo', 'na', 'ru', 'sa', 'te', 'wi', 'ya', 'ze'];

function generateOtherReport(random: Random, index: number): GeneratedReport {
  const invented = () => Array.from({ length: random.between(2, 4) }, () => random.pick(syllables)).join('');
  const sentence = () =>
    `${random.pick(people)} called ${invented()} ${random.pick(actions)} ${random.pick(things)} ${random.pick(ways)} near ${invented()} ${random.pick(outcomes)}.`;
  return {
    title: `${random.pick(people)} of ${invented()} and ${random.pick(things)}`,
    description: [
      sentence(),
      sentence(),
      random.chance(0.3) ? `See ${invented()}${index}-demo.example` : sentence(),
    ].join(' '),
    affectedCountries: [random.pick(homeCountries)],
  };
}
