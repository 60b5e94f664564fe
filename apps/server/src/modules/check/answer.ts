/** Makes the answer of a check from what was found: a verdict of each reading, and the reasons in order of strength. */
import {
  type CheckAnswer,
  checkLimits,
  type CheckProvider,
  type CheckReading,
  type CheckReason,
  type CheckReasonKind,
  checkReasonKinds,
  type CheckVerdict,
} from '@hakiki/contract/check';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory';
import { isFileName } from '../../platform/web-address/find-in-text.ts';
import { toSiteOrNull } from '../../platform/web-address/web-address.ts';
import type { LookalikeMatch } from './lookalikes.ts';
import type { ProtectedProvider } from './protected-names.ts';
import type { KeyedReading, StoredIndicator } from '../indicators/service.ts';
import type { KeyedTrace } from '../families/service.ts';
import type { findSigns } from './signs.ts';
import type { MatchingAlert } from '../reports/alerts/service.ts';

export interface FoundLookalike {
  reading: KeyedReading;
  match: LookalikeMatch<ProtectedProvider>;
}

export interface Findings extends Pick<CheckAnswer, 'question' | 'similar'> {
  traces: KeyedTrace[];
  /** The input, or the name that it asks about. */
  subject: string;
  known: ProtectedProvider | undefined;
  alerts: MatchingAlert[];
  readings: KeyedReading[];
  stored: StoredIndicator[];
  lookalikes: FoundLookalike[];
  warned: CheckProvider[];
  named: CheckProvider[];
  signs: ReturnType<typeof findSigns>;
  today: string;
}

/** Most serious first. One unknown thing beside an official one is not official: it may be the trap. */
const verdictsBySeverity: readonly CheckVerdict[] = [
  'warned',
  'reported',
  'listedElsewhere',
  'looksLike',
  'cannotBeRight',
  'nothingKnown',
  'official',
];
const mostSerious = (verdicts: readonly CheckVerdict[]): CheckVerdict =>
  verdictsBySeverity.find((verdict) => verdicts.includes(verdict)) ?? 'nothingKnown';

const verdictByReason: Partial<Record<CheckReasonKind, CheckVerdict>> = {
  authorityWarning: 'warned',
  providerWarning: 'warned',
  mayBeWarnedProvider: 'warned',
  alert: 'warned',
  reports: 'reported',
  listedElsewhere: 'listedElsewhere',
  lookalike: 'looksLike',
  wrongChecksum: 'cannotBeRight',
  ownSecret: 'cannotBeRight',
  askedSecret: 'cannotBeRight',
  official: 'official',
};

type PartialReason = Pick<CheckReason, 'kind' | 'source' | 'date'> & Partial<CheckReason>;

const toReason = (reason: PartialReason): CheckReason => ({
  reading: null,
  name: null,
  providerId: null,
  alertId: null,
  count: null,
  firstSeenOn: null,
  ...reason,
});

const ownSource = (url: string | null = null): CheckReason['source'] => ({ kind: 'own', name: null, url });
const computedSource: CheckReason['source'] = { kind: 'computed', name: null, url: null };
const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** A warning is of the authority that stands behind the state; our own decision is another reason. */
const toAuthorityReasons = (provider: CheckProvider, reading: number): CheckReason[] =>
  provider.licences.flatMap(({ state, source, sourceUrl, asOf, checkedOn }) =>
    state === 'warned-here' && source
      ? [
          toReason({
            kind: 'authorityWarning',
            reading,
            name: provider.name,
            providerId: provider.id,
            source: { kind: 'authority', name: source, url: sourceUrl },
            date: /^\d{4}-\d\d-\d\d$/.test(asOf ?? '') ? asOf! : (checkedOn ?? provider.checkedOn),
          }),
        ]
      : [],
  );

