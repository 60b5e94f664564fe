import type { User } from '@hakiki/contract/accounts';
import type { Tier, UserType } from '@hakiki/contract/entitlements';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { formatDate } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { Facts, Section } from './account-section.tsx';

const userTypeLabels: Record<UserType, () => string> = {
  user: m.profile_type_user,
  business: m.profile_type_business,
  regtech: m.profile_type_regtech,
};
const planLabels: Record<Tier, () => string> = {
  free: m.profile_plan_free,
  premium: m.profile_plan_premium,
  api: m.profile_plan_api,
  enterprise: m.profile_plan_enterprise,
};

export function Profile({ user }: { user: User }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Section id="profile" heading={m.profile_heading()}>
      <Facts
        facts={[
          [m.profile_name(), name || m.profile_no_name()],
          [m.profile_email(), user.email],
          [m.profile_type(), userTypeLabels[user.userType]()],
          [m.profile_plan(), planLabels[user.subscriptionTier]()],
          [m.profile_since(), formatDate(user.createdAt)],
        ]}
      />
      {(user.isAdmin || user.isModerator) && (
        <p>
          <Link to={pathTo(user.isAdmin ? '/admin' : '/admin/queue')} className={buttonClass('secondary')}>
            {user.isAdmin ? m.profile_admin() : m.profile_moderation()}
          </Link>
        </p>
      )}
    </Section>
  );
}
