/**
 * Generates names of companies that do not exist: invented words of African-sounding syllables, joined with words of
 * the trade. A name that contains a real brand or an offensive word is drawn again.
 */
import type { ProviderType } from '@hakiki/contract/directory';
import { displayCountry } from '@hakiki/contract/countries';
import { accentedCountries } from './countries.ts';
import { type Random, toWeighted } from './random.ts';

const syllableStarts = toWeighted([
  ...['k', 'm', 't', 's', 'b', 'z', 'n', 'd', 'l', 'j'].map((sound) => [sound, 6] as const),
  ...['ch', 'sh', 'w', 'y', 'r', 'f', 'g', 'h', 'v'].map((sound) => [sound, 3] as const),
  ...['ndw', 'mw', 'kw', 'nj', 'nt', 'th', 'ny', 'gw', 'mb', 'nd'].map((sound) => [sound, 1] as const),
  ['', 5],
]);
const syllableMiddles = toWeighted([
  ...['b', 'd', 'k', 'l', 'm', 'n', 'r', 's', 't', 'z'].map((sound) => [sound, 6] as const),
  ...['mb', 'nd', 'ng', 'nz', 'mp', 'nt', 'sh', 'w', 'y', 'j'].map((sound) => [sound, 3] as const),
  ...['lw', 'kw', 'rw', 'ny', 'dh', 'gw', 'fr', 'v', 'h', 'f'].map((sound) => [sound, 1] as const),
]);
const vowels = toWeighted([
  ['a', 34],
  ['e', 17],
  ['i', 20],
  ['o', 18],
  ['u', 15],
] as const);
const accents: Record<string, string> = { a: 'â', e: 'é', i: 'ï', o: 'ô', u: 'û', n: 'ñ' };

/** Real companies in this trade or a related one. No generated name may contain one of these words. */
export const realNames: readonly string[] = `
  aave africrypt afriex airtel altcointrader ankr argent atomic avalanche avatrade binance bingx bisq bitconnect
  bitcoin bitfinex bitflyer bitget bitkub bitmama bitmart bitmex bitnob bitpanda bitpay bitpesa bitrue bitsika
  bitso bitstamp bitvavo blofin breet bundle busha buycoins bybit canza cardtonic cashapp celo celsius changelly
  chipper coinbase coincheck coinex coinmama coinone cowrywise dantown deriv deribit dydx ejara electrum equity
  ethereum etoro exness exodus falconx flutterwave fonbnk forsage gemini hotbit huobi hyperfund hyperliquid
  imtoken ivorypay jambo juicyway jumia keplr koinal kotani kraken kucoin kuda lazerpay ledger lbank lemfi
  localbitcoins luno mara mercuryo metamask mexc moniepoint moonpay mpesa mukuru naijacrypto nestcoin nexo noones
  nosh obiex okcoin okx onafriq onecoin opay ovex palmpay pancakeswap patricia paxful paychant paypal paystack
  pesalink phantom phemex pionex poloniex prestmit quidax quppy rabby remitano revix revolut robinhood roqqu
  safaricom safepal senga solana stitch sushiswap tala tether trezor trustwallet uniswap valora valr vodacom wave
  wazirx whitebit xapo xend yellowcard yoco zebpay zengo zenith zerion
`
  .trim()
  .split(/\s+/);

/** Syllables that are offensive in a language of our users. */
const offensiveSyllables =
  /nig|kaf[ei]r|kuma|mboro|puta|dik|fuk|fuc|shit|pis|kak|caca|kunt|cun|nazi|isis|sex|porn|tako|mavi|kunya|umbwa|hure|mado/;

const normalize = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const longRealNames = new RegExp(realNames.filter((name) => name.length > 4).join('|'));
const shortRealNames = new Set(realNames.filter((name) => name.length <= 4));

/** Rejects long brand names anywhere, short ones as a whole word, with or without spaces between words. */
export function containsRealName(name: string): boolean {
  const words = normalize(name).split(/[^a-z0-9]+/);
  return words.some((word) => shortRealNames.has(word)) || longRealNames.test(words.join(''));
}

