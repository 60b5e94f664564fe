/** What people see of a family: the warned indicators that share a trace with what they ask about, never a verdict. */
import type { SharedTrace } from '@hakiki/contract/families';
import { familyLimits, type memberKinds } from '@hakiki/contract/family-values';
import type { SharedRow } from './store.ts';

/** With the key of what is asked about. */
export interface KeyedTrace extends SharedTrace {
  asked: string;
}

const toIndicator = ({ kind, value, seenAt, listName, listUrl }: SharedRow): SharedTrace['indicators'][number] => ({
  kind: kind as (typeof memberKinds)[number],
  value,
  seenOn: seenAt.toISOString().slice(0, 10),
  source: listName === null ? { kind: 'own', name: null, url: null } : { kind: 'list', name: listName, url: listUrl },
});

/** One line for each trace, those of most indicators first. */
export const toSharedTraces = (rows: readonly SharedRow[]): KeyedTrace[] =>
  [...Map.groupBy(rows, ({ trace }) => trace).values()].slice(0, familyLimits.traces).map((ofTrace) => {
    const { asked, trace, traceKind: kind, traceValue: value, count } = ofTrace[0]!;
    return { asked, kind, value, isAsked: asked === trace, count, indicators: ofTrace.map(toIndicator) };
  });

export const withoutKey = ({ asked: _, ...trace }: KeyedTrace): SharedTrace => trace;
