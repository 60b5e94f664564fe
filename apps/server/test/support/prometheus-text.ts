/** Parses Prometheus' text format. */
export interface Metric {
  name: string;
  type: string;
  help: string;
  labels: string[];
}

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const histogramSuffix = /_(?:bucket|sum|count)$/;

export function parseSamples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inBraces = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const labels = [...inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) };
    });
}

/** Lists each metric once, with the labels of its samples, without `le`. */
export function parseMetrics(text: string): Metric[] {
  const samples = parseSamples(text);
  return [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \1 (\w+)$/gm)].map(([, name = '', help = '', type = '']) => {
    const own = samples.filter(
      (one) => (type === 'histogram' ? one.name.replace(histogramSuffix, '') : one.name) === name,
    );
    const labels = [...new Set(own.flatMap((one) => Object.keys(one.labels)))].filter((label) => label !== 'le');
    return { name, type, help, labels: labels.toSorted() };
  });
}
