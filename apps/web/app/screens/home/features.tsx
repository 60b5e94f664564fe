import { compareLimits, waitingTimes } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { Section } from './section.tsx';

interface Feature {
  icon: IconName;
  path: `/${string}`;
  title: string;
  text: string;
}

const features = (): Feature[] => [
  { icon: 'shield', path: '/directory', title: m.home_feature_check(), text: m.home_feature_check_text() },
  { icon: 'star', path: '/#community', title: m.home_feature_reviews(), text: m.home_feature_reviews_text() },
  { icon: 'warning', path: '/alerts', title: m.home_feature_alerts(), text: m.home_feature_alerts_text() },
  {
    icon: 'compare',
    path: '/compare',
    title: m.home_feature_compare(),
    text: m.home_feature_compare_text({ count: compareLimits.providers }),
  },
  {
    icon: 'flag',
    path: '/report-scam',
    title: m.home_feature_report(),
    text: m.home_feature_report_text(waitingTimes.scamReportHours),
  },
  { icon: 'lock', path: '/safety', title: m.home_feature_safety(), text: m.home_feature_safety_text() },
];

export function Features() {
  return (
    <Section id="features" title={m.home_features_title()} expandLabel={m.home_features_open()}>
      <ul className="grid gap-x-8 gap-y-4 pt-2 md:grid-cols-2 md:gap-y-6 md:pt-0 lg:grid-cols-3">
        {features().map(({ icon, path, title, text }) => (
          <li key={path} className="flex gap-3">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
              <Icon name={icon} />
            </span>
            <div>
              <h3 className="font-semibold">
                <Link
                  to={pathTo(path)}
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                >
                  {title}
                </Link>
              </h3>
              <p className="-mt-1.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
