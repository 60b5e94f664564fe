/** The public log is not as it was entered or signed; the message says what is wrong, for people. */
export class LogFault extends Error {}
