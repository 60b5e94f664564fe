/**
 * Measures how fast a page is on a cheap phone and a slow network: Lighthouse in a real Chromium against the built
 * product, with network and CPU throttled. `npm run lab` prints the median of five visits; `-- --runs 1 /compare`
 * measures the named page.
 */
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { startProduct } from './product.ts';

const goals = { lcpMs: 1500, cls: 0.02, blockedMs: 150 };
const slowNetwork = { rttMs: 300, throughputKbps: 1600, cpuSlowdown: 6 };

interface Visit {
  lcpMs: number;
  cls: number;
  fcpMs: number;
  blockedMs: number;
  bytes: number;
}

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const runs = Number(values.runs);

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function visit(url: string): Promise<Visit> {
  const chrome = await launch({
    chromePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyAudits: [
        'largest-contentful-paint',
        'cumulative-layout-shift',
        'first-contentful-paint',
        'total-blocking-time',
        'total-byte-weight',
      ],
      formFactor: 'mobile',
      screenEmulation: { mobile: true, width: 360, height: 740, deviceScaleFactor: 2, disabled: false },
      throttlingMethod: 'devtools',
      throttling: {
        requestLatencyMs: slowNetwork.rttMs,
        downloadThroughputKbps: slowNetwork.throughputKbps,
        uploadThroughputKbps: slowNetwork.throughputKbps,
        cpuSlowdownMultiplier: slowNetwork.cpuSlowdown,
      },
    });
    const audits = result?.lhr.audits ?? {};
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    return {
      lcpMs: value('largest-contentful-paint'),
      cls: value('cumulative-layout-shift'),
      fcpMs: value('first-contentful-paint'),
      blockedMs: value('total-blocking-time'),
      bytes: value('total-byte-weight'),
    };
  } finally {
    chrome.kill();
  }
}

async function measurePages(url: string): Promise<void> {
  const providers = (await (await fetch(`${url}/api/providers?limit=1`)).json()) as { id: string }[];
  const pages = positionals.length > 0 ? positionals : ['/', `/provider/${providers[0]?.id}`];
  console.log(
    `${slowNetwork.throughputKbps} kbit/s, ${slowNetwork.rttMs} ms, ${slowNetwork.cpuSlowdown}x CPU, median of ${runs}`,
  );
  for (const page of pages) {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await visit(url + page));
    const of = (name: keyof Visit) => median(visits.map((one) => one[name]));
    const isGood = of('lcpMs') <= goals.lcpMs && of('cls') <= goals.cls && of('blockedMs') <= goals.blockedMs;
    const figures = [
      `LCP ${Math.round(of('lcpMs'))} ms`,
      `CLS ${of('cls').toFixed(3)}`,
      `FCP ${Math.round(of('fcpMs'))} ms`,
      `blocked ${Math.round(of('blockedMs'))} ms`,
      `${Math.round(of('bytes') / 1024)} kB`,
    ];
    console.log(`${isGood ? 'reached' : 'missed '}  ${page}  ${figures.join(', ')}`);
  }
}

const product = await startProduct('lab');
try {
  await measurePages(product.url);
} finally {
  await product.stop();
}
