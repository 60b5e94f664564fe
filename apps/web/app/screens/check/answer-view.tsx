/** The answer of the check: the verdict in one sentence, how the input was read, what to do next, then the reasons. */
import type { CheckAnswer, CheckReading } from '@hakiki/contract/check';
import type { NumberMeaning } from '@hakiki/contract/check-values';
import { indicatorKinds, type IndicatorKind } from '@hakiki/contract/indicator-values';
import { textLimits } from '@hakiki/contract/limits';
import { toFirstHourPath } from '@hakiki/contract/rescue-values';
import { checkPath, firstHourPath, licencesPath } from '@hakiki/contract/site';
import { lazy, type FormEvent, type Ref } from 'react';
import { Link } from 'react-router';
import { AnswerActions, AnswerFrame, MainAction, OtherAction } from '../../components/answer/answer-frame.tsx';
import { DisputeLink } from '../../components/filings/dispute-link.tsx';
import { LazyPart } from '../../components/lazy-part.tsx';
import { LicenceList } from '../../components/licences/licence-list.tsx';
import { VerdictBadge } from '../../components/providers/verdict-badge.tsx';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { WhatsAppLink } from '../../components/whatsapp-link.tsx';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { parseQuestion, type Question } from '../../lib/check/question.ts';
import { reportScamPath, toPrefilledState } from '../../lib/forms/prefilled.ts';
import { countryLicencesPath } from '../../lib/licences/paths.ts';
import { pathTo, providerPath } from '../../lib/pages/paths.ts';
import { isPlainName } from '../../lib/pages/search-path.ts';
import { m } from '../../paraglide/messages.js';
import { Readings } from './readings.tsx';
import { Reasons } from './reasons.tsx';
import {
  findDecisiveReason,
  findPublicReading,
  formatTitle,
  getStrip,
  hasPaid,
  publicAnswerPath,
  showsSign,
  sortBySeverity,
  verdictLabel,
} from './verdicts.ts';

const SharedTraces = lazy(async () => ({
  default: (await import('../../components/families/shared-traces.tsx')).SharedTraces,
}));

interface Props {
  answer: CheckAnswer;
  question: Question;
  /** Sends the question again, with the meaning of its number. */
  onAsk?: (question: Question) => void;
  titleRef?: Ref<HTMLHeadingElement>;
  /** The first sentence of a page with an address of its own. */
  summary?: string;
}

export function AnswerView({ answer, question, onAsk, titleRef, summary }: Props) {
  const { verdict, readings, reasons } = answer;
  const officialName = answer.lookalike?.of ?? answer.known;
  const isEmpty = verdict === 'nothingKnown' && readings.length === 0 && reasons.length === 0;
  const isUnknown = verdict === 'nothingKnown' && !answer.question && !isEmpty;
  const isPaid = hasPaid(answer);
  const isFormer = reasons.some(({ kind }) => kind === 'withdrawn' || kind === 'expired');
  return (
    <AnswerFrame {...getStrip(answer)} kind={verdict} title={formatTitle(answer)} {...(titleRef && { titleRef })}>
      {summary && <p className="max-w-[68ch] wrap-anywhere">{summary}</p>}
      {answer.question && <NumberQuestion choices={answer.question.choices} question={question} onAsk={onAsk} />}
      {officialName && <OfficialAddress {...officialName} />}
      {isEmpty && <p className="max-w-[68ch]">{m.checking_nothing_text()}</p>}
      {isUnknown && !isFormer && !isPaid && !showsSign(answer) && (
        <p className="max-w-[68ch]">{m.answer_unknown_means()}</p>
      )}
      {!summary && (isUnknown || verdict !== 'nothingKnown') && <Readings readings={readings} />}
      <AnswerActions>
        <Actions answer={answer} question={question} isPublic={summary !== undefined} />
      </AnswerActions>
      <Reasons answer={answer} />
      {answer.links.length > 0 && (
        <LazyPart fallback={null}>
          <SharedTraces traces={answer.links} />
        </LazyPart>
      )}
      {isUnknown && !isPaid && <BeforeYouPay country={question.country} />}
      <Licences answer={answer} />
      <SimilarNames answer={answer} search={question.input} />
      <div className="flex flex-col gap-x-6 md:flex-row">
        {readings.length > 0 && !answer.question && <Dispute readings={readings} isPublic={summary !== undefined} />}
        <Share answer={answer} isPublic={summary !== undefined} />
      </div>
    </AnswerFrame>
  );
}

