/** Shows progress of long work: a progress bar on a terminal, one line per finished step otherwise. */
interface Step {
  label: string;
  done: number;
  total?: number;
}

const barWidth = 30;

export function progressReporter(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, now = () => performance.now()) {
  let current: Step | undefined;
  let startedAt = 0;

  const finish = () => {
    if (!current) return;
    const seconds = ((now() - startedAt) / 1000).toFixed(1);
    output.write(`${output.isTTY ? '\r\x1b[K' : ''}${current.label}: ${count(current.done)} in ${seconds} s\n`);
    current = undefined;
  };

  return {
    show: (step: Step) => {
      if (step.label !== current?.label) {
        finish();
        startedAt = now();
      }
      current = step;
      if (output.isTTY) output.write(`\r\x1b[K${bar(step)}`);
    },
    end: finish,
  };
}

function bar({ label, done, total }: Step): string {
  if (total === undefined) return `${label} ${count(done)}`;
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * barWidth);
  const drawn = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return `${label} ${drawn} ${Math.floor(share * 100)}% ${count(done)} of ${count(total)}`;
}

const count = (value: number): string => value.toLocaleString('en');
