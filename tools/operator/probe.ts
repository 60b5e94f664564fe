/**
 * Command: runs the steps of a visitor from outside and reports the failures. Meant for another machine than the
 * site's.
 */
import { parseArgs } from 'node:util';
import { replaceFile } from '../../apps/server/src/platform/storage/replace-file.ts';
import { ProbeError, steps, type Visit } from './probe-steps.ts';

const help = `Simulates a visitor without sending anything, and reports failures. Exits with 1 on a failure.

  hakiki probe https://hakiki.example
  hakiki probe https://hakiki.example --metrics /var/lib/prometheus/node-exporter/hakiki_probe.prom

  --slow S      a step that takes longer than S seconds counts as failed (default: 5)
  --metrics F   also writes the metrics to this file, for the textfile collector of Prometheus' node exporter
`;

interface StepResult {
  step: string;
  seconds: number;
  /** Undefined if the step passed. */
  error: string | undefined;
  detail: string | undefined;
}

async function runStep({ name, run }: (typeof steps)[number], visit: Visit, slowSeconds: number): Promise<StepResult> {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  try {
    const detail = await run(visit);
    const seconds = elapsed();
    const fault = seconds > slowSeconds ? `it works, and takes more than ${slowSeconds} s` : undefined;
    return { step: name, seconds, error: fault, detail };
  } catch (error) {
    const fault = error instanceof ProbeError ? error.message : `what was answered cannot be read (${String(error)})`;
    return { step: name, seconds: elapsed(), error: fault, detail: undefined };
  }
}

/** In the text format of Prometheus. */
function formatMetrics(visit: Visit, taken: readonly StepResult[]): string {
  const labels = (step: string) => `{site="${visit.site.host}",step="${step}"}`;
  const metric = (name: string, means: string, samples: readonly string[]) =>
    [`# HELP ${name} ${means}`, `# TYPE ${name} gauge`, ...samples.map((sample) => name + sample), ''].join('\n');
  const { certificateDays } = visit;
  return [
    metric(
      'hakiki_probe_success',
      'Whether the step succeeded.',
      taken.map(({ step, error }) => `${labels(step)} ${error === undefined ? 1 : 0}`),
    ),
    metric(
      'hakiki_probe_duration_seconds',
      'Duration of the step.',
      taken.map(({ step, seconds }) => `${labels(step)} ${seconds.toFixed(3)}`),
    ),
    certificateDays === undefined
      ? ''
      : metric(
          'hakiki_probe_certificate_seconds',
          'Time until the served certificate expires; absent if none was served.',
          [`{site="${visit.site.host}"} ${Math.round(certificateDays * 86_400)}`],
        ),
    metric('hakiki_probe_finished_seconds', 'When the probe last ran to its end, since unix epoch in seconds.', [
      `{site="${visit.site.host}"} ${Math.floor(Date.now() / 1000)}`,
    ]),
  ].join('');
}

async function probe(site: URL, slowSeconds: number, metricsFile: string | undefined): Promise<number> {
  const visit: Visit = { site };
  const taken: StepResult[] = [];
  for (const step of steps) taken.push(await runStep(step, visit, slowSeconds));
  const width = Math.max(...steps.map(({ name }) => name.length));
  for (const { step, seconds, error, detail } of taken) {
    const time = `${Math.round(seconds * 1000)} ms`.padStart(8);
    const line = [step.padEnd(width), error === undefined ? 'works ' : 'FAILS ', time, error ?? detail].filter(Boolean);
    console.log(`  ${line.join('  ')}`);
  }
  const failed = taken.filter(({ error }) => error !== undefined);
  console.log(
    failed.length === 0
      ? `\nEverything a visitor does works at ${site.origin}.`
      : `\n${failed.length} of ${taken.length} steps do not work at ${site.origin}.`,
  );
  if (metricsFile) await replaceFile(metricsFile, formatMetrics(visit, taken), 0o644);
  return failed.length === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    slow: { type: 'string', default: '5' },
    metrics: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [address = ''] = positionals;
const slowSeconds = Number(values.slow);
const isValidUsage =
  positionals.length === 1 && /^https?:$/.test(URL.parse(address)?.protocol ?? '') && slowSeconds > 0;
if (isValidUsage && !values.help) {
  // Exits despite connections that the site keeps open.
  process.exit(await probe(new URL(address), slowSeconds, values.metrics));
} else {
  console.log(help);
  process.exitCode = values.help ? 0 : 2;
}
