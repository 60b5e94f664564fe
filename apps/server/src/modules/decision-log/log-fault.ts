/** The public log differs from what was appended or signed. The message explains the difference. */
export class LogFault extends Error {}