const meaningLabels: Record<NumberMeaning, () => string> = {
  phone: indicatorLabels.phone,
  till: indicatorLabels.till,
  paybill: indicatorLabels.paybill,
  account: indicatorLabels.bankAccount,
};

interface NumberQuestionProps {
  choices: readonly NumberMeaning[];
  question: Question;
  onAsk: ((question: Question) => void) | undefined;
}

/** A plain form, so that the buttons work without scripts. */
function NumberQuestion({ choices, question: { input, country }, onAsk }: NumberQuestionProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!onAsk) return;
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement) formData.set(submitter.name, submitter.value);
    onAsk(parseQuestion(formData));
  };
  return (
    <form method="post" action={pathTo(checkPath)} onSubmit={submit} className="flex flex-col gap-2">
      <p id="number-is">{m.checking_question_hint()}</p>
      <input type="hidden" name="input" value={input} />
      <input type="hidden" name="country" value={country ?? ''} />
      <div
        role="group"
        aria-labelledby="number-is"
        className="grid grid-cols-2 gap-2 md:flex @max-[18rem]/page:grid-cols-1"
      >
        {choices.map((meaning) => (
          <button key={meaning} type="submit" name="numberIs" value={meaning} className={buttonClass('primary')}>
            {meaningLabels[meaning]()}
          </button>
        ))}
      </div>
    </form>
  );
}

/** As text: whoever wants to open it types it, and learns it. */
const OfficialAddress = ({ name, officialHosts }: NonNullable<CheckAnswer['known']>) =>
  officialHosts.length > 0 && (
    <p className="max-w-[68ch] wrap-anywhere">
      {m.checking_official_address({ name })} <strong>{officialHosts.join(', ')}</strong>
    </p>
  );

interface ActionsProps {
  answer: CheckAnswer;
  question: Question;
  isPublic: boolean;
}

/** Our page about what decided the answer. */
const findOwnPage = (answer: CheckAnswer) =>
  [findDecisiveReason(answer), ...answer.reasons].find((reason) => reason?.source.url?.startsWith('/'))?.source.url;

/** The page with the details if there is one, then the report and the first hour, which every answer offers. */
function Actions({ answer, question: { input, country }, isPublic }: ActionsProps) {
  const page = findOwnPage(answer);
  const isName = !isPublic && isPlainName(input);
  const isSecret = answer.reasons.some(({ kind }) => kind === 'ownSecret');
  const isEmpty = answer.readings.length === 0;
  const isStop = getStrip(answer).tone === 'stop' || (isEmpty && !answer.question);
  const isPaid = hasPaid(answer);
  const Report = page || isStop || isPaid || answer.question ? OtherAction : MainAction;
  const Paid = isPaid || (isStop && !page) ? MainAction : OtherAction;
  const Page = isPaid ? OtherAction : MainAction;
  const countries = new Set([country, ...answer.readings.map((reading) => reading.country)].filter(Boolean));
  const [own] = countries.size === 1 ? countries : [country];
  const paid = <Paid to={pathTo(own ? toFirstHourPath(own) : firstHourPath)}>{m.answer_paid()}</Paid>;
  return (
    <>
      {isPaid && paid}
      {page && (
        <Page to={pathTo(page as `/${string}`)}>{answer.verdict === 'warned' ? m.answer_read() : m.answer_page()}</Page>
      )}
      {isEmpty && !isPaid && paid}
      <Report
        to={isName && !isSecret ? reportScamPath(input) : pathTo('/report-scam')}
        state={isName || isSecret ? undefined : toPrefilledState(input.slice(0, textLimits.text))}
      >
        {m.checking_report()}
      </Report>
      {!isEmpty && !isPaid && paid}
    </>
  );
}

