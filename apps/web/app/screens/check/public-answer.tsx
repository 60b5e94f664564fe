/** The answer about one public link, wallet or chat name under an address of its own, to be shared. */
import type { CheckAnswer } from '@hakiki/contract/check';
import { checkPath } from '@hakiki/contract/site';
import { data, Link, useParams } from 'react-router';
import { NotFoundView } from '../../components/layout/error-view.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { defineQuery } from '../../lib/api/queries.ts';
import { getErrorStatus, prefetch, startQueries, useQuery } from '../../lib/api/use-query.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { usePageTitle } from '../../lib/pages/title.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/public-answer.ts';
import { AnswerView } from './answer-view.tsx';
import { formatSummary, isPublishedVerdict, verdictLabel } from './verdicts.ts';

const answerQuery = ({ kind = '', value = '' }: { kind?: string; value?: string }) =>
  defineQuery('/api/check/:kind/:value', { params: { kind, value }, anonymous: true });

const isMissing = (status: number | undefined) => status === 400 || status === 404;

export async function loader({ params, context }: Route.LoaderArgs) {
  const prefetched = await prefetch(context, [answerQuery(params)]);
  const [result] = prefetched.reads;
  return data(prefetched, { status: result && 'failure' in result && isMissing(result.failure.status) ? 404 : 200 });
}

export const clientLoader = startQueries(({ params }) => [answerQuery(params)]);

export const meta: Route.MetaFunction = (metaArgs) => {
  const { params, loaderData } = metaArgs;
  const [result] = loaderData?.reads ?? [];
  const answer = result && 'data' in result ? (result.data as unknown as CheckAnswer) : undefined;
  return pageHead(metaArgs, {
    path: answer ? `${checkPath}/${params.kind}/${encodeURIComponent(params.value)}` : checkPath,
    title: answer ? getTitle(answer, params.value) : loaderData ? m.not_found_title() : m.checking_title(),
    description: answer ? formatSummary(answer, params.value) : m.not_found_text(),
    // A look-alike or a typing error is computed for any address: it is a hint and not published.
    isIndexed: answer !== undefined && isPublishedVerdict(answer.verdict),
  });
};

const getTitle = ({ verdict }: CheckAnswer, value: string): string =>
  m.checking_public_title({ value, verdict: verdictLabel(verdict) });

export default function PublicAnswer() {
  const params = useParams();
  const { value = '' } = params;
  const answer = useQuery(answerQuery(params));
  usePageTitle(answer.status === 'ready' ? getTitle(answer.data, value) : undefined);
  if (answer.status === 'loading') return <Skeleton label={m.checking_loading()} className="h-40" />;
  if (answer.status === 'failed') {
    return isMissing(getErrorStatus(answer.error)) ? (
      <NotFoundView />
    ) : (
      <QueryFailure message={m.checking_failed()} query={answer} />
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <AnswerView answer={answer.data} question={{ input: value }} summary={formatSummary(answer.data, value)} />
      <p>
        <Link to={pathTo(checkPath)} className={buttonClass('secondary')}>
          {m.checking_public_own()}
        </Link>
      </p>
    </div>
  );
}
