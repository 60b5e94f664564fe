/** Why an answer is what it is: each reason with its source and date, strongest first. */
import type { CheckAnswer, CheckReason } from '@hakiki/contract/check';
import type { CheckReasonKind } from '@hakiki/contract/check-values';
import { Link } from 'react-router';
import { LanguageLabel } from '../../components/language-label.tsx';
import { NewTabAnchor } from '../../components/new-tab-anchor.tsx';
import { statusLabel } from '../../components/providers/verdict-badge.tsx';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { formatReadingValue } from './readings.tsx';
import { findProvider, formatSource } from './verdicts.ts';

export function Reasons({ answer }: { answer: CheckAnswer }) {
  const { reasons, readings } = answer;
  if (reasons.length === 0) return null;
  return (
    <div>
      <h2 className="font-semibold">{m.checking_reasons()}</h2>
      <ol className="mt-1 flex flex-col gap-3">
        {reasons.map((reason, index) => {
          const reading = reason.reading === null ? undefined : readings[reason.reading];
          return (
            <li key={index} data-reason={reason.kind} className="max-w-[68ch] wrap-anywhere">
              {reading && readings.length > 1 && (
                <span className="font-semibold">{m.checking_about({ value: formatReadingValue(reading) })} </span>
              )}
              <ReasonText reason={reason} answer={answer} />
              <Source reason={reason} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface ReasonProps {
  reason: CheckReason;
  answer: CheckAnswer;
}

function ReasonText({ reason, answer }: ReasonProps) {
  if (reason.kind === 'alert' || reason.kind === 'alertMention') return <AlertReason reason={reason} answer={answer} />;
  const provider = findProvider(answer, reason.providerId);
  return sentences[reason.kind]({
    name: reason.name ?? '',
    source: reason.source.name ?? '',
    count: reason.count ?? 0,
    first: reason.firstSeenOn ? formatDate(reason.firstSeenOn) : '',
    status: provider ? statusLabel(provider.verificationStatus) : '',
    isAboutProvider: reason.providerId !== null,
    isName: answer.readings[reason.reading ?? -1]?.kind === 'name',
  });
}

interface Facts {
  name: string;
  source: string;
  count: number;
  first: string;
  status: string;
  isAboutProvider: boolean;
  isName: boolean;
}

const sentences: Record<Exclude<CheckReasonKind, 'alert' | 'alertMention'>, (facts: Facts) => string> = {
  authorityWarning: ({ source, name, isAboutProvider }) =>
    isAboutProvider ? m.checking_reason_authority({ source, name }) : m.checking_reason_authority_list({ source }),
  providerWarning: ({ name, status }) => m.checking_reason_provider({ name, status }),
  mayBeWarnedProvider: ({ name, status }) => m.checking_reason_may_be({ name, status }),
  reports: ({ count, first }) => m.checking_reason_reports({ count, shown: formatNumber(count), first }),
  listedElsewhere: ({ name }) => m.checking_reason_listed({ list: name }),
  lookalike: ({ name }) => m.checking_reason_lookalike({ name }),
  wrongChecksum: () => m.answer_mistyped_text(),
  ownSecret: () => m.checking_reason_own_secret(),
  askedSecret: () => m.checking_reason_secret(),
  askedFee: () => m.checking_reason_fee(),
  promisedProfit: () => m.answer_promise(),
  askedReturn: () => m.checking_reason_return(),
  numericLink: () => m.checking_reason_numeric(),
  appFile: () => m.checking_reason_app_file(),
  newNumber: () => m.checking_reason_new_number(),
  alreadyPaid: () => m.checking_reason_paid(),
  disputed: () => m.checking_reason_disputed(),
  withdrawn: () => m.checking_reason_withdrawn(),
  expired: () => m.checking_reason_expired(),
  similarToWarned: ({ name }) => m.checking_reason_similar({ name }),
  official: ({ name, isName }) =>
    isName ? m.checking_reason_official_name({ name }) : m.checking_reason_official({ name }),
  listedProvider: ({ name, status }) => m.checking_reason_directory({ name, status }),
  namesProvider: ({ name }) => m.checking_reason_named({ name }),
};

function AlertReason({ reason, answer }: ReasonProps) {
  const alert = answer.alerts.find(({ id }) => id === reason.alertId);
  return (
    <>
      {reason.kind === 'alert' ? m.answer_warning() : m.checking_reason_mention()}{' '}
      <span lang={getStoredTextLang(alert?.language)}>{reason.name}</span>{' '}
      {alert && <LanguageLabel language={alert.language} />}
    </>
  );
}

function Source({ reason }: { reason: CheckReason }) {
  const { url } = reason.source;
  const name = formatSource(reason);
  return (
    <p className="text-sm text-muted">
      {m.checking_source()}{' '}
      {url?.startsWith('/') ? (
        <Link to={pathTo(url as `/${string}`)} className="inline-flex min-h-11 items-center underline md:min-h-0">
          {name}
        </Link>
      ) : url && /^https?:/.test(url) ? (
        <NewTabAnchor
          href={url}
          rel="noopener noreferrer nofollow"
          className="inline-flex min-h-11 items-center underline md:min-h-0"
        >
          {name}
        </NewTabAnchor>
      ) : (
        name
      )}{' '}
      · {formatDate(reason.date)}
    </p>
  );
}
