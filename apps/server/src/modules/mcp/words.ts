/** The answers as text, for a model that passes them on. Each begins with the verdict. */
import type { CheckAnswer, CheckReason, CheckReasonKind, CheckVerdict } from '@hakiki/contract/check';
import type { ProviderLicence, Regime } from '@hakiki/contract/licences';
import type { RescueContact, RescueCountry } from '@hakiki/contract/rescue';
import { checkPath, firstHourPath } from '@hakiki/contract/site';

const verdicts: Record<CheckVerdict, string> = {
  warned: 'warned: there is a warning about it. Do not send money, codes or documents.',
  reported: 'reported: people have reported it as a scam, and our team has checked the reports. Do not pay.',
  listedElsewhere:
    'listed elsewhere: it is on a list of suspicious things that others keep. We have not checked it. Do not pay before you know more.',
  looksLike:
    'looks like: it resembles the address of a known company and is not one of its own. Do not log in or pay there.',
  official:
    'official: it belongs to a provider whom we have verified. That says who owns it, not that nothing can go wrong.',
  cannotBeRight:
    'cannot be right: it has a typing error, or it asks for what nobody honest asks for. Do not send anything.',
  nothingKnown:
    'nothing known: we know nothing about it. That does not mean that it is safe: most new scams are on no list.',
};

const reasons: Record<CheckReasonKind, string> = {
  authorityWarning: 'An authority warns of it',
  providerWarning: 'It belongs to or names a provider with a warning of ours',
  mayBeWarnedProvider: 'Its name begins like that of a provider with a warning',
  alert: 'A public alert is about it',
  reports: 'Checked reports name it',
  listedElsewhere: 'A third-party list contains it',
  lookalike: 'It resembles a protected name',
  wrongChecksum: 'The address has a typing error: what is sent there is lost',
  askedSecret: 'It asks for a recovery phrase, key, PIN or code, which nobody honest does',
  ownSecret: 'It is itself a recovery phrase, a key or a code, which nobody else may see',
  askedFee: 'It wants a fee or a tax before it pays, which is how scams take more money',
  promisedProfit: 'It promises a profit, as nearly all scams do',
  askedReturn: 'It says that money came by mistake and asks for it back, which is a known trick',
  numericLink: 'Its link has a number in place of a name, which hides who is behind it',
  appFile: 'It is a file that installs an app from outside the app stores, which is how phones are taken over',
  newNumber: 'Its sender claims to be somebody they know with a new number; call the old number first',
  alreadyPaid: 'Somebody has paid already: what is done in the first hour counts',
  disputed: 'Somebody disputes what was said of it; we look into it',
  withdrawn: 'It was warned of, reported or listed, and is not any more',
  expired: 'It was listed a long time ago, and is not any more',
  similarToWarned: 'A provider with a warning has a similar name',
  alertMention: 'A public alert has words in common with it',
  official: 'It belongs to a verified provider',
  listedProvider: 'A listed provider owns it or is named',
  namesProvider: 'It names a verified provider; anybody can write a name',
};

const MAX_NAME_LENGTH = 80;
/** Names come from others, so they are one short quoted line. */
const quote = (name: string): string =>
  `"${name
    .replaceAll(/[\s"]+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)}"`;

const toName = ({ name }: CheckReason): string => (name === null ? '' : `: ${quote(name)}`);

const toSource = ({ source, date, firstSeenOn, count }: CheckReason): string =>
  [
    count === null ? '' : `${count} reports`,
    source.kind === 'own'
      ? 'source: Hakiki'
      : source.kind === 'computed'
        ? 'computed by Hakiki'
        : `source: ${quote(source.name ?? source.kind)}`,
    source.url ?? '',
    firstSeenOn ? `from ${firstSeenOn} to ${date}` : date,
  ]
    .filter(Boolean)
    .join(', ');

const toReasonLine = (reason: CheckReason): string =>
  `- ${reasons[reason.kind]}${toName(reason)} (${toSource(reason)}).`;

interface Addresses {
  publicUrl: string;
}

