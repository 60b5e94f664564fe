/** Over the full public suffix list: no part of the server takes two names under one suffix for the same site. */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { computeCaseKeys } from '../src/modules/moderation/cases/case-keys.ts';
import { extractSites } from '../src/modules/directory/searched-sites.ts';
import { createIndicatorsService } from '../src/modules/indicators/service.ts';
import { toSiteOrNull } from '../src/platform/web-address/web-address.ts';

/** The list as the package stores it: a tree of labels from the end of a name, with a flag where a rule ends. */
interface Trie {
  edgeStart: Uint32Array;
  edgeChild: Uint32Array;
  edgeLength: Uint8Array;
  labelText: string;
  nodeFlags: Uint8Array;
  rulesRoot: number;
}
const trie = createRequire(import.meta.url)('tldts/dist/cjs/src/data/trie.js') as Trie;
const REGISTRY = 1;
const PRIVATE = 2;

function listRules({ edgeStart, edgeChild, edgeLength, labelText, nodeFlags, rulesRoot }: Trie) {
  const offsets: number[] = [];
  let offset = 0;
  for (const length of edgeLength) {
    offsets.push(offset);
    offset += length;
  }
  const rules: { suffix: string; section: number }[] = [];
  const walk = (node: number, below: string) => {
    for (let edge = edgeStart[node]!; edge < edgeStart[node + 1]!; edge += 1) {
      const label = labelText.slice(offsets[edge], offsets[edge]! + edgeLength[edge]!);
      const suffix = `${label === '*' ? 'any' : label}${below && '.'}${below}`;
      const child = edgeChild[edge]!;
      if (nodeFlags[child]) rules.push({ suffix, section: nodeFlags[child] });
      walk(child, suffix);
    }
  };
  walk(rulesRoot, '');
  return rules;
}

const rules = listRules(trie);
const indicators = createIndicatorsService({ settings: { appSecret: 'a secret of this test that is long enough' } });

const hex = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex'));
/** The functions by which parts of the server recognise an address. */
const readers: Record<string, (address: string) => (string | null)[]> = {
  'a stored website': (address) => [toSiteOrNull(address)],
  'a search': extractSites,
  'a look-up': (address) => hex(indicators.computeSearchKeys(address)),
  'a report': (address) => hex(indicators.extractFrom(address).map(({ key }) => key)),
  'a case': (address) =>
    hex(
      computeCaseKeys({ foundIndicators: indicators.extractFrom(address), providerId: null, providerName: null })
        .indicatorKeys,
    ),
};

describe('the public suffix list', () => {
  it('the public suffix list is read with more than 6,500 rules of registries and 3,000 private rules', () => {
    const inSection = (section: number) => rules.filter((rule) => (rule.section & section) !== 0).length;
    expect(inSection(REGISTRY)).toBeGreaterThan(6500);
    expect(inSection(PRIVATE)).toBeGreaterThan(3000);
    expect(rules.map(({ suffix }) => suffix)).toEqual(
      expect.arrayContaining(['co.za', 'com.ng', 'co.ke', 'webflow.io', 'framer.website', 'carrd.co', 'replit.app', 'fly.dev', 'duckdns.org']),
    ); // prettier-ignore
  });

  it.each(Object.keys(readers))('two names under one suffix stay different for %s', (name) => {
    const read = readers[name]!;
    const faults = rules.flatMap(({ suffix }) => {
      const flagged = read(`https://bad-scheme.${suffix}/`);
      const honest = read(`https://honest-shop.${suffix}/`);
      const isOne = honest.some((key) => key !== null && flagged.includes(key));
      return isOne || flagged.length === 0 || honest.length === 0 || flagged.includes(null) ? [suffix] : [];
    });
    expect(faults).toEqual([]);
  });

  it.each(['a stored website', 'a search'])('a sub-domain belongs to its registered domain for %s', (name) => {
    const read = readers[name]!;
    const faults = rules.filter(
      ({ suffix }) => read(`https://login.bad-scheme.${suffix}`)[0] !== read(`https://bad-scheme.${suffix}`)[0],
    );
    expect(faults).toEqual([]);
  });

  it('a look-up of a sub-domain finds what a report named', () => {
    const faults = rules.filter(({ suffix }) => {
      const [named] = hex(indicators.extractFrom(`https://bad-scheme.${suffix}`).map(({ key }) => key));
      return !hex(indicators.computeSearchKeys(`https://login.bad-scheme.${suffix}/pay`)).includes(named!);
    });
    expect(faults).toEqual([]);
  });
});
