import type { CheckAnswer } from '@hakiki/contract/check';
import { checkPath } from '@hakiki/contract/site';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useActionData, useLocation, useNavigate } from 'react-router';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { getErrorStatus, useQuery, type QueryState } from '../../lib/api/use-query.ts';
import { useRetryOnReconnect } from '../../lib/api/use-retry-on-reconnect.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { toCheckTarget, type Question } from '../../lib/check/question.ts';
import type { PageHandle } from '../../lib/hydration/deferred-scripts.ts';
import { listedPage } from '../../lib/pages/head.ts';
import { usePageTitle } from '../../lib/pages/title.ts';
import { m } from '../../paraglide/messages.js';
import { AnswerView } from './answer-view.tsx';
import { checkAction, type CheckActionData } from './check-action.ts';
import { CheckForm } from './check-form.tsx';
import { checkQuery, findProblem } from './check-query.ts';
import { formatTitle } from './verdicts.ts';

export const action = checkAction;

export const handle: PageHandle = { isForm: true };

export const meta = listedPage(checkPath, m.checking_title, m.checking_description);

interface DeviceAnswerProps {
  question: Question;
  fallback: ReactNode;
  onAsk: (question: Question) => void;
}

/** Loaded when needed; a device that cannot load it shows the fallback. */
const lazyAnswer = (name: 'OfflineAnswer' | 'PrivateCheck') =>
  lazy(() =>
    import('./device-answers.tsx').then(
      (loaded) => ({ default: loaded[name] as ComponentType<DeviceAnswerProps> }),
      () => ({ default: ({ fallback }: DeviceAnswerProps) => fallback }),
    ),
  );
const OfflineAnswer = lazyAnswer('OfflineAnswer');
const PrivateCheck = lazyAnswer('PrivateCheck');
const SavedListNote = lazy(async () => ({ default: (await import('./saved-list-note.tsx')).SavedListNote }));

export default function Check() {
  const navigate = useNavigate();
  const { question, problem, state } = useCheck();
  const isAnswered = state?.status === 'ready';
  usePageTitle(isAnswered ? formatTitle(state.data) : undefined);
  const [privateQuestion, setPrivateQuestion] = useState<Question>();
  const [showsList, setShowsList] = useState(false);
  const hasAnswer = isAnswered || privateQuestion !== undefined;
  const ask = (next: Question) => {
    setPrivateQuestion(undefined);
    const isSame = JSON.stringify(next) === JSON.stringify(question);
    if (isSame && state?.status === 'failed') state.retry();
    else void navigate(...toCheckTarget(next));
  };
  return (
    <div className="flex flex-col gap-6">
      {(!isAnswered || privateQuestion) && (
        <div>
          <h1 className="title-page">{m.checking_title()}</h1>
          {!privateQuestion && <p className="mt-2 max-w-[68ch] text-muted">{m.checking_lead()}</p>}
        </div>
      )}
      {privateQuestion ? (
        <Suspense fallback={loading}>
          <PrivateCheck question={privateQuestion} onAsk={ask} fallback={<p role="alert">{m.device_failed()}</p>} />
        </Suspense>
      ) : (
        <Answer state={state} question={question} onAsk={ask} />
      )}
      <section aria-labelledby={hasAnswer ? 'check-again' : undefined} className="flex flex-col gap-4">
        {hasAnswer && (
          <h2 id="check-again" className="title-section">
            {m.checking_again()}
          </h2>
        )}
        <CheckForm
          question={privateQuestion ?? question}
          problem={problem}
          isSending={state?.status === 'loading'}
          onAsk={ask}
          onAskPrivately={setPrivateQuestion}
        />
      </section>
      <details className="needs-scripts" onToggle={() => setShowsList(true)}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline">{m.saved_list_title()}</summary>
        <Suspense>{showsList && <SavedListNote />}</Suspense>
      </details>
    </div>
  );
}

const loading = <Skeleton label={m.checking_loading()} className="h-40" />;

interface AnswerStateProps {
  state: QueryState<CheckAnswer> | undefined;
  question: Question | undefined;
  onAsk: (question: Question) => void;
}

/** Without a connection, the list that this device has saved answers. */
function Answer({ state, question, onAsk }: AnswerStateProps) {
  if (!state || !question) return null;
  if (state.status === 'loading') return loading;
  if (state.status === 'ready') return <FocusedAnswer answer={state.data} question={question} onAsk={onAsk} />;
  const failure = <QueryFailure message={m.checking_failed()} query={state} />;
  if (getErrorStatus(state.error) !== undefined) return failure;
  return (
    <Suspense fallback={loading}>
      <OfflineAnswer question={question} onAsk={onAsk} fallback={failure} />
    </Suspense>
  );
}

interface Check {
  question: Question | undefined;
  problem: string | undefined;
  state: QueryState<CheckAnswer> | undefined;
}

const noQuestion: Question = { input: '' };

/** The question in the state of the history; without scripts, what the form has posted. */
function useCheck(): Check {
  const posted = useActionData<CheckActionData | undefined>();
  const { state } = useLocation() as { state: Partial<{ question: Question }> | null };
  // The server knows no state: hydration must first render like it.
  const question = useBrowserValue(() => true) ? state?.question : undefined;
  const problem = question && findProblem(question);
  const isAsked = question !== undefined && problem === undefined;
  const query = useQuery(checkQuery(isAsked ? question : noQuestion), { enabled: isAsked });
  useRetryOnReconnect(query);
  if (question) return { question, problem, state: isAsked ? query : undefined };
  return {
    question: posted?.question,
    problem: posted?.problem,
    state: posted?.answer && { status: 'ready', data: posted.answer },
  };
}

interface AnswerProps {
  answer: CheckAnswer;
  question: Question;
  onAsk: (question: Question) => void;
}

/** Takes the focus, so that a screen reader reads the verdict first. */
function FocusedAnswer(props: AnswerProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), [props.answer]);
  return <AnswerView {...props} titleRef={title} />;
}
