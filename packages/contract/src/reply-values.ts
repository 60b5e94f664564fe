/** Constants of the right of reply without its schemas. */

/** A business can reply to the verdict on its listing, and to public alerts, reports and reviews about it. */
export const replySubjects = ['provider', 'alert', 'report', 'review'] as const;

/** Statements are the verdict, alerts and reports. A business with many reviews would not find them among these. */
export const replyLists = ['statements', 'reviews'] as const;
export type ReplyList = (typeof replyLists)[number];

/** The only reasons to reject a reply: its tone or private data, never its content. */
export const replyRejectReasons = ['insult', 'threat', 'private-data'] as const;
export type ReplyRejectReason = (typeof replyRejectReasons)[number];

/** `days`: until a reply is decided, the same for everybody. */
export const replyRules = { days: 7, text: 2000, excerpt: 300, page: 20 } as const;
