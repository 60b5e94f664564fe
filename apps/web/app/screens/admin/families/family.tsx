/** One family: the graph, and the tables of its links and items with all actions. */
import type { Family, FamilyLink, FamilyIndicator } from '@hakiki/contract/families-admin';
import type { Judgement } from '@hakiki/contract/family-values';
import { useState } from 'react';
import { Link } from 'react-router';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { getErrorStatus, useQuery } from '../../../lib/api/use-query.ts';
import { indicatorLabels } from '../../../lib/alerts/indicator-labels.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-labels.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { AdminTable, RowActions, rowButtonClass, type Column } from '../parts/table.tsx';
import { judgementLabels, stateLabels, traceLabels } from './labels.ts';
import { FamilyPicture } from './picture.tsx';
import { familyPath, familyQuery, judgeLinks, undoJudgements } from './queries.ts';

/** The tables of up to this many members come before the graph. */
const SMALL_FAMILY = 8;

type Pair = Pick<FamilyLink, 'a' | 'b'>;
interface Question {
  pairs: Pair[];
  judgement: Judgement;
  title: string;
}

export function FamilyView({ about }: { about: string }) {
  const family = useQuery(familyQuery(about));
  const [question, setQuestion] = useState<Question>();
  if (family.status === 'loading') return <Skeleton label={m.families_loading()} className="h-120" />;
  if (family.status === 'failed') {
    return getErrorStatus(family.error) === 404 ? (
      <p className="text-muted">{m.families_unknown()}</p>
    ) : (
      <QueryFailure message={m.families_failed()} query={family} />
    );
  }
  return (
    <div className="grid min-w-0 gap-6 xl:grid-cols-2">
      <FamilyPicture family={family.data} />
      <div className={`flex min-w-0 flex-col gap-6 ${family.data.size <= SMALL_FAMILY ? 'order-first' : ''}`}>
        <Links family={family.data} onJudge={setQuestion} />
        <Indicators family={family.data} onJudge={setQuestion} />
      </div>
      {question && (
        <ReasonDialog
          title={question.title}
          saveLabel={judgementLabels[question.judgement]()}
          hint={m.families_reason_hint()}
          mutation={judgeLinks}
          getInput={(reason) => ({ body: { pairs: question.pairs, judgement: question.judgement, reason } })}
          success={() => ({ title: m.families_judged() })}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}

interface PartProps {
  family: Family;
  onJudge: (question: Question) => void;
}

type Name = (pair: Pair) => string;

const createLinkColumns = (nameOf: Name, onJudge: PartProps['onJudge']): Column<FamilyLink & { id: string }>[] => [
  {
    heading: m.families_column_pair(),
    isName: true,
    cell: (link) => <span className="wrap-anywhere">{nameOf(link)}</span>,
  },
  { heading: m.families_column_state(), cell: ({ state }) => stateLabels[state]() },
  { heading: m.families_column_traces(), cell: ({ traces }) => <Traces traces={traces} /> },
  {
    heading: m.families_column_actions(),
    isActions: true,
    cell: (link) => <LinkActions link={link} name={nameOf(link)} onJudge={onJudge} />,
  },
];

function Links({ family: { indicators, links }, onJudge }: PartProps) {
  const valueOf = (key: string) => indicators.find((indicator) => indicator.key === key)?.value ?? '';
  const nameOf: Name = ({ a, b }) => m.families_pair({ one: valueOf(a), other: valueOf(b) });
  const rows = links.map((link) => ({ ...link, id: `${link.a} ${link.b}` }));
  return (
    <section aria-labelledby="family-links">
      <h3 id="family-links" className="mb-2 font-semibold">
        {m.families_links()}
      </h3>
      <AdminTable label={m.families_links()} columns={createLinkColumns(nameOf, onJudge)} rows={rows} />
    </section>
  );
}

const LinkActions = ({ link, name, onJudge }: { link: FamilyLink; name: string } & Pick<PartProps, 'onJudge'>) => (
  <RowActions>
    {(['same', 'notSame', 'unsure'] as const).map((judgement) => (
      <button
        key={judgement}
        type="button"
        className={rowButtonClass(judgement === 'notSame' ? 'danger' : 'plain')}
        aria-label={`${judgementLabels[judgement]()}: ${name}`}
        onClick={() => onJudge({ pairs: [{ a: link.a, b: link.b }], judgement, title: name })}
      >
        {judgementLabels[judgement]()}
      </button>
    ))}
    <Judgements link={link} />
  </RowActions>
);

const Traces = ({ traces }: Pick<FamilyLink, 'traces'>) => (
  <ul className="flex flex-col gap-1">
    {traces.map(({ kind, value, carriers, seenOn, source }) => (
      <li key={`${kind} ${value}`} className="wrap-anywhere">
        {traceLabels[kind]()} {value && <bdi>{value}</bdi>}{' '}
        <span className="text-sm text-muted">
          {m.families_trace({ carriers, date: formatDate(seenOn), source: source.name ?? m.links_own_source() })}
        </span>
      </li>
    ))}
  </ul>
);

/** The judgements of the pair, newest first; those that still count can be undone. */
function Judgements({ link: { judgements } }: { link: FamilyLink }) {
  const { run, isRunning } = useMutation(undoJudgements, {
    success: () => ({ title: m.families_undone() }),
    failure: changeFailure,
  });
  return judgements.map(({ actionId, judgement, reason, by, at, undoneAt }) => (
    <p key={actionId} className="w-full text-sm">
      {undoneAt ? <s>{judgementLabels[judgement]()}</s> : judgementLabels[judgement]()}{' '}
      <span className="text-muted wrap-anywhere">{[formatDate(at), by, reason].filter(Boolean).join(', ')}</span>{' '}
      {!undoneAt && (
        <button
          type="button"
          className={rowButtonClass()}
          aria-disabled={isRunning}
          onClick={() => void run({ params: { actionId } })}
        >
          {m.families_undo()}
        </button>
      )}
    </p>
  ));
}

const createColumns = (onSplit: (indicator: FamilyIndicator) => void): Column<FamilyIndicator & { id: string }>[] => [
  {
    heading: m.families_column_indicator(),
    isName: true,
    cell: ({ kind, value }) => (
      <Link to={familyPath(value)} className="wrap-anywhere underline max-md:inline-flex max-md:min-h-11">
        {indicatorLabels[kind]()} {value}
      </Link>
    ),
  },
  {
    heading: m.families_column_state(),
    cell: ({ isMember, isWarned, isListed }) =>
      [
        isMember ? m.families_member() : m.families_near(),
        !isWarned && m.families_not_warned(),
        isListed && m.families_listed(),
      ]
        .filter(Boolean)
        .join(', '),
  },
  {
    heading: m.families_column_actions(),
    isActions: true,
    cell: (indicator) =>
      indicator.isMember && (
        <RowActions>
          <button
            type="button"
            className={rowButtonClass('danger')}
            aria-label={`${m.families_split()}: ${indicator.value}`}
            onClick={() => onSplit(indicator)}
          >
            {m.families_split()}
          </button>
        </RowActions>
      ),
  },
];

function Indicators({ family: { indicators, links }, onJudge }: PartProps) {
  const rows = indicators.map((indicator) => ({ ...indicator, id: indicator.key }));
  const members = new Set(indicators.filter(({ isMember }) => isMember).map(({ key }) => key));
  const split = ({ key, value }: FamilyIndicator) => {
    const pairs = links
      .filter(({ a, b }) => (a === key && members.has(b)) || (b === key && members.has(a)))
      .map(({ a, b }) => ({ a, b }));
    onJudge({ pairs, judgement: 'notSame', title: m.families_split_of({ value }) });
  };
  return (
    <section aria-labelledby="family-indicators">
      <h3 id="family-indicators" className="mb-2 font-semibold">
        {m.families_indicators()}
      </h3>
      <AdminTable label={m.families_indicators()} columns={createColumns(split)} rows={rows} />
    </section>
  );
}
