/** Values of a review in the order of the form, as stored (DEC-09). */
export const reviewIssueTypes = ['none', 'withdrawal', 'fees', 'support', 'scam', 'other'] as const;
export const reviewLocations = ['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda', 'other'] as const;
