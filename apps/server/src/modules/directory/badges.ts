/** The catalogue of badges. A badge is stored when it is first given; the public sees none while there is a warning. */
import type { BadgeName } from '@hakiki/contract/directory';

/** Set while all documents of a business are approved. */
export const complianceBadge = {
  id: '019a4e00-0000-7000-8000-00000000c0de',
  name: 'Compliance badge',
  description: 'The documents of this listing were checked and approved.',
  icon: 'FileCheck',
  color: 'green',
  isActive: true,
  priority: 100,
} as const;

const createBadge = (number: number, name: BadgeName, description: string, icon: string, color: string) => ({
  id: `019a4e00-0000-7000-8000-0000000000${number}`,
  name,
  description,
  icon,
  color,
  isActive: true,
  priority: number,
});

/** Set by an administrator. */
export const givenBadges: Record<BadgeName, ReturnType<typeof createBadge>> = {
  'Identity confirmed': createBadge(
    90,
    'Identity confirmed',
    'The people behind the company showed who they are.',
    'CheckCircle',
    'green',
  ),
  'Licence seen': createBadge(80, 'Licence seen', 'A licence was shown and read.', 'Shield', 'blue'),
  'Reserves published': createBadge(
    70,
    'Reserves published',
    'The company publishes what it holds for customers.',
    'TrendingUp',
    'blue',
  ),
  'Security audit': createBadge(60, 'Security audit', 'An independent audit was shown.', 'Lock', 'purple'),
  'Local office': createBadge(50, 'Local office', 'The office was visited.', 'Globe', 'gray'),
};
