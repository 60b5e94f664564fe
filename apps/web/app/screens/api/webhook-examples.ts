/** Code examples of the webhook guide: how a receiver verifies an event. A test runs each of them. */
export const verifyInTypeScript = `import { createHmac, timingSafeEqual } from 'node:crypto';

const FIVE_MINUTES = 300;

/** \`body\` is the text as it came, before anything parsed it. */
export function isFromHakiki(headers: Headers, body: string, secret: string): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= FIVE_MINUTES)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return (headers.get('webhook-signature') ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

export const verifyInPython = `import base64
import hashlib
import hmac
import time

FIVE_MINUTES = 300


def is_from_hakiki(headers, body: bytes, secret: str) -> bool:
    """\`body\` is the bytes as they came, before anything parsed them."""
    headers = {name.lower(): value for name, value in headers.items()}
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > FIVE_MINUTES:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.removeprefix("v1,"), expected) for one in given)
`;

/** One of each type. */
export const exampleEvents = [
  `{
  "type": "alert.published",
  "timestamp": "2026-11-16T09:30:00.000Z",
  "data": {
    "id": "01890000-0000-7000-8000-000000000001",
    "url": "https://hakiki.example/alerts/01890000-0000-7000-8000-000000000001",
    "alertType": "ponzi_scheme",
    "severity": "High",
    "language": "en",
    "affectedCountries": ["nigeria"],
    "providerId": null
  }
}
`,
  `{
  "type": "alert.withdrawn",
  "timestamp": "2026-11-17T09:30:00.000Z",
  "data": {
    "id": "01890000-0000-7000-8000-000000000001",
    "url": "https://hakiki.example/alerts/01890000-0000-7000-8000-000000000001"
  }
}
`,
  `{
  "type": "provider.changed",
  "timestamp": "2026-11-16T09:30:00.000Z",
  "data": {
    "id": "01890000-0000-7000-8000-000000000002",
    "url": "https://hakiki.example/provider/01890000-0000-7000-8000-000000000002",
    "name": "Example Exchange",
    "type": "Exchange",
    "verificationStatus": "Flagged",
    "riskScore": "High",
    "countries": ["nigeria", "ghana"],
    "isListed": true,
    "changed": ["verificationStatus", "riskScore"]
  }
}
`,
  `{
  "type": "licence.changed",
  "timestamp": "2026-11-16T09:30:00.000Z",
  "data": {
    "id": "01890000-0000-7000-8000-000000000002",
    "url": "https://hakiki.example/provider/01890000-0000-7000-8000-000000000002",
    "name": "Example Exchange",
    "licenseInfo": null,
    "regulatoryCompliance": 40,
    "changed": ["register"]
  }
}
`,
  `{
  "type": "webhook.test",
  "timestamp": "2026-11-16T09:30:00.000Z",
  "data": { "webhookId": "01890000-0000-7000-8000-000000000003" }
}
`,
];