function toProviderReasons(provider: CheckProvider, reading: number, isOwner: boolean): CheckReason[] {
  const { id, name, match, verificationStatus, checkedOn } = provider;
  const isVerified = verificationStatus === 'Verified';
  const kind: CheckReasonKind = isFlaggedOrSuspended(verificationStatus)
    ? match === 'firstWord'
      ? 'mayBeWarnedProvider'
      : 'providerWarning'
    : isVerified && (isOwner || match === 'whole')
      ? 'official'
      : isVerified
        ? 'namesProvider'
        : 'listedProvider';
  return [
    ...toAuthorityReasons(provider, reading),
    toReason({ kind, reading, name, providerId: id, source: ownSource(`/provider/${id}`), date: checkedOn }),
  ];
}

/** The owner's address of a website that was read. */
export const readSite = ({ kind, value }: KeyedReading): string | null =>
  toSiteOrNull(kind === 'website' ? value : null);

/** The providers whose website is the owner of what was read. */
const listOwners = (reading: KeyedReading, providers: readonly CheckProvider[]): CheckProvider[] => {
  const site = readSite(reading);
  return site ? providers.filter(({ website }) => toSiteOrNull(website) === site) : [];
};

/** Several spellings of one thing may be stored; the counts are of different reports. */
function toReportReasons(stored: readonly StoredIndicator[], reading: number): CheckReason[] {
  const count = stored.reduce((sum, { reportCount }) => sum + reportCount, 0);
  if (count === 0) return [];
  const times = stored.flatMap(({ firstSeenAt, lastSeenAt }) => [firstSeenAt, lastSeenAt]).map(Number);
  return [
    toReason({
      kind: 'reports',
      reading,
      count,
      firstSeenOn: toDay(new Date(Math.min(...times))),
      source: ownSource(),
      date: toDay(new Date(Math.max(...times))),
    }),
  ];
}

/** What others list is not our finding, except the lists of authorities. */
const toListReasons = (stored: readonly StoredIndicator[], reading: number): CheckReason[] => {
  const byName = new Map(stored.flatMap(({ sightings }) => sightings).map((sighting) => [sighting.name, sighting]));
  return [...byName.values()].map(({ name, url, isOfficial, firstSeenOn, lastSeenOn }) =>
    toReason({
      kind: isOfficial ? 'authorityWarning' : 'listedElsewhere',
      reading,
      name,
      firstSeenOn,
      source: { kind: isOfficial ? 'authority' : 'list', name, url },
      date: lastSeenOn,
    }),
  );
};

/** Withdrawn since it is stored: nobody ever warned of it, a decision only silenced a hint. */
const wasClearedOnly = ({ state, stateSince, firstSeenAt }: StoredIndicator): boolean =>
  state === 'withdrawn' && Number(stateSince) === Number(firstSeenAt);

/**
 * A dispute alone removes no warning, or scammers would file one for each of their sites. What was withdrawn or has
 * expired is no warning any more, and the answer says so.
 */
function toStoredReasons(all: readonly StoredIndicator[], reading: number): CheckReason[] {
  const stored = all.filter((one) => !wasClearedOnly(one));
  const current = stored.filter(({ state }) => state === 'active' || state === 'disputed');
  const formerOrDisputed = stored.flatMap(({ state, stateSince }) =>
    state === 'active' || (current.length > 0 && state !== 'disputed')
      ? []
      : [toReason({ kind: state, reading, source: ownSource(), date: toDay(stateSince) })],
  );
  return [...toReportReasons(current, reading), ...toListReasons(current, reading), ...formerOrDisputed.slice(0, 1)];
}

/** A single word may be a name in a chat; unless it is stored as one, it is read as a name. */
const isKnownChatName = ({ why }: KeyedReading, stored: readonly StoredIndicator[], hasWholeName: boolean): boolean =>
  why !== 'singleWord' || (stored.length > 0 && !hasWholeName);

interface JudgedReading {
  keys: readonly Buffer[];
  reading: Omit<CheckReading, 'verdict'>;
  reasons: CheckReason[];
  lookalike?: FoundLookalike['match'] | undefined;
}

const toLookalikeReason = ({ name: { name, providerId } }: FoundLookalike['match'], reading: number, today: string) =>
  toReason({ kind: 'lookalike', reading, name, providerId, source: computedSource, date: today });

