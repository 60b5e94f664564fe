/**
 * Finds hosts that look like a protected name. A host is folded (IDN, accents, confusable letters, and pairs such as rn
 * for m) and compared in four ways: the same label under another suffix, the name between dots and hyphens, the name
 * inside a longer label, and a few edits away. Each way is a look-up in a map, so that thousands of names cost no more
 * than one. The lengths are measured: shorter names would accuse strangers.
 */
import type { LookalikeRule } from '@hakiki/contract/check-values';
import { domainToUnicode } from 'node:url';
import { listOwnedHosts, parseSuffix } from '../../platform/web-address/web-address.ts';
import { confusables } from './confusables.ts';

export interface ProtectedName {
  providerId: string | null;
  name: string;
  /** Its names and the labels of its sites. */
  labels: readonly string[];
  /** Registrable domains, such as foo.co.za. */
  officialSites: readonly string[];
}

interface Match<Name extends ProtectedName> {
  name: Name;
  rule: LookalikeRule;
}

export interface LookalikeMatch<Name extends ProtectedName> extends Match<Name> {
  /** The shortest parent that looks like it, too: whatever else stands before it may differ for each victim. */
  host: string;
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

/** The letters and digits of a name, folded. */
export const toLabel = (name: string): string => fold(name).replaceAll(/[^a-z\d]/g, '');

const isProtectedLabel = (label: string): boolean => label.length >= MIN_LENGTH && !commonWords.has(label);

/** Whether look-alikes of the name can be found without accusing strangers. */
export const isProtectable = (name: string): boolean => isProtectedLabel(toLabel(name));

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A hash of the text without the letters at up to two places. */
function hashWithout(text: string, first: number, second: number): number {
  let hash = FNV_OFFSET;
  for (let place = 0; place < text.length; place += 1) {
    if (place === first || place === second) continue;
    hash = Math.imul(hash ^ text.charCodeAt(place), FNV_PRIME);
  }
  return hash >>> 0;
}

/** Of the text, of the text without each one of its letters, and with `count` 2 also without each two. */
function hashDeletions(text: string, count: number): number[] {
  const hashes = [hashWithout(text, -1, -1)];
  for (let first = 0; count > 0 && first < text.length; first += 1) {
    hashes.push(hashWithout(text, first, -1));
    for (let second = first + 1; count > 1 && second < text.length; second += 1) {
      hashes.push(hashWithout(text, first, second));
    }
  }
  return hashes;
}

const MAX_LABELS = 2 ** 20;

/**
 * Finds the labels that have a deletion in common with a text: those within two edits are among them. One sorted array
 * of numbers, because a map of texts takes seconds to build for 5,000 names, in which the server answers nobody.
 */
function createDeletionIndex(labels: readonly string[]) {
  const entries = Float64Array.from(
    labels
      .slice(0, MAX_LABELS)
      .flatMap((label, index) =>
        hashDeletions(label, countEditsAllowed(label)).map((hash) => hash * MAX_LABELS + index),
      ),
  ).toSorted();

  /** The place of the first entry that is not lower. */
  function findPlace(entry: number): number {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]! < entry) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return function listNear(text: string): Set<string> {
    const found = new Set<string>();
    for (const hash of hashDeletions(text, 2)) {
      for (let place = findPlace(hash * MAX_LABELS); entries[place]! < (hash + 1) * MAX_LABELS; place += 1) {
        found.add(labels[entries[place]! % MAX_LABELS]!);
      }
    }
    return found;
  };
}

const countEditsAllowed = (label: string): number =>
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
  const officialSites = new Set(names.flatMap((name) => name.officialSites));
  for (const name of names) {
    for (const label of name.labels.map(toLabel)) {
      if (!isProtectedLabel(label) || byLabel.has(label)) continue;
      byLabel.set(label, name);
    }
  }
  const listNear = createDeletionIndex([...byLabel.keys()].filter((label) => countEditsAllowed(label) > 0));
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

  function findEdited(text: string): Match<Name> | undefined {
    if (text.length > longest + 2 || text.length < MIN_ONE_EDIT_LENGTH - 1 || commonWords.has(text)) return undefined;
    for (const label of listNear(text)) {
      const edits = countEdits(text, label);
      if (edits <= countEditsAllowed(label)) {
        return { name: byLabel.get(label)!, rule: edits === 2 ? 'twoEdits' : 'oneEdit' };
      }
    }
    return undefined;
  }

  function findInHost(host: string, publicSuffix: string): Match<Name> | undefined {
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
  }

  /** The protected name that a host looks like. A site that is official for any of the names looks like none. */
  return function findLookalike(host: string): LookalikeMatch<Name> | undefined {
    const { publicSuffix, domain } = parseSuffix(host);
    if (!domain || officialSites.has(domain) || host.length > 4 * MAX_LABEL_LENGTH) return undefined;
    const match = findInHost(host, publicSuffix);
    if (!match) return undefined;
    const shortest = listOwnedHosts(host).findLast((parent) => findInHost(parent, publicSuffix)?.name === match.name);
    return { ...match, host: shortest ?? host };
  };
}