/** Checks that a person can do about something that nobody knows. A small payout is none: scammers use it as bait. */
const BeforeYouPay = ({ country }: { country: string | undefined }) => (
  <div>
    <h2 className="font-semibold">{m.checking_before()}</h2>
    <ol className="mt-1 flex max-w-[68ch] list-decimal flex-col gap-1 ps-5">
      <li>
        {m.checking_before_licence()}{' '}
        <Link
          to={country ? countryLicencesPath(country) : pathTo(licencesPath)}
          className="inline-flex min-h-11 items-center underline md:min-h-0"
        >
          {m.checking_before_licence_link()}
        </Link>
      </li>
      <li>{m.checking_before_fee()}</li>
      <li>{m.checking_before_receiver()}</li>
    </ol>
  </div>
);

const Licences = ({ answer: { providers } }: { answer: CheckAnswer }) =>
  providers
    .filter(({ licences }) => licences.length > 0)
    .map(({ id, name, licences }) => (
      <div key={id}>
        <h2 className="font-semibold">{m.checking_licences({ name })}</h2>
        <LicenceList licences={licences} />
      </div>
    ));

const SimilarNames = ({ answer: { similar }, search }: { answer: CheckAnswer; search: string }) =>
  similar.length > 0 && (
    <div>
      <h2 className="font-semibold wrap-anywhere">{m.no_entry_similar({ search })}</h2>
      <p className="max-w-[60ch] text-sm text-muted">{m.no_entry_similar_text()}</p>
      <ul>
        {similar.map(({ id, name, verificationStatus }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Link to={providerPath(id)} className="inline-flex min-h-11 items-center underline">
              {name}
            </Link>
            <VerdictBadge status={verificationStatus} />
          </li>
        ))}
      </ul>
    </div>
  );

const isIndicator = (reading: CheckReading): reading is CheckReading & { kind: IndicatorKind } =>
  (indicatorKinds as readonly string[]).includes(reading.kind);

function Dispute({ readings, isPublic }: { readings: readonly CheckReading[]; isPublic: boolean }) {
  const worst = sortBySeverity(readings).find(isIndicator);
  return <DisputeLink kind={worst?.kind} value={worst?.value} isPrivate={!isPublic} />;
}

/** The sentence names no address: a chat would turn a suspicious one into a link. */
function Share({ answer, isPublic }: { answer: CheckAnswer; isPublic: boolean }) {
  const reading = findPublicReading(answer);
  if (!reading) return <ShareWarning answer={answer} />;
  const path = publicAnswerPath(reading.kind, reading.value);
  const { verdict } = reading;
  const reasons = answer.reasons.filter((reason) => answer.readings[reason.reading ?? -1] === reading);
  const text = m.checking_share_text({
    verdict: verdictLabel(verdict),
    sentence: formatTitle({ ...answer, verdict, reasons }),
  });
  return (
    <>
      {!isPublic && (
        <Link to={path} className={textLinkClass()}>
          {m.checking_share()}
        </Link>
      )}
      <WhatsAppLink text={text} path={path} className={textLinkClass('gap-2 print:hidden')} />
    </>
  );
}

/** Of a warning about a name the page of the provider or of the alert is shared. */
function ShareWarning({ answer }: { answer: CheckAnswer }) {
  const page = answer.verdict === 'warned' && findOwnPage(answer);
  if (!page) return null;
  const text = m.checking_share_text({ verdict: verdictLabel(answer.verdict), sentence: formatTitle(answer) });
  return (
    <WhatsAppLink text={text} path={pathTo(page as `/${string}`)} className={textLinkClass('gap-2 print:hidden')} />
  );
}
