import { riskLevels, toRiskLevel, type RiskLevel } from '@hakiki/contract/risk';
import { riskMethodPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { RiskIndicator } from '../../components/providers/risk-indicator.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { Section } from './section.tsx';

const EXAMPLE_SCORE = 28;

const levelInfo: Record<RiskLevel, { text: () => string; stroke: string }> = {
  Low: { text: m.home_risk_low, stroke: 'stroke-bar-green' },
  Medium: { text: m.home_risk_medium, stroke: 'stroke-bar-yellow' },
  High: { text: m.home_risk_high, stroke: 'stroke-bar-red' },
};

/** The risk level of every score; the boundaries come from the contract. */
const levelByScore = Array.from({ length: 101 }, (_, score) => toRiskLevel(score));
const bands = riskLevels.map((level) => ({
  level,
  from: levelByScore.indexOf(level),
  to: levelByScore.lastIndexOf(level),
}));

/** An example that explains the risk levels. It is not about a real provider. */
export function RiskExample() {
  return (
    <Section id="risk" title={m.home_risk_title()} text={m.home_risk_text()} expandLabel={m.home_risk_open()}>
      <figure className="grid items-center gap-6 rounded-card border border-line bg-surface p-4 md:grid-cols-[16rem_1fr] md:gap-12 md:p-8">
        <div className="mx-auto flex w-full max-w-64 flex-col items-center gap-1">
          <figcaption className="self-start rounded-full border border-line-strong px-3 py-0.5 text-sm font-semibold">
            {m.home_example()}
          </figcaption>
          <Dial score={EXAMPLE_SCORE} />
          <RiskIndicator level={toRiskLevel(EXAMPLE_SCORE)} />
        </div>
        <ul className="flex flex-col gap-4">
          {riskLevels.map((level) => (
            <li key={level}>
              <RiskIndicator level={level} />
              <p className="mt-1">{levelInfo[level].text()}</p>
            </li>
          ))}
          <li>
            <Link to={pathTo(riskMethodPath)} className={textLinkClass()}>
              {m.risk_method_link()}
            </Link>
          </li>
        </ul>
      </figure>
    </Section>
  );
}

/** The coordinates of a score on the half circle, from 0 on the left to 100 on the right. */
function toPoint(score: number, radius: number): string {
  const angle = Math.PI * (1 - score / 100);
  return `${(100 + radius * Math.cos(angle)).toFixed(1)} ${(100 - radius * Math.sin(angle)).toFixed(1)}`;
}

function Dial({ score }: { score: number }) {
  return (
    <svg viewBox="0 0 200 112" role="img" aria-label={m.home_risk_scale()} className="h-auto w-full" fill="none">
      {bands.map(({ level, from, to }) => (
        <path
          key={level}
          d={`M${toPoint(from, 82)}A82 82 0 0 1 ${toPoint(to, 82)}`}
          strokeWidth="16"
          className={levelInfo[level].stroke}
        />
      ))}
      <path d={`M100 100L${toPoint(score, 62)}`} strokeWidth="4" strokeLinecap="round" className="stroke-ink" />
      <circle cx="100" cy="100" r="7" className="fill-ink" />
    </svg>
  );
}
