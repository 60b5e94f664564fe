/** What a review can name, in the order in which people are offered it, and as it is stored (DEC-09). */
export const reviewIssueTypes = ['none', 'withdrawal', 'fees', 'support', 'scam', 'other'] as const;
export const reviewLocations = ['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda', 'other'] as const;
