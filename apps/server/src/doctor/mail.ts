/** Checks that emails can be sent; with an address one is really sent, because a server may accept and drop it. */
import nodemailer from 'nodemailer';
import type { Settings } from '../platform/config/settings.ts';
import { getErrorCode, type Finding, createFinding } from './finding.ts';

const timeouts = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

const remedies: Record<string, string> = {
  EAUTH: 'Check the name and password in SMTP_URL; characters such as @ and / must be percent-encoded.',
  ETLS: 'The TLS connection to the mail server failed: try smtps:// with port 465, or smtp:// with port 587 and ?requireTLS=true.',
  EENVELOPE:
    'The mail server does not accept emails from MAIL_FROM or to this address: check which addresses it allows.',
  EMESSAGE: 'The mail server rejected the content of the email: read its message.',
};

export async function checkMail({ mail, operatorEmail, isProduction }: Settings, to?: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (isProduction && !operatorEmail) {
    findings.push(
      ...createFinding(
        'OPERATOR_EMAIL is not set: nobody is notified of alarms',
        'Set it in .env to an address that somebody reads.',
      ),
    );
  }
  if (isProduction && /@(?:[\w-]+\.)*example>?$/.test(mail.from)) {
    findings.push(
      ...createFinding(
        `MAIL_FROM is ${mail.from}, a domain that does not exist: emails are rejected or dropped`,
        'Set MAIL_FROM to an address of a domain whose SPF and DKIM records name your mail server.',
      ),
    );
  }
  if (!mail.smtpUrl) {
    return isProduction
      ? [
          ...findings,
          ...createFinding('SMTP_URL is not set: emails are stored as files and not sent', 'Set SMTP_URL in .env.'),
        ]
      : findings;
  }
  const server = nodemailer.createTransport({ url: mail.smtpUrl, ...timeouts });
  try {
    if (to) await server.sendMail({ from: mail.from, to, subject: 'Hakiki: emails arrive', text: testEmailText });
    else await server.verify();
  } catch (error) {
    const code = getErrorCode(error);
    const { response = '' } = error as { response?: string };
    findings.push(
      ...createFinding(
        `The mail server of SMTP_URL rejects our emails: ${code}${response && ` (${response.slice(0, 200)})`}`,
        remedies[code] ?? 'Check that the host and port of SMTP_URL are correct and reachable from this machine.',
      ),
    );
  } finally {
    server.close();
  }
  return findings;
}

const testEmailText = `This email was sent by npm run doctor. If you read it in your inbox and not among spam, emails of the site arrive too.
`;
