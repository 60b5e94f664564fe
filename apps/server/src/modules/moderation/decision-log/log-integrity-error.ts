/** The public log differs from what was appended or signed. The message explains the difference. */
export class LogIntegrityError extends Error {}
