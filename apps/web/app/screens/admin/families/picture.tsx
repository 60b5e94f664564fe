/** The family as points and lines, where the server placed them. Everything in it is also in the tables beside it. */
import type { Family } from '@hakiki/contract/families-admin';
import { m } from '../../../paraglide/messages.js';
import { traceLabels } from './labels.ts';

const MAX_LABEL = 24;
const shorten = (value: string): string => (value.length > MAX_LABEL ? `${value.slice(0, MAX_LABEL - 1)}…` : value);
const dashes = { joined: undefined, blocked: '2 6', hint: '2 6', refused: '10 6', unsure: '2 6' } as const;

export function FamilyPicture({ family: { indicators, links, size, picture } }: { family: Family }) {
  const places = new Map(indicators.map((indicator) => [indicator.key, indicator]));
  return (
    <figure className="min-w-0 overflow-auto rounded-card border border-line bg-surface p-2">
      <svg
        role="img"
        aria-label={m.families_picture({ size, links: links.length })}
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        width={picture.width}
        className="h-auto max-w-full text-ink"
      >
        {links.map(({ a, b, state, traces }) => {
          const [one, other] = [places.get(a), places.get(b)];
          if (!one || !other) return null;
          return (
            <g key={`${a} ${b}`}>
              <line
                x1={one.x}
                y1={one.y}
                x2={other.x}
                y2={other.y}
                stroke="currentColor"
                strokeOpacity={state === 'joined' ? 0.7 : 0.4}
                strokeDasharray={dashes[state]}
              />
              {traces[0] && (
                <text x={(one.x + other.x) / 2} y={(one.y + other.y) / 2} fontSize={9} fill="currentColor">
                  {traceLabels[traces[0].kind]()}
                </text>
              )}
            </g>
          );
        })}
        {indicators.map(({ key, value, x, y, isMember }) => (
          <g key={key}>
            <circle cx={x} cy={y} r={7} fill={isMember ? 'currentColor' : 'none'} stroke="currentColor" />
            <text x={x} y={y - 11} fontSize={10} textAnchor="middle" fill="currentColor">
              {shorten(value)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="text-sm text-muted">{m.families_legend()}</figcaption>
    </figure>
  );
}
