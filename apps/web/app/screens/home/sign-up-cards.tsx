import { prices } from '@hakiki/contract/prices';
import { Link } from 'react-router';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Collapsible } from '../../components/ui/collapsible.tsx';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { formatRand } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { Section } from './section.tsx';

export function SignUpCards() {
  return (
    <Section id="join" title={m.home_join_title()} text={m.home_join_text()}>
      <div className="grid gap-4 md:grid-cols-2">
        <Card
          icon="users"
          title={m.home_individuals()}
          price={m.home_individuals_price()}
          points={[m.home_individuals_1(), m.home_individuals_2(), m.home_individuals_3()]}
          action={m.home_individuals_action()}
          path="/signup"
        />
        <Card
          icon="award"
          title={m.home_businesses()}
          price={m.home_businesses_price({ price: formatRand(prices.businessFromPerYear) })}
          points={[m.home_businesses_1(), m.home_businesses_2(), m.home_businesses_3()]}
          action={m.home_businesses_action()}
          path="/signup?tab=business"
        />
      </div>
      <p className="mt-3">
        {m.home_have_account()}{' '}
        <Link to={pathTo('/signup')} className={textLinkClass()}>
          {m.home_sign_in()}
        </Link>
      </p>
    </Section>
  );
}

interface CardProps {
  icon: IconName;
  title: string;
  price: string;
  points: readonly string[];
  action: string;
  path: `/signup${string}`;
}

function Card({ icon, title, price, points, action, path }: CardProps) {
  return (
    <article className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4 md:gap-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="title-card flex items-center gap-2">
          <Icon name={icon} className="text-accent" /> {title}
        </h3>
        <p className="font-semibold">{price}</p>
      </div>
      <Collapsible label={m.home_join_open()} about={title}>
        <ul className="flex flex-col gap-2 max-md:pb-2">
          {points.map((point) => (
            <li key={point} className="flex gap-2">
              <Icon name="chevron-right" className="mt-1 size-4 text-accent" /> {point}
            </li>
          ))}
        </ul>
      </Collapsible>
      <Link to={pathTo(path)} className={buttonClass('primary', 'mt-auto self-start')}>
        {action}
      </Link>
    </article>
  );
}
