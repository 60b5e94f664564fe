/**
 * Code examples for the public API in curl, TypeScript and Python, without dependencies. They read the key from
 * HAKIKI_API_KEY, so that they can be run as printed; a test does so.
 */
import type { EndpointDefinition } from './endpoint.ts';
import { IDEMPOTENCY_KEY_HEADER } from './endpoint.ts';
import { type SampleCall, sampleCalls } from './v1-samples.ts';

const exampleLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

interface Example {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: object | undefined;
}

const IDEMPOTENCY_KEY = 'report-2026-000001';

const fillParams = (path: string, params: SampleCall['params'] = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? name);

const toQueryString = (query: SampleCall['query'] = {}): string => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};

/** The path of the example, with its parameters. */
export function samplePath({ method, path }: EndpointDefinition): string {
  const { params, query } = sampleCalls[`${method} ${path}`] ?? {};
  return fillParams(path, params) + toQueryString(query);
}

function buildExample(endpoint: EndpointDefinition, origin: string): Example {
  const { method, path, idempotencyKey } = endpoint;
  const sample = sampleCalls[`${method} ${path}`];
  return {
    method,
    url: origin + samplePath(endpoint),
    headers: [
      ...(sample?.body ? [['Content-Type', 'application/json'] as [string, string]] : []),
      ...(idempotencyKey ? [[IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY] as [string, string]] : []),
    ],
    body: sample?.body,
  };
}

/** Object syntax that all languages share; all values are strings and lists of strings. */
const formatEntries = (body: object, indent: string): string =>
  Object.entries(body)
    .map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('');

function curl({ url, headers, body }: Example): string {
  const lines = [
    `curl "${url}"`,
    '-H "Authorization: Bearer $HAKIKI_API_KEY"',
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body ? [`-d '${JSON.stringify(body)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

function typescript({ method, url, headers, body }: Example): string {
  const headerLines = headers.map(([name, value]) => `    '${name}': '${value}',\n`).join('');
  return (
    `const response = await fetch('${url}', {\n` +
    (method === 'GET' ? '' : `  method: '${method}',\n`) +
    `  headers: {\n    Authorization: \`Bearer \${process.env.HAKIKI_API_KEY}\`,\n${headerLines}  },\n` +
    (body ? `  body: JSON.stringify({\n${formatEntries(body, '    ')}  }),\n` : '') +
    '});\n' +
    'if (!response.ok) throw new Error(await response.text());\n' +
    'console.log(JSON.stringify(await response.json(), null, 2));'
  );
}

function python({ method, url, headers, body }: Example): string {
  const headerLines = headers.map(([name, value]) => `        "${name}": "${value}",\n`).join('');
  return (
    'import json\nimport os\nimport urllib.request\n\n' +
    'request = urllib.request.Request(\n' +
    `    "${url}",\n` +
    (method === 'GET' ? '' : `    method="${method}",\n`) +
    `    headers={\n        "Authorization": f"Bearer {os.environ['HAKIKI_API_KEY']}",\n${headerLines}    },\n` +
    (body ? `    data=json.dumps({\n${formatEntries(body, '        ')}    }).encode(),\n` : '') +
    ')\n' +
    'with urllib.request.urlopen(request) as response:\n' +
    '    print(json.dumps(json.load(response), indent=2))'
  );
}

const writers: Record<ExampleLanguage, (example: Example) => string> = { curl, TypeScript: typescript, Python: python };

export const listExamples = (endpoint: EndpointDefinition, origin: string): [ExampleLanguage, string][] =>
  exampleLanguages.map((language) => [language, writers[language](buildExample(endpoint, origin))]);