export function writeCheck(
  { verdict, readings, question, reasons: found, lookalike, known }: CheckAnswer,
  { publicUrl }: Addresses,
): string {
  const read = readings.filter(({ kind }) => kind !== 'name').map(({ kind, value }) => `${kind} ${value}`);
  return [
    verdicts[verdict],
    ...(read.length > 0 ? [`Read as: ${read.join('; ')}.`] : []),
    ...(question
      ? [
          `The number may be several things. Ask the person, and call again with number_is: ${question.choices.join(', ')}.`,
        ]
      : []),
    ...found.map(toReasonLine),
    ...(lookalike ? [`Its real websites: ${lookalike.of.officialHosts.join(', ')}.`] : []),
    ...(known
      ? [`We know this name, and have not checked it. Its real websites: ${known.officialHosts.join(', ')}.`]
      : []),
    ...(verdict === 'nothingKnown'
      ? [
          'Before paying: does the seller hold a licence there, who is the named receiver, is a fee asked for a withdrawal, does a small payout work?',
        ]
      : []),
    `Already paid? ${publicUrl}${firstHourPath}. Report or dispute: ${publicUrl}${checkPath}.`,
  ].join('\n');
}

const contactStates: Record<RescueContact['state'], (day: string) => string> = {
  confirmed: (day) => `we called it on ${day}`,
  unconfirmed: () => 'not confirmed by us',
  reported: (day) => `somebody told us on ${day} that it does not work`,
  dead: (day) => `did not work when we called on ${day}`,
};

export function writeContacts({ contacts, prohibition }: Omit<RescueCountry, 'authority'>, page: string): string {
  const lines = contacts.map(
    ({ name, contact, howTo, sourceName, asOf, state, stateOn }) =>
      `- ${name}: ${contact}. ${howTo} (source: ${sourceName}${asOf ? `, ${asOf}` : ''}; ${contactStates[state](stateOn ?? '')})`,
  );
  return [
    contacts.length > 0
      ? 'first hour: act now, while the money can still be held. Do not pay anybody who promises to get it back.'
      : 'nothing known: we have no contact for this. Call your bank or mobile money operator at once, by the number on its own website or card.',
    ...(prohibition
      ? [
          `Say this first: the law of this country prohibits crypto, so a report may admit an offence (source: ${prohibition.sourceName}, checked on ${prohibition.checkedOn}).`,
        ]
      : []),
    ...lines,
    `All steps: ${page}`,
  ].join('\n');
}

const regimes: Record<Regime['regime'], string> = {
  licensed: 'licensed: crypto services need a licence, and licences are granted.',
  transitional: 'transitional: there is a law, and no licences or only provisional ones yet.',
  registration: 'registration: services register against money laundering. That is no licence.',
  sandbox: 'sandbox: only tests under supervision are allowed.',
  none: 'none: there is no law about crypto services yet, so nobody can be licensed.',
  restricted: 'restricted: banks may not serve crypto services, and there is no licence.',
  prohibited: 'prohibited: crypto services are prohibited.',
};

export const writeRegime = (regime: Regime | null, page: string): string =>
  regime
    ? [
        regimes[regime.regime],
        regime.summary,
        `Regulator: ${regime.regulator}. Source: ${regime.sourceName}${regime.sourceUrl ? `, ${regime.sourceUrl}` : ''}${regime.asOf ? `, as of ${regime.asOf}` : ''}. We checked on ${regime.checkedOn}.`,
        `Registers and entries: ${page}`,
      ].join('\n')
    : `not checked: we have not looked at this country. That does not mean that it is allowed.\n${page}`;

const toLicenceLine = ({ country, state, isOld, source, sourceUrl, asOf, checkedOn }: ProviderLicence): string => {
  const dates = [
    asOf && `as of ${asOf}`,
    checkedOn && `checked on ${checkedOn}${isOld ? ', not looked at since' : ''}`,
  ];
  return `- ${country}: ${state} (${[source && `source: ${source}`, sourceUrl, ...dates].filter(Boolean).join(', ') || 'nobody has looked'})`;
};

export const writeLicences = (
  providers: readonly { name: string; url: string; licences: readonly ProviderLicence[] }[],
): string =>
  providers.length > 0
    ? [
        'licences: only licensed-here means that it may serve people there.',
        ...providers.flatMap(({ name, url, licences }) => [
          `${quote(name)}, ${url}`,
          ...(licences.length > 0 ? licences.map(toLicenceLine) : ['- not checked']),
        ]),
      ].join('\n')
    : 'nothing known: no listed provider has this name. That does not mean that it is licensed, or safe.';
