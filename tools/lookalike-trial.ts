/**
 * Command: lists the most visited sites that the look-alike rule would flag as imitations of 30 brands. Reads MISP's
 * lists `tranco10k.json` and `cisco_top10k.json` from a folder, because this repository contains no copies of
 * third-party lists.
 *
 *   node tools/lookalike-trial.ts <folder>
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLookalikeIndex } from '../apps/server/src/modules/check/lookalikes.ts';
import { brandSites } from '../apps/server/test/support/brand-sites.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder with the lists.');

const findLookalike = createLookalikeIndex(
  brandSites.map((site) => ({ providerId: null, name: site, labels: [site.split('.')[0]!], officialSites: [site] })),
);
for (const file of ['tranco10k.json', 'cisco_top10k.json']) {
  const { list } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { list: string[] };
  const found = list.flatMap((host) => {
    const match = findLookalike(host);
    return match ? [{ host, brand: match.name.name, rule: match.rule }] : [];
  });
  console.log(`${file}: ${list.length} sites, ${found.length} found`);
  for (const { host, brand, rule } of found) console.log(`  ${host} like ${brand} (${rule})`);
}