const MAX_NAME_WORDS = 6;
const MONEY = /\b(?:kes|ksh|ngn|ghs|ugx|ush|tzs|tsh|zar|xof|xaf|fcfa|cfa|usd|usdt|eur|gbp)\b/gi;
/** As apps show a wallet address, which nobody can look up so. */
const SHORTENED = /\w(?:\.{2,}|…|\*{2,})\w/;
/** A greeting, a trial or a question about something that was not pasted. */
const WITHOUT_SUBJECT =
  /^(?:(?:is|are) (?:this|it|that|they) (?:a )?(?:scam|scammers?|real|legit|true|fake|safe)|(?:please )?help(?: me)?|scam|test|hello|hi|bonjour|salut|(?:est-ce|c['’]est) (?:que c['’]est )?une arnaque|arnaque|aide[rz][- ]moi|habari|hujambo|(?:je )?(?:hii )?ni (?:utapeli|ulaghai|kweli)|utapeli|(?:tafadhali )?nisaidie(?:ni)?|ol[áa]|(?:isto )?[ée] (?:uma )?(?:burla|fraude)|burla|ajuda|ajudem-me|مرحبا|السلام عليكم|هل هذا (?:نصب|احتيال)|نصب|احتيال|ساعدوني)[\s?!.؟]*$/iu;
