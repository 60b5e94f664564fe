/** The seven verdicts with their words and tones, and the sentence that stands above an answer. */
import type { CheckAnswer, CheckReading, CheckReason } from '@hakiki/contract/check';
import { type CheckReasonKind, type CheckVerdict, isPublicIndicatorKind } from '@hakiki/contract/check-values';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { checkPath } from '@hakiki/contract/site';
import { type AnswerTone, answerTones } from '../../components/answer/answer-frame.tsx';
import { statusLabel } from '../../components/providers/verdict-badge.tsx';
import { formatDate } from '../../lib/language/format.ts';
import { isolateLeftToRight } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

const verdictTones: Record<CheckVerdict, { tone: AnswerTone; label: () => string }> = {
  warned: { tone: 'stop', label: m.checking_warned },
  reported: { tone: 'stop', label: m.checking_reported },
  cannotBeRight: { tone: 'stop', label: m.checking_impossible },
  listedElsewhere: { tone: 'careful', label: m.checking_listed },
  looksLike: { tone: 'careful', label: m.checking_lookalike },
  nothingKnown: { tone: 'careful', label: m.checking_unknown },
  official: { tone: 'verified', label: m.checking_official },
};

export const verdictLabel = (verdict: CheckVerdict): string => verdictTones[verdict].label();

export const getVerdictTone = (verdict: CheckVerdict) => answerTones[verdictTones[verdict].tone];

/** Titles of answers where nothing is known but what the words of the question show. */
const signTitles: Partial<Record<CheckReasonKind, () => string>> = {
  askedFee: m.checking_title_fee,
  promisedProfit: m.checking_title_promise,
  askedReturn: m.checking_title_return,
  numericLink: m.checking_title_numeric,
  appFile: m.checking_title_app_file,
  newNumber: m.checking_title_new_number,
};

/** Whether nothing is known of it but what its own words show. */
export const showsSign = ({ verdict, reasons: [first] }: Pick<CheckAnswer, 'verdict' | 'reasons'>): boolean =>
  verdict === 'nothingKnown' && first !== undefined && first.kind in signTitles;

/** After a payment, the first hour comes before anything else. */
export const hasPaid = ({ reasons }: Pick<CheckAnswer, 'reasons'>): boolean =>
  reasons.some(({ kind }) => kind === 'alreadyPaid');

/** Tone and word of the whole answer. A question comes before the verdict that nothing is known. */
export function getStrip({ verdict, question, reasons }: CheckAnswer): { tone: AnswerTone; word: string } {
  if (question && verdict === 'nothingKnown') return { tone: 'unchecked', word: m.checking_one_question() };
  const { tone, label } = verdictTones[verdict];
  if (showsSign({ verdict, reasons })) return { tone, word: `${answerTones[tone].label()} · ${m.checking_signs()}` };
  if (verdict === 'nothingKnown' && reasons[0]?.kind === 'alreadyPaid')
    return { tone, word: answerTones[tone].label() };
  return { tone, word: verdict === 'official' ? label() : `${answerTones[tone].label()} · ${label()}` };
}

export const findProvider = ({ providers, similar }: CheckAnswer, id: string | null) =>
  [...providers, ...similar].find((provider) => provider.id === id);

/** The strongest reason. What speaks against something official comes before what makes it official. */
export const findDecisiveReason = ({ verdict, reasons }: CheckAnswer): CheckReason | undefined =>
  (verdict === 'official' ? reasons.find(({ kind }) => kind === 'official') : undefined) ?? reasons[0];

