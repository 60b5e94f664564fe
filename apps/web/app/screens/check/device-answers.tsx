/** Answers that the device finds itself: from its saved list when offline, and of a number without sending it. */
import { toFirstHourPath } from '@hakiki/contract/rescue-values';
import { firstHourPath } from '@hakiki/contract/site';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AnswerActions, AnswerFrame, MainAction, OtherAction } from '../../components/answer/answer-frame.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Skeleton } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { checkSavedList, type SavedListAnswer } from '../../lib/check/saved-list.ts';
import type { Question } from '../../lib/check/question.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { usePageTitle } from '../../lib/pages/title.ts';
import { m } from '../../paraglide/messages.js';
import { formatReadingValue } from './readings.tsx';
import type { PrivateAnswer } from '../../lib/check/blind-check.ts';

interface OfflineProps {
  question: Question;
  /** If this device has no list, or only a number was asked, which is on none. */
  fallback: ReactNode;
}

export function OfflineAnswer({ question, fallback }: OfflineProps) {
  const [answer, setAnswer] = useState<SavedListAnswer | 'none'>();
  useEffect(() => {
    let isCurrent = true;
    void checkSavedList(question.input)
      .catch(() => undefined)
      .then((found) => isCurrent && setAnswer(found ?? 'none'));
    return () => {
      isCurrent = false;
    };
  }, [question]);
  if (!answer) return <Skeleton label={m.checking_loading()} className="h-40" />;
  if (answer === 'none') return fallback;
  const isMaybe = answer.verdict === 'maybeListed';
  const date = formatDate(answer.savedOn);
  return (
    <DeviceAnswer
      tone={isMaybe ? 'stop' : 'careful'}
      kind={answer.verdict}
      title={isMaybe ? m.device_maybe() : m.device_not_listed()}
    >
      <p className="max-w-[68ch]">{isMaybe ? m.device_maybe_text({ date }) : m.device_not_listed_text({ date })}</p>
      <Actions country={question.country} />
    </DeviceAnswer>
  );
}

interface PrivateProps {
  question: Question;
  /** Sends the question after all. */
  onAsk: (question: Question) => void;
}

/** The code with the curve is loaded only here. */
const loadPrivateCheck = () => import('../../lib/check/blind-check.ts');

export function PrivateCheck({ question, onAsk }: PrivateProps) {
  const [answer, setAnswer] = useState<PrivateAnswer | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    void loadPrivateCheck()
      .then(({ checkPrivately }) => checkPrivately(question))
      .catch(() => 'failed' as const)
      .then((found) => isCurrent && setAnswer(found));
    return () => {
      isCurrent = false;
    };
  }, [question]);
  if (!answer) return <Skeleton label={m.checking_loading()} className="h-40" />;
  if (answer === 'failed') {
    return (
      <Notice icon="warning" title={m.device_failed()} role="alert">
        <SendButton question={question} onAsk={onAsk} />
      </Notice>
    );
  }
  if (answer.values.length === 0) {
    return (
      <Notice icon="warning" title={m.device_no_number()} role="alert">
        <p className="text-muted">{m.device_no_number_text()}</p>
      </Notice>
    );
  }
  const { found, values } = answer;
  const read = [...new Set((found ? [found] : values).map(formatReadingValue))].join(', ');
  return (
    <DeviceAnswer
      tone={found ? 'stop' : 'careful'}
      kind={found ? 'reportedPrivately' : 'unknownPrivately'}
      title={found ? m.answer_indicator() : m.device_unknown()}
    >
      <p className="max-w-[68ch] wrap-anywhere">
        {m.device_read_as()} <bdi className="font-semibold">{read}</bdi>.
      </p>
      {!found && <p className="max-w-[68ch]">{m.device_unknown_text()}</p>}
      <Actions country={question.country} />
      {!found && <SendButton question={question} onAsk={onAsk} />}
    </DeviceAnswer>
  );
}

const SendButton = ({ question, onAsk }: PrivateProps) => (
  <button type="button" onClick={() => onAsk(question)} className={buttonClass('secondary', 'md:self-start')}>
    {m.device_send()}
  </button>
);

const Actions = ({ country }: Pick<Question, 'country'>) => (
  <AnswerActions>
    <MainAction to={pathTo('/report-scam')}>{m.checking_report()}</MainAction>
    <OtherAction to={pathTo(country ? toFirstHourPath(country) : firstHourPath)}>{m.answer_paid()}</OtherAction>
  </AnswerActions>
);

interface DeviceAnswerProps {
  tone: 'stop' | 'careful';
  kind: string;
  title: string;
  children: ReactNode;
}

/** Takes the focus, so that a screen reader reads the answer first. */
function DeviceAnswer(props: DeviceAnswerProps) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  usePageTitle(props.title);
  useEffect(() => titleRef.current?.focus({ preventScroll: true }), [props.title]);
  return <AnswerFrame {...props} titleRef={titleRef} titleAs="h2" />;
}
