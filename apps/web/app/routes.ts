import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';
import { infoSlugs } from '../content/page.ts';

/** All routes of the site. English has no prefix; other languages have theirs (`/fr/directory`). */
export default [
  ...prefix(':locale?', [
    layout('screens/site/frame.tsx', [
      index('screens/home/home.tsx'),
      route('directory', 'screens/directory/directory.tsx'),
      route('provider/:id', 'screens/directory/provider.tsx'),
      route('compare', 'screens/compare/compare.tsx'),
      route('pricing', 'screens/pricing/pricing.tsx'),
      route('contact', 'screens/contact/contact.tsx'),
      route('alerts', 'screens/alerts/alerts.tsx'),
      route('alerts/:id', 'screens/alerts/alert.tsx'),
      route('reports', 'screens/reports/reports.tsx'),
      route('decisions', 'screens/decisions/decisions.tsx'),
      route('transparency', 'screens/decisions/transparency.tsx'),
      route('dashboard', 'screens/dashboard/dashboard.tsx'),
      route('account', 'screens/account/account-page.tsx'),
      route('account-deleted', 'screens/account/account-deleted.tsx'),
      route('follow', 'screens/follow/follow.tsx'),
      route('my-reports', 'screens/follow/my-reports.tsx'),

      ...infoSlugs.map((slug) => route(slug, 'screens/info/info.tsx', { id: `info/${slug}` })),

      route('signup', 'screens/account/sign-up.tsx'),
      route('verify-email', 'screens/account/verify-email.tsx'),
      route('forgot-password', 'screens/account/forgot-password.tsx'),
      route('reset-password', 'screens/account/reset-password.tsx'),
      route('confirm-email', 'screens/account/confirm-email.tsx'),
      route('keep-factor', 'screens/account/keep-factor.tsx'),
      route('leave-letter', 'screens/account/unsubscribe-newsletter.tsx'),
      route('confirm-submission', 'screens/account/confirm-submission.tsx'),

      route('report', 'screens/report/contribute.tsx'),
      route('report-scam', 'screens/report/report-scam.tsx'),
      route('submit-provider', 'screens/report/submit-provider.tsx'),
      route('appeal', 'screens/report/appeal.tsx'),

      route('referrals', 'screens/referrals/referrals.tsx'),
      route('regtech', 'screens/regtech/regtech.tsx'),
      route('business', 'screens/business/business.tsx'),
      route('join-business', 'screens/business/join.tsx'),
      route('subscribe', 'screens/subscribe/subscribe.tsx'),
      route('news', 'screens/news/news.tsx'),
      route('test-payment', 'screens/test-payment/test-payment.tsx'),
      route('api', 'screens/api/api.tsx'),

      route('offline', 'screens/site/offline.tsx'),
      route('*', 'screens/site/not-found.tsx'),
    ]),
    layout('screens/admin/frame.tsx', [
      route('admin', 'screens/admin/console.tsx'),
      route('admin/queue', 'screens/admin/triage/triage.tsx'),
      route('admin/appeals', 'screens/admin/appeals/appeals.tsx'),
      route('admin/news', 'screens/admin/news/news.tsx'),
      route('admin/masks', 'screens/admin/masks/masks.tsx'),
      route('admin/login', 'screens/admin/login.tsx'),
      route('admin/*', 'screens/admin/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