/** The verdict in one sentence, with what to do. It repeats nothing of what was asked. */
export function formatTitle(answer: CheckAnswer): string {
  const { verdict, question, reasons, lookalike, known } = answer;
  const [first] = reasons;
  const provider = findProvider(answer, first?.providerId ?? null);
  switch (verdict) {
    case 'warned':
      return formatWarning(answer);
    case 'reported':
      return m.answer_indicator();
    case 'listedElsewhere':
      return m.checking_title_listed({ list: first?.name ?? '' });
    case 'looksLike':
      return m.checking_title_lookalike({ name: lookalike?.of.name ?? first?.name ?? '' });
    case 'cannotBeRight':
      if (reasons.some(({ kind }) => kind === 'ownSecret')) return m.checking_title_own_secret();
      return reasons.some(({ kind }) => kind === 'askedSecret') ? m.checking_title_secret() : m.answer_mistyped();
    case 'official':
      return formatOfficial(answer);
    case 'nothingKnown':
      if (question) return m.checking_title_question({ number: isolateLeftToRight(question.number) });
      if (first && signTitles[first.kind]) return signTitles[first.kind]!();
      if (first?.kind === 'alreadyPaid') return m.checking_title_paid();
      if (first?.kind === 'withdrawn') return m.checking_title_withdrawn();
      if (first?.kind === 'expired') return m.checking_title_expired();
      if (first?.kind === 'similarToWarned') return m.checking_title_similar();
      if (first?.kind === 'alertMention') {
        return m.answer_mentioned({ count: reasons.filter(({ kind }) => kind === 'alertMention').length });
      }
      if (first?.kind === 'namesProvider' && provider) return m.answer_named({ name: provider.name });
      if (first?.kind === 'listedProvider' && provider) return m.checking_title_directory({ name: provider.name });
      if (known) return m.checking_title_known({ name: known.name });
      return answer.readings.length === 0 ? m.checking_title_nothing() : m.answer_unknown_text();
  }
}

function formatWarning(answer: CheckAnswer): string {
  const [first] = answer.reasons;
  const provider = findProvider(answer, first?.providerId ?? null);
  if (first?.kind === 'authorityWarning' && first.source.name) {
    return m.checking_title_authority({ source: first.source.name });
  }
  if (!provider) return m.answer_alert();
  const { name, verificationStatus } = provider;
  if (first?.kind === 'mayBeWarnedProvider') {
    return m.answer_may_be({ name, status: statusLabel(verificationStatus) });
  }
  return verificationStatus === 'Suspended' ? m.answer_suspended({ name }) : m.answer_flagged({ name });
}

function formatOfficial({ reasons, readings }: CheckAnswer): string {
  const official = reasons.filter(({ kind }) => kind === 'official');
  const [first] = official;
  const names = new Set(official.map(({ name }) => name));
  if (!first?.name || names.size > 1) return m.checking_title_official_all();
  const isName = readings[first.reading ?? 0]?.kind === 'name';
  return isName
    ? m.checking_title_official_name({ name: first.name })
    : m.checking_title_official({ name: first.name });
}

/** Most serious first. One unknown thing beside an official one may be the trap. */
const bySeverity: readonly CheckVerdict[] = [
  'warned',
  'reported',
  'listedElsewhere',
  'looksLike',
  'cannotBeRight',
  'nothingKnown',
  'official',
];

export const sortBySeverity = (readings: readonly CheckReading[]): CheckReading[] =>
  readings.toSorted((one, other) => bySeverity.indexOf(one.verdict) - bySeverity.indexOf(other.verdict));

type PublicReading = CheckReading & { kind: IndicatorKind };

/** Verdicts that rest on what somebody has published. A look-alike or a typing error is only computed. */
export const isPublishedVerdict = (verdict: CheckVerdict): boolean =>
  ['warned', 'reported', 'listedElsewhere', 'official'].includes(verdict);

/** The reading whose answer has an address that can be shared. */
export const findPublicReading = ({ readings }: CheckAnswer): PublicReading | undefined =>
  sortBySeverity(readings).find(
    (reading): reading is PublicReading => isPublicIndicatorKind(reading.kind) && isPublishedVerdict(reading.verdict),
  );

export const publicAnswerPath = (kind: string, value: string): string =>
  pathTo(`${checkPath}/${kind}/${encodeURIComponent(value)}`);

/** Verdict, source and date, for search engines and shared links. */
export function formatSummary(answer: CheckAnswer, value: string): string {
  const reason = findDecisiveReason(answer);
  if (!reason) return m.checking_public_unknown({ value });
  return m.checking_public_summary({
    value,
    verdict: verdictLabel(answer.verdict),
    source: formatSource(reason),
    date: formatDate(reason.date),
  });
}

export const formatSource = ({ source: { name, kind } }: CheckReason): string =>
  name ?? (kind === 'own' ? m.site_name() : m.checking_source_computed());
