/** Sends a documented call with the published test key and shows what came back. */
import { useState } from 'react';
import { buttonClass } from '../../components/ui/button.ts';
import { CodeBlock } from '../../components/code-block.tsx';

interface Props {
  path: string;
  testKey: string;
  words: { run: string; running: string; failed: string };
}

const shownHeaders = ['content-type', 'x-total-count', 'x-ratelimit-limit', 'x-ratelimit-remaining'];

async function request(path: string, testKey: string): Promise<string> {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${testKey}` } });
  const lines = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return [`HTTP ${response.status}`, ...lines, '', JSON.stringify(await response.json(), null, 2)].join('\n');
}

export function RunCall({ path, testKey, words }: Props) {
  const [result, setResult] = useState('');
  const [isRunning, setRunning] = useState(false);

  async function run() {
    setRunning(true);
    setResult(await request(path, testKey).catch(() => words.failed));
    setRunning(false);
  }

  return (
    <div className="needs-scripts flex flex-col items-start gap-2">
      <button type="button" className={buttonClass('secondary')} disabled={isRunning} onClick={() => void run()}>
        {isRunning ? words.running : words.run}
      </button>
      <div role="status" className="w-full">
        {result && <CodeBlock text={result} label={path} />}
      </div>
    </div>
  );
}