function inventWord(random: Random, accented = false): string {
  for (;;) {
    let word = random.weighted(syllableStarts) + random.weighted(vowels);
    const more = random.chance(0.35) ? 1 : 2;
    for (let syllable = 0; syllable < more; syllable += 1)
      word += random.weighted(syllableMiddles) + random.weighted(vowels);
    if (random.chance(0.16)) word += random.pick(['n', 'r', 's', 'l', 'm', 'x']);
    // Shorter words are often real names.
    if (word.length < 6 || word.length > 10 || offensiveSyllables.test(word)) continue;
    if (accented) word = withAccent(word, random);
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
}

function withAccent(word: string, random: Random): string {
  const accentableIndexes = [...word].flatMap((letter, index) => (index > 0 && accents[letter] ? [index] : []));
  const index = random.pick(accentableIndexes);
  return word.slice(0, index) + accents[word[index]!] + word.slice(index + 1);
}

const tradeWords: Record<
  ProviderType,
  { endings: readonly string[]; nouns: readonly string[]; long: readonly string[] }
> = {
  Exchange: {
    endings: ['bit', 'coin', 'swap', 'dex', 'x'],
    nouns: ['Exchange', 'Markets', 'Digital Exchange', 'Trade', 'Asset Exchange', 'Bourse', 'Xchange'],
    long: ['Digital Asset Exchange and Settlement Company', 'Regional Token Exchange and Clearing House'],
  },
  Broker: {
    endings: ['trade', 'invest', 'fx', 'capital'],
    nouns: ['Brokers', 'Capital', 'Trading', 'Securities', 'Investments', 'Crypto Brokers', 'Partners', 'Advisory'],
    long: ['Brokerage and Investment Services for Digital Assets', 'Crypto Brokerage, Research and Advisory Partners'],
  },
  Wallet: {
    endings: ['vault', 'safe', 'purse', 'keep', 'box'],
    nouns: ['Wallet', 'Vault', 'Purse', 'Pocket', 'Keys', 'Custody', 'Safe', 'Coin Wallet'],
    long: ['Self-Custody Wallet and Key Recovery Service', 'Family Savings Wallet and Custody Services'],
  },
  'OTC Desk': {
    endings: ['otc', 'desk', 'block'],
    nouns: ['OTC', 'OTC Desk', 'Block Trading', 'Desk', 'Treasury', 'Bulk Trade', 'Settlement Desk'],
    long: ['Over-the-Counter Settlement Desk for Importers and Exporters', 'Treasury and Block Trading Desk'],
  },
  'Network Marketing': {
    endings: ['grow', 'wealth', 'rise', 'circle', 'earn'],
    nouns: [
      'Circle',
      'Wealth Club',
      'Community',
      'Growth Network',
      'Members Club',
      'Rewards',
      'Global Network',
      'Earners',
    ],
    long: ['Members Growth Circle and Team Rewards Community', 'Wealth Builders Network and Referral Academy'],
  },
  'Peer-to-Peer': {
    endings: ['p2p', 'peer', 'link', 'hand'],
    nouns: ['P2P', 'Peer Market', 'Traders', 'Hand to Hand', 'Local Market', 'Escrow', 'Street Market', 'Swap Market'],
    long: ['Peer-to-Peer Marketplace with Community Escrow', 'Neighbourhood Traders Escrow and Swap Market'],
  },
  'Business Services': {
    endings: ['biz', 'tech', 'works', 'labs'],
    nouns: ['Business Services', 'Solutions', 'Labs', 'Technologies', 'Systems', 'Consulting', 'Works', 'Enterprise'],
    long: ['Business Services and Blockchain Consulting Bureau', 'Invoice, Payroll and Digital Asset Services'],
  },
  'Payment Processor': {
    endings: ['pay', 'send', 'pesa', 'cash', 'remit'],
    nouns: ['Pay', 'Payments', 'Remit', 'Transfer', 'Checkout', 'Cash Link', 'Money Bridge', 'Merchant Services'],
    long: ['Cross-Border Payments and Merchant Settlement Company', 'Remittance and Merchant Checkout Services'],
  },
  'Mining Pool': {
    endings: ['mine', 'hash', 'pool', 'rig'],
    nouns: ['Mining', 'Pool', 'Hash Pool', 'Miners', 'Hydro Mining', 'Solar Mining', 'Hash Works'],
    long: ['Hydro-Powered Mining Pool and Hosting Cooperative', 'Solar Mining and Machine Hosting Cooperative'],
  },
  'DeFi Platform': {
    endings: ['fi', 'lend', 'yield', 'dao', 'stake'],
    nouns: ['Finance', 'Protocol', 'Lend', 'Yield', 'Stake', 'DAO', 'Liquidity', 'Pools'],
    long: ['Community Lending and Liquidity Protocol', 'Open Savings, Staking and Lending Protocol'],
  },
  Other: {
    endings: ['hub', 'base', 'net', 'point'],
    nouns: ['Hub', 'Academy', 'Point', 'Services', 'Network', 'Centre', 'Bureau', 'Agency'],
    long: ['Digital Money Information and Services Bureau', 'Community Token Training and Support Centre'],
  },
};

const regions = [
  'West Africa',
  'East Africa',
  'Southern Africa',
  'Sahel',
  'Great Lakes',
  'Coastal',
  'Highlands',
  'Delta',
];
const companyForms = ['Ltd', 'Group', 'Holdings', 'Africa', 'International', 'Global', 'Online', 'Plus', 'One', '24'];
const companyForm = toWeighted<string>([['', 86], ...companyForms.map((form) => [form, 1.4] as const)]);

export interface NameOptions {
  type: ProviderType;
  /** The country that the name may mention. */
  country: string;
}

export function generateCompanyName(random: Random, { type, country }: NameOptions): string {
  const vocabulary = tradeWords[type];
  for (;;) {
    const accented = random.chance(accentedCountries.has(country) ? 0.4 : 0.04);
    const root = inventWord(random, accented);
    const shape = random.nextFraction();
    let name: string;
    if (shape < 0.24) name = root + random.pick(vocabulary.endings);
    else if (shape < 0.6) name = `${root} ${random.pick(vocabulary.nouns)}`;
    else if (shape < 0.74) name = `${root} ${inventWord(random, false)} ${random.pick(vocabulary.nouns)}`;
    else if (shape < 0.84) name = `${root} ${random.pick(vocabulary.nouns)} ${displayCountry(country)}`;
    else if (shape < 0.9) name = `${root} ${random.pick(vocabulary.nouns)} ${random.pick(regions)}`;
    else if (shape < 0.97) name = `${root} & ${inventWord(random, false)} ${random.pick(vocabulary.nouns)}`;
    else
      name = `${root} and ${inventWord(random, accented)} ${random.pick(vocabulary.long)} of ${displayCountry(country)}`;
    const form = shape < 0.97 ? random.weighted(companyForm) : '';
    if (form) name += ` ${form}`;
    if (!containsRealName(name)) return name;
  }
}

/** A URL under the top-level domain reserved for examples, so that no link leads to a real site. */
export function toExampleUrl(name: string, secure: boolean): string {
  const slug = normalize(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return `${secure ? 'https' : 'http'}://www.${slug}.example`;
}
