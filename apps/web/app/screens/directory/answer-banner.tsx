import type { Provider } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import type { KnownIndicator, LookupAlert, ProviderMatch } from '@hakiki/contract/lookup';
import { alertPath, firstHourPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AlertAdvice } from '../../components/alerts/title-link.tsx';
import {
  AnswerActions,
  AnswerFrame,
  type AnswerTone,
  MainAction,
  OtherAction,
} from '../../components/answer/answer-frame.tsx';
import { LanguageLabel } from '../../components/language-label.tsx';
import { LicenceList } from '../../components/licences/licence-list.tsx';
import { FlagReasons } from '../../components/providers/flag-reasons.tsx';
import { formatAlertShare, formatProviderShare } from '../../components/share-texts.ts';
import { statusLabel } from '../../components/providers/verdict-badge.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { WhatsAppLink } from '../../components/whatsapp-link.tsx';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { reportScamPath, submitProviderPath, toPrefilledState } from '../../lib/forms/prefilled.ts';
import { listCountryNames } from '../../lib/language/country-labels.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo, providerPath } from '../../lib/pages/paths.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';
import { type Answer, isMessage, promisesProfit, toQuotedSearch } from './answer.ts';

const getTone = (answer: Answer): AnswerTone => {
  if (answer.kind === 'warned' || answer.kind === 'mistyped') return 'stop';
  if (answer.kind !== 'listed' || answer.alert) return 'careful';
  const { verificationStatus } = answer.provider;
  if (verificationStatus === 'Verified') return 'verified';
  return verificationStatus === 'Limited' ? 'careful' : 'unchecked';
};

/** The answer to a search, before everything else: one sentence, what it is about, and what to do. */
export function AnswerBanner({ answer, title, search }: { answer: Answer; title: string; search: string }) {
  return (
    <AnswerFrame tone={getTone(answer)} title={title} kind={answer.kind}>
      {answer.kind === 'unknown' && answer.similar.length > 0 && (
        <SimilarNames similar={answer.similar} search={search} />
      )}
      <AnswerActions>
        <Actions answer={answer} search={search} />
        <ShareLink answer={answer} />
      </AnswerActions>
      <Details answer={answer} />
      {answer.kind !== 'warned' && promisesProfit(search) && (
        <p className="flex max-w-[68ch] gap-2 font-semibold">
          <Icon name="warning" className="mt-1 shrink-0" /> {m.answer_promise()}
        </p>
      )}
    </AnswerFrame>
  );
}

/** Before the actions: a person who mistyped a name looks for it there. Labelled as similar, never as matches. */
const SimilarNames = ({ similar, search }: { similar: readonly Provider[]; search: string }) => (
  <div className="max-w-[68ch]">
    <h2 className="font-semibold wrap-break-word">{m.no_entry_similar({ search: toQuotedSearch(search) ?? '…' })}</h2>
    <ul>
      {similar.map(({ id, name, verificationStatus: status }) => (
        <li key={id}>
          <Link to={providerPath(id)} className="inline-flex min-h-11 items-center font-semibold underline">
            {name}
          </Link>{' '}
          ({statusLabel(status)}){isFlaggedOrSuspended(status) && <>. {m.answer_similar_compare()}</>}
        </li>
      ))}
    </ul>
    <p>{m.no_entry_similar_text()}</p>
  </div>
);

function Details({ answer }: { answer: Answer }): ReactNode {
  switch (answer.kind) {
    case 'warned':
      return (
        <>
          {answer.provider && <ProviderFacts provider={answer.provider} />}
          {answer.provider && <Licences provider={answer.provider} />}
          {answer.provider?.verificationStatus === 'Flagged' && (
            <div>
              <p className="font-semibold">{m.answer_reasons()}</p>
              <FlagReasons reasons={answer.provider.flaggedReasons} />
            </div>
          )}
          {!answer.provider && answer.indicator && <IndicatorFacts indicator={answer.indicator} />}
          {answer.alert && <AlertTitle alert={answer.alert} />}
        </>
      );
    case 'mistyped':
      return <p className="max-w-[68ch]">{m.answer_mistyped_text()}</p>;
    case 'listed':
      return (
        <>
          <p className="max-w-[68ch]">{describeStatus(answer.provider)}</p>
          <Licences provider={answer.provider} />
          <ProviderFacts provider={answer.provider} />
          {answer.alert && <AlertTitle alert={answer.alert} />}
        </>
      );
    case 'named': {
      const { name, verificationStatus } = answer.provider;
      return (
        <>
          <p className="max-w-[68ch]">{m.answer_named_text({ name, status: statusLabel(verificationStatus) })}</p>
          <Licences provider={answer.provider} />
        </>
      );
    }
    case 'mentioned':
      return <AlertTitle alert={answer.alert} />;
    case 'unknown':
      return <p className="max-w-[68ch]">{m.answer_unknown_means()}</p>;
  }
}

