/** A process that writes range files and prints its costs: `<folder> <number of keys> <changes, or none for all>`. */
import { computeSlots, countFiles, ranges, type RangeEntry } from '../../src/modules/open-data/formats/ranges.ts';
import { createRangeWriter } from '../../src/modules/open-data/range-folder.ts';

const [folder = '', keys = '', changes = ''] = process.argv.slice(2);
const perFile = Math.ceil(Number(keys) / countFiles(ranges));
const changeEvery = changes ? Math.floor((perFile * countFiles(ranges)) / Number(changes)) : 0;
const start = performance.now();
const slots = computeSlots(perFile * 1.4);
const writer = await createRangeWriter({
  layout: ranges,
  folder,
  slots,
  newFolder: changes ? undefined : `ranges-${slots}-1`,
});
let count = 0;
for (let prefix = 0; prefix < countFiles(ranges); prefix += 1) {
  const steps = Array.from({ length: perFile }, (_, place) => {
    const key = Buffer.alloc(16);
    key.writeUInt16BE(prefix);
    key.writeUInt32BE(place * 1000, 2);
    const entry: RangeEntry = { key, kind: 'website', tier: 'community' };
    count += 1;
    return { key, entry, isChanged: changeEvery > 0 && count % changeEvery === 0 };
  });
  await writer.add(steps);
}
const written = await writer.finish();
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ keys: count, written, seconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
