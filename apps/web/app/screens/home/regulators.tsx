import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

/** The footer links to this section. */
export function Regulators() {
  return (
    <section
      id="regulators"
      aria-labelledby="regulators-title"
      className="woven mt-7 flex flex-col gap-4 rounded-card bg-brand-soft p-4 md:mt-20 md:flex-row md:items-center md:justify-between md:gap-10 md:p-10"
    >
      <div className="max-w-[60ch]">
        <h2 id="regulators-title" className="title-section">
          {m.home_regulators_title()}
        </h2>
        <p className="mt-1 md:mt-2">{m.home_regulators_text()}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-3">
        <Link to={pathTo('/contact?subject=Regulator%20demo')} className={buttonClass('primary')}>
          {m.home_regulators_demo()}
        </Link>
        <Link to={pathTo('/regtech')} className={buttonClass('secondary')}>
          {m.home_regulators_more()}
        </Link>
      </div>
    </section>
  );
}
