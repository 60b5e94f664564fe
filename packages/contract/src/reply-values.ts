/** The right of reply without its schemas. */

/** What a business may reply to: the verdict on its listing, and each public alert and report that names it. */
export const replySubjects = ['provider', 'alert', 'report'] as const;

/** All that a reply can be turned down for: how it speaks of people, never what it says. */
export const replyRefusals = ['insult', 'threat', 'private-data'] as const;
export type ReplyRefusal = (typeof replyRefusals)[number];

/** We decide within so many days, whoever replies and whatever they pay. */
export const replyRules = { days: 7, text: 2000, excerpt: 300, page: 20 } as const;
