/** Generates open cases for the pending generated alerts, with one to four alerts each. */
import { caseFilings, cases } from '../modules/moderation/cases/tables.ts';
import { filings } from '../modules/intake/tables.ts';
import { makeAlert } from './alerts.ts';
import { Random, timedId } from './random.ts';
import type { Stage } from './copy.ts';

interface CasePlan {
  seed: number;
  amounts: { alerts: number; cases: number; providers: number };
}

interface GeneratedCase {
  id: string;
  filings: { id: string; createdAt: Date }[];
}

/** The row of an undecided case; its filings are sorted oldest first. */
const createOpenCaseRow = ({ id, filings: grouped }: GeneratedCase) => ({
  id,
  leadId: grouped[0]!.id,
  filingCount: grouped.length,
  undecidedCount: grouped.length,
  createdAt: grouped[0]!.createdAt,
  newestFilingAt: grouped.at(-1)!.createdAt,
});

/** Generates the requested number of cases, or as many as there are pending alerts for. */
function* generateCases({ seed, amounts }: CasePlan): Generator<GeneratedCase> {
  let count = 0;
  let random = new Random(seed, 'case', count);
  let caseFilings: GeneratedCase['filings'] = [];
  let targetSize = random.between(1, 4);
  for (let index = 0; index < amounts.alerts && count < amounts.cases; index += 1) {
    const { id, status, createdAt } = makeAlert({ seed, index, total: amounts.alerts }, amounts.providers);
    if (status !== 'pending') continue;
    caseFilings.push({ id, createdAt });
    if (caseFilings.length < targetSize) continue;
    yield { id: timedId(random, caseFilings[0]!.createdAt.getTime()), filings: caseFilings };
    count += 1;
    random = new Random(seed, 'case', count);
    caseFilings = [];
    targetSize = random.between(1, 4);
  }
}

function* eachCase<Row>(plan: CasePlan, toRows: (one: GeneratedCase) => Iterable<Row>): Generator<Row> {
  for (const one of generateCases(plan)) yield* toRows(one);
}

/** The hash of a receipt that cannot be used: its code does not exist. */
const createReceiptHash = (seed: number, id: string): Buffer => {
  const random = new Random(seed, `receipt ${id}`);
  return Buffer.from(Array.from({ length: 32 }, () => random.below(256)));
};

export const caseStages = (plan: CasePlan): Stage[] => [
  {
    table: filings,
    label: 'filings',
    rows: eachCase(plan, (one) =>
      one.filings.map(({ id, createdAt }) => ({
        id,
        kind: 'alert',
        receiptHash: createReceiptHash(plan.seed, id),
        language: 'en',
        createdAt,
      })),
    ),
  },
  {
    table: cases,
    label: 'cases',
    total: plan.amounts.cases,
    rows: eachCase(plan, (one) => [createOpenCaseRow(one)]),
  },
  {
    table: caseFilings,
    label: 'reports of cases',
    rows: eachCase(plan, ({ id, filings: grouped }) =>
      grouped.map((filing) => ({ filingId: filing.id, caseId: id, createdAt: filing.createdAt })),
    ),
  },
];