/** A sentence, a smiley, an amount, a file, the beginning of a link or a part of a wallet address is no name. */
const isName = (text: string): boolean =>
  !SHORTENED.test(text) &&
  !isFileName(text) &&
  !WITHOUT_SUBJECT.test(text) &&
  text.split(/\s+/).length <= MAX_NAME_WORDS &&
  /\p{L}{2}/u.test(text.replace(/^https?:\/*(?:www\.)?/i, '').replaceAll(MONEY, ''));

function readAsName({ subject: value, question, signs }: Findings): JudgedReading[] {
  if (question || /^\d+$/.test(value)) {
    return [{ keys: [], reading: { kind: 'number', value, why: 'bareNumber', country: null }, reasons: [] }];
  }
  // A secret is not repeated on the screen, and a call for help is no name.
  if (value.length > checkLimits.nameLength || !isName(value)) return [];
  if (signs.includes('ownSecret') || signs.includes('alreadyPaid')) return [];
  return [{ keys: [], reading: { kind: 'name', value, why: 'plainText', country: null }, reasons: [] }];
}

function judgeReadings(findings: Findings): JudgedReading[] {
  const { readings, stored, lookalikes, warned, named, today } = findings;
  const providers = [...warned, ...named];
  const hasWholeName = providers.some(({ match }) => match === 'whole');
  const storedByKey = new Map(stored.map((indicator) => [indicator.key.toString('hex'), indicator]));
  const judged: JudgedReading[] = [];
  const owners = new Set<CheckProvider>();
  for (const keyed of readings) {
    const { keys, ...reading } = keyed;
    const found = keys.flatMap((key) => storedByKey.get(key.toString('hex')) ?? []);
    if (!isKnownChatName(keyed, found, hasWholeName)) continue;
    const place = judged.length;
    const ownersOfReading = listOwners(keyed, providers);
    for (const owner of ownersOfReading) owners.add(owner);
    const lookalike = ownersOfReading.length === 0 ? lookalikes.find((one) => one.reading === keyed)?.match : undefined;
    judged.push({
      keys,
      reading,
      reasons: [
        ...(reading.why === 'wrongChecksum'
          ? [toReason({ kind: 'wrongChecksum', reading: place, source: computedSource, date: today })]
          : []),
        ...ownersOfReading.flatMap((provider) => toProviderReasons(provider, place, true)),
        ...toStoredReasons(found, place),
        ...(lookalike ? [toLookalikeReason(lookalike, place, today)] : []),
      ],
      lookalike,
    });
  }
  for (const provider of providers) {
    if (owners.has(provider)) continue;
    const reading = { kind: 'name', value: provider.name, why: 'providerName', country: null } as const;
    judged.push({ keys: [], reading, reasons: toProviderReasons(provider, judged.length, false) });
  }
  return judged.length > 0 ? judged.slice(0, checkLimits.readings) : readAsName(findings);
}

const judgeReasons = (reasons: readonly CheckReason[]): CheckVerdict =>
  mostSerious(reasons.flatMap(({ kind }) => verdictByReason[kind] ?? []));

/** The reading whose indicator the reports of an alert name; of a single reading every alert is about it. */
function findReadingOfAlert({ keys, isAbout }: MatchingAlert, judged: readonly JudgedReading[]): number | null {
  if (!isAbout) return null;
  const place = judged.findIndex((one) => one.keys.some((key) => keys.some((found) => found.equals(key))));
  return place === -1 ? (judged.length === 1 ? 0 : null) : place;
}

/** Reasons about the whole input, and alerts. */
function listGeneralReasons(findings: Findings, judged: readonly JudgedReading[]): CheckReason[] {
  const { alerts, similar, signs, today } = findings;
  return [
    ...alerts.map((alert) =>
      toReason({
        kind: alert.isAbout ? 'alert' : 'alertMention',
        reading: findReadingOfAlert(alert, judged),
        name: alert.title,
        alertId: alert.id,
        source: ownSource(`/alerts/${alert.id}`),
        date: alert.createdAt.slice(0, 10),
      }),
    ),
    ...signs.map((kind) => toReason({ kind, source: computedSource, date: today })),
    ...similar
      .filter(({ verificationStatus }) => isFlaggedOrSuspended(verificationStatus))
      .map(({ id, name }) =>
        toReason({
          kind: 'similarToWarned',
          name,
          providerId: id,
          source: ownSource(`/provider/${id}`),
          date: today,
        }),
      ),
  ];
}

function toLookalike(judged: readonly JudgedReading[]): CheckAnswer['lookalike'] {
  const reading = judged.findIndex(({ lookalike }) => lookalike);
  const match = judged[reading]?.lookalike;
  if (!match) return null;
  const { providerId, name, officialSites } = match.name;
  return { reading, of: { providerId, name, officialHosts: [...officialSites] }, rule: match.rule };
}

const toKnown = ({ name, officialSites }: ProtectedProvider): CheckAnswer['known'] => ({
  name,
  officialHosts: [...officialSites],
});

/** Of a message that names a link and its wallet, each line is about the one that has the trace. */
const toLinks = ({ traces }: Findings, judged: readonly JudgedReading[]): CheckAnswer['links'] =>
  traces.flatMap(({ asked, ...trace }) => {
    const reading = judged.findIndex(({ keys }) => keys.some((key) => key.toString('hex') === asked));
    return reading === -1 ? [] : [{ ...trace, reading }];
  });

export function toAnswer(findings: Findings): CheckAnswer {
  const judged = judgeReadings(findings);
  const areAllOfficial = judged.length > 0 && judged.every(({ reasons }) => judgeReasons(reasons) === 'official');
  const general = listGeneralReasons(findings, judged);
  const isWarned = !areAllOfficial && general.some(({ kind }) => kind === 'alert');
  const isInAlert = (place: number) => general.some(({ kind, reading }) => kind === 'alert' && reading === place);
  const readings = judged.map(({ reading, reasons }, place) => ({
    ...reading,
    verdict: isWarned && isInAlert(place) ? 'warned' : judgeReasons(reasons),
  })) satisfies CheckReading[];
  const reasons = [...judged.flatMap((one) => one.reasons), ...general]
    .toSorted((a, b) => checkReasonKinds.indexOf(a.kind) - checkReasonKinds.indexOf(b.kind))
    .slice(0, checkLimits.reasons);
  return {
    verdict: mostSerious([
      ...readings.map(({ verdict }) => verdict),
      ...(isWarned ? (['warned'] as const) : []),
      ...findings.signs.flatMap((sign) => verdictByReason[sign] ?? []),
    ]),
    readings,
    question: findings.question,
    reasons,
    providers: [...findings.warned, ...findings.named],
    alerts: findings.alerts.map(({ keys: _, ...alert }) => alert),
    similar: findings.similar,
    lookalike: toLookalike(judged),
    known: reasons.length === 0 && findings.known ? toKnown(findings.known) : null,
    links: toLinks(findings, judged),
    promisesProfit: findings.signs.includes('promisedProfit'),
  };
}