function describeStatus({ verificationStatus }: ProviderMatch): string {
  if (verificationStatus === 'Verified') return `${m.verdict_verified()} ${m.verdict_verified_caution()}`;
  return verificationStatus === 'Limited' ? m.verdict_limited() : m.verdict_pending();
}

const SHOWN_COUNTRIES = 3;

const ProviderFacts = ({ provider: { type, countries, otherNames } }: { provider: ProviderMatch }) => (
  <p>
    {[providerTypeLabel(type), listCountryNames(countries.slice(0, SHOWN_COUNTRIES))].filter(Boolean).join(' · ')}
    {otherNames.length > 0 && <> · {m.also_known_as({ names: otherNames.join(', ') })}</>}
  </p>
);

const Licences = ({ provider: { licences } }: { provider: ProviderMatch }) => (
  <div>
    <p className="font-semibold">{m.provider_licences()}</p>
    <LicenceList licences={licences} />
  </div>
);

const IndicatorFacts = ({ indicator: { kind, reportCount } }: { indicator: KnownIndicator }) => (
  <p>
    <strong>{indicatorLabels[kind]()}:</strong>{' '}
    {m.lookup_indicator({ count: reportCount, shown: formatNumber(reportCount) })}
  </p>
);

const AlertTitle = ({ alert }: { alert: LookupAlert }) => (
  <>
    <p className="max-w-[68ch]">
      <strong>{m.answer_warning()}</strong> <span lang={alert.language}>{alert.title}</span>{' '}
      <LanguageLabel language={alert.language} />
    </p>
    {getStoredTextLang(alert.language) && <AlertAdvice alert={alert} />}
  </>
);

/** At most two, and one more way for those who have paid. */
function Actions({ answer, search }: { answer: Answer; search: string }): ReactNode {
  switch (answer.kind) {
    case 'warned': {
      const path = answer.alert ? alertHref(answer.alert) : answer.provider && providerPath(answer.provider.id);
      return (
        <>
          {path ? <MainAction to={path}>{m.answer_read()}</MainAction> : <ReportAction search={search} />}
          <OtherAction to={pathTo(firstHourPath)}>{m.answer_paid()}</OtherAction>
        </>
      );
    }
    case 'listed':
      return (
        <>
          <MainAction to={providerPath(answer.provider.id)}>{m.answer_page()}</MainAction>
          {answer.alert ? (
            <OtherAction to={alertHref(answer.alert)}>{m.answer_read()}</OtherAction>
          ) : (
            <OtherAction to={reportScamPath(answer.provider.name)}>{m.answer_report_problem()}</OtherAction>
          )}
        </>
      );
    case 'named':
      return (
        <>
          <MainAction to={providerPath(answer.provider.id)}>{m.answer_page()}</MainAction>
          <OtherAction to={pathTo('/report-scam')} state={toPrefilledState(search)}>
            {m.answer_report_message()}
          </OtherAction>
        </>
      );
    case 'mistyped':
      return <MainAction to={pathTo(firstHourPath)}>{m.answer_paid()}</MainAction>;
    case 'mentioned':
      return (
        <>
          <MainAction to={alertHref(answer.alert)}>{m.answer_read()}</MainAction>
          <OtherAction to={pathTo(firstHourPath)}>{m.answer_paid()}</OtherAction>
        </>
      );
    case 'unknown':
      return (
        <>
          <ReportAction search={search} />
          {isMessage(search) ? (
            <OtherAction to={pathTo('/safety')}>{m.answer_check_yourself()}</OtherAction>
          ) : (
            <OtherAction to={submitProviderPath(search)}>{m.no_entry_check()}</OtherAction>
          )}
          <Link to={pathTo(firstHourPath)} className={textLinkClass('md:self-center')}>
            {m.answer_paid()}
          </Link>
        </>
      );
  }
}

/** Only for a warning or a verified provider that has a page: whoever gets the text can read there why. */
function ShareLink({ answer }: { answer: Answer }): ReactNode {
  if (answer.kind !== 'warned' && answer.kind !== 'listed') return null;
  const { provider, alert } = answer;
  const className = textLinkClass('gap-2 md:self-center print:hidden');
  if (alert && (!provider || answer.kind === 'listed')) {
    return <WhatsAppLink text={formatAlertShare(alert)} path={alertHref(alert)} className={className} />;
  }
  if (!provider || (answer.kind === 'listed' && provider.verificationStatus !== 'Verified')) return null;
  return <WhatsAppLink text={formatProviderShare(provider)} path={providerPath(provider.id)} className={className} />;
}

const alertHref = ({ id }: LookupAlert): string => pathTo(alertPath(id));

const ReportAction = ({ search }: { search: string }) =>
  isMessage(search) ? (
    <MainAction to={pathTo('/report-scam')} state={toPrefilledState(search)}>
      {m.no_entry_report()}
    </MainAction>
  ) : (
    <MainAction to={reportScamPath(search)}>{m.no_entry_report()}</MainAction>
  );
