/**
 * Finds hosts that look like a protected name. A host is folded (IDN, accents, confusable letters, and pairs such as rn
 * for m) and compared in four ways: the same label under another suffix, the name between dots and hyphens, the name
 * inside a longer label, and a few edits away. Each way is a look-up in a map, so that thousands of names cost no more
 * than one. The lengths are measured: shorter names would accuse strangers.
 */
import type { LookalikeRule } from '@hakiki/contract/check-values';
import { domainToUnicode } from 'node:url';
import { parseSuffix } from '../../platform/web-address/web-address.ts';
import { confusables } from './confusables.ts';

export interface ProtectedName {
  providerId: string;
  name: string;
  /** Its names and the labels of its sites. */
  labels: readonly string[];
  /** Registrable domains, such as foo.co.za. */
  officialSites: readonly string[];
}

export interface LookalikeMatch<Name extends ProtectedName> {
  name: Name;
  rule: LookalikeRule;
}

const MIN_LENGTH = 4;
const MIN_INSIDE_LENGTH = 6;
const MIN_ONE_EDIT_LENGTH = 6;
const MIN_TWO_EDITS_LENGTH = 9;
const MAX_LABEL_LENGTH = 63;

/** Words that many honest names contain or consist of. */
const commonWords = new Set(
  `account africa african asset assets bank banking bitcoin blockchain broker business capital card cash coin coins crypto currency
   digital direct energy exchange express finance financial first forex fund funds global gold group growth holdings home
   instant invest investment investments kenya limited loans market markets media mining mobile money network nigeria online
   partners payment payments platform plus power prime profit secure securities service services simple smart solutions
   standard star start swap system systems token trade trader trading trust union united value vision wallet wealth world`.split(
    /\s+/,
  ),
);

const letterByConfusable = new Map(
  confusables.flatMap(([letters, characters]) => [...characters].map((character) => [character, letters] as const)),
);
const pairs: [RegExp, string][] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
];

/** Two texts that look alike have the same folded form. */
export function fold(text: string): string {
  const letters = [...text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')]
    .map((character) => letterByConfusable.get(character) ?? character)
    .join('');
  return pairs.reduce((folded, [pair, letter]) => folded.replaceAll(pair, letter), letters);
}

const toLabel = (name: string): string => fold(name).replaceAll(/[^a-z\d]/g, '');

/** The text without each one of its letters; with `count` 2, also without each two. */
function listDeletions(text: string, count: number): Set<string> {
  let level = new Set([text]);
  const all = new Set(level);
  for (let step = 0; step < count; step += 1) {
    level = new Set(
      [...level].flatMap((one) => [...one].map((_, place) => one.slice(0, place) + one.slice(place + 1))),
    );
    for (const one of level) all.add(one);
  }
  return all;
}

const listEditsAllowed = (label: string): number =>
  label.length >= MIN_TWO_EDITS_LENGTH ? 2 : label.length >= MIN_ONE_EDIT_LENGTH ? 1 : 0;

/** Insertions, deletions, replacements, and exchanges of two neighbours. */
export function countEdits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
      }
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

export function createLookalikeIndex<Name extends ProtectedName>(names: readonly Name[]) {
  const byLabel = new Map<string, Name>();
  const labelsByDeletion = new Map<string, string[]>();
  const officialSites = new Set(names.flatMap((name) => name.officialSites));
  for (const name of names) {
    for (const label of name.labels.map(toLabel)) {
      if (label.length < MIN_LENGTH || commonWords.has(label) || byLabel.has(label)) continue;
      byLabel.set(label, name);
      const edits = listEditsAllowed(label);
      if (edits === 0) continue;
      for (const deletion of listDeletions(label, edits)) {
        labelsByDeletion.set(deletion, [...(labelsByDeletion.get(deletion) ?? []), label]);
      }
    }
  }
  const insideLengths = [...new Set([...byLabel.keys()].map(({ length }) => length))]
    .filter((length) => length >= MIN_INSIDE_LENGTH)
    .toSorted((a, b) => b - a);
  const longest = Math.max(0, ...insideLengths);

  function findInside(text: string): Name | undefined {
    for (const length of insideLengths) {
      for (let start = 0; start + length <= text.length; start += 1) {
        const found = byLabel.get(text.slice(start, start + length));
        if (found) return found;
      }
    }
    return undefined;
  }

  function findEdited(text: string): LookalikeMatch<Name> | undefined {
    if (text.length > longest + 2 || text.length < MIN_ONE_EDIT_LENGTH - 1 || commonWords.has(text)) return undefined;
    const candidates = new Set([...listDeletions(text, 2)].flatMap((deletion) => labelsByDeletion.get(deletion) ?? []));
    for (const label of candidates) {
      const edits = countEdits(text, label);
      if (edits <= listEditsAllowed(label)) {
        return { name: byLabel.get(label)!, rule: edits === 2 ? 'twoEdits' : 'oneEdit' };
      }
    }
    return undefined;
  }

  /** The protected name that a host looks like. A site that is official for any of the names looks like none. */
  return function findLookalike(host: string): LookalikeMatch<Name> | undefined {
    const { publicSuffix, domain } = parseSuffix(host);
    if (!domain || officialSites.has(domain) || host.length > 4 * MAX_LABEL_LENGTH) return undefined;
    const ownPart = domainToUnicode(host).split('.').slice(0, -publicSuffix.split('.').length).join('.');
    const label = ownPart.slice(ownPart.lastIndexOf('.') + 1);
    const sameLabel = byLabel.get(toLabel(label));
    if (sameLabel) return { name: sameLabel, rule: label.includes('-') ? 'asToken' : 'sameLabel' };
    const tokens = ownPart.split(/[.-]/).map(toLabel);
    const joined = toLabel(ownPart);
    const asToken = tokens.map((token) => byLabel.get(token)).find(Boolean) ?? byLabel.get(joined);
    if (asToken) return { name: asToken, rule: 'asToken' };
    const inside = ownPart
      .split('.')
      .map((part) => findInside(toLabel(part)))
      .find(Boolean);
    if (inside) return { name: inside, rule: 'insideLabel' };
    return findEdited(toLabel(label));
  };
}
