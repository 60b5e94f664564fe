import { encodeQR } from 'qr';

/** The standard requires a white margin of four squares. */
const QUIET_ZONE = 4;

/** Black on white in every theme; coloured by attributes because the content security policy allows no inline style. */
export function drawQrCode(content: string): string {
  const rows = encodeQR(content, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => darkRuns(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" d="${dark.join('')}"/></svg>`,
  ].join('');
}

function darkRuns(row: readonly boolean[]) {
  const runs: { x: number; length: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.x + last.length === x) last.length += 1;
    else runs.push({ x, length: 1 });
  }
  return runs;
}
