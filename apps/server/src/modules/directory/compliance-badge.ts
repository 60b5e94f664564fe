/** Set while all documents of a business are approved, and shown while there is no warning (`providerColumns`). */
export const complianceBadge = {
  id: '019a4e00-0000-7000-8000-00000000c0de',
  name: 'Compliance badge',
  description: 'The documents of this listing were checked and approved.',
  icon: 'FileCheck',
  color: 'green',
  isActive: true,
  priority: 100,
} as const;
