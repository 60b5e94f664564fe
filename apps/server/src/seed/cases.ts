/** Generates open cases for the pending generated alerts, with one to four alerts each. */
import { caseFilings, cases } from '../modules/cases/tables.ts';
import { filings } from '../modules/filings/tables.ts';
import { makeAlert } from './alerts.ts';
import { Random, timedId } from './random.ts';
import type { Stage } from './stage.ts';

interface Plan {
  seed: number;
  amounts: { alerts: number; cases: number; providers: number };
}

interface Case {
  id: string;
  filings: { id: string; createdAt: Date }[];
}

/** The row of an undecided case; its filings are sorted oldest first. */
export const openCase = ({ id, filings: grouped }: Case) => ({
  id,
  leadId: grouped[0]!.id,
  filingCount: grouped.length,
  undecidedCount: grouped.length,
  createdAt: grouped[0]!.createdAt,
  newestFilingAt: grouped.at(-1)!.createdAt,
});

/** Generates the requested number of cases, or as many as there are pending alerts for. */
function* casesOf({ seed, amounts }: Plan): Generator<Case> {
  let made = 0;
  let random = new Random(seed, 'case', made);
  let gathered: Case['filings'] = [];
  let wanted = random.between(1, 4);
  for (let index = 0; index < amounts.alerts && made < amounts.cases; index += 1) {
    const { id, status, createdAt } = makeAlert({ seed, index, total: amounts.alerts }, amounts.providers);
    if (status !== 'pending') continue;
    gathered.push({ id, createdAt });
    if (gathered.length < wanted) continue;
    yield { id: timedId(random, gathered[0]!.createdAt.getTime()), filings: gathered };
    made += 1;
    random = new Random(seed, 'case', made);
    gathered = [];
    wanted = random.between(1, 4);
  }
}

function* each<Row>(plan: Plan, rowsOf: (one: Case) => Iterable<Row>): Generator<Row> {
  for (const one of casesOf(plan)) yield* rowsOf(one);
}

/** The hash of a receipt that cannot be used: its code does not exist. */
export const receiptHash = (seed: number, id: string): Buffer => {
  const random = new Random(seed, `receipt ${id}`);
  return Buffer.from(Array.from({ length: 32 }, () => random.below(256)));
};

export const caseStages = (plan: Plan): Stage[] => [
  {
    table: filings,
    label: 'filings',
    rows: each(plan, (one) =>
      one.filings.map(({ id, createdAt }) => ({
        id,
        kind: 'alert',
        receiptHash: receiptHash(plan.seed, id),
        language: 'en',
        createdAt,
      })),
    ),
  },
  {
    table: cases,
    label: 'cases',
    total: plan.amounts.cases,
    rows: each(plan, (one) => [openCase(one)]),
  },
  {
    table: caseFilings,
    label: 'reports of cases',
    rows: each(plan, ({ id, filings: grouped }) =>
      grouped.map((filing) => ({ filingId: filing.id, caseId: id, createdAt: filing.createdAt })),
    ),
  },
];
