/** The catalogue of badges: one is retired, one has an unknown icon and colour, and one has neither. */
import { complianceBadge, givenBadges } from '../modules/directory/badges.ts';
import { Random, timedId } from './random.ts';
import { timeline } from './timeline.ts';

const otherBadges = [
  ['Community choice', 'Well rated by many customers over a year.', 'Users', 'yellow', true, 40],
  ['Quick answers', 'Complaints were answered within two days.', 'Star', 'yellow', true, 30],
  ['Founding member', 'Listed since the first year of the register.', 'Crown', 'purple', true, 20],
  ['Teaches safety', 'Offers free lessons on avoiding fraud.', 'GraduationCap', 'teal', true, 15],
  ['Open books', 'Shows its yearly accounts.', null, null, true, 10],
  ['Pilot programme', 'Took part in the first trial of the register.', 'Award', 'red', false, 5],
] as const;

export interface CertificationRow {
  id: string;
  name: string;
  description: string;
  icon: string | null;
  color: string | null;
  isActive: boolean;
  priority: number;
  createdAt: Date;
}

export interface ProviderCertificationRow {
  providerId: string;
  certificationId: string;
  createdAt: Date;
}

/** The same catalogue for every seed, including the ids. */
export const certificationRows: readonly CertificationRow[] = [
  ...[complianceBadge, ...Object.values(givenBadges)].map((badge) => ({
    ...badge,
    createdAt: new Date(timeline.start),
  })),
  ...otherBadges.map(([name, description, icon, color, isActive, priority], index) => ({
    id: timedId(new Random(1, 'certification', index + 1), timeline.start + index + 1),
    name,
    description,
    icon,
    color,
    isActive,
    priority,
    createdAt: new Date(timeline.start + index + 1),
  })),
];
