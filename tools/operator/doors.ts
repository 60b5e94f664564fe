/** Connects chats: `hakiki doors connect telegram`. Secrets are asked for, so that no list of processes shows them. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type ChatChannel, chatChannels } from '@hakiki/contract/chat-values';
import {
  connectTelegram,
  connectUssd,
  connectWhatsapp,
  proveRoundTrip,
} from '../../apps/server/src/modules/chat/connect.ts';
import { USSD_SESSION_COST } from '../../apps/server/src/modules/chat/prices.ts';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { openServices } from './services.ts';

const USAGE = `hakiki doors status                                    connected chats, and their answers today and this month
hakiki doors connect telegram|whatsapp|ussd [options]  asks for the secrets, then waits for your test message
hakiki doors disconnect telegram|whatsapp|ussd         turns it off

  --daily <answers>      answers per day (5000)
  --monthly <dollars>    budget per month (whatsapp and ussd: 20)
  --wait <minutes>       how long to wait for your message (5)
  --from <addresses>     ussd: the gateway's addresses, comma-separated (any)

Server and worker must run. Settings are those of the server. See docs/runbooks/chat.md.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    daily: { type: 'string', default: '5000' },
    monthly: { type: 'string', default: '20' },
    wait: { type: 'string', default: '5' },
    from: { type: 'string', default: '' },
  },
});
const [act, name, ...more] = positionals;
const channel = chatChannels.find((one) => one === name);
const numbers = [values.daily, values.monthly, values.wait].map(Number);
const isStatus = act === 'status' && name === undefined;
const isChange = (act === 'connect' || act === 'disconnect') && channel !== undefined;
if (!(isStatus || isChange) || more.length > 0 || numbers.some((number) => !(number > 0))) {
  console.error(USAGE);
  process.exit(2);
}
const [dailyAnswers = 0, monthlyDollars = 0, waitMinutes = 0] = numbers;

const settings = readSettingsOrExit('web');
const { services, close } = await openServices(settings);
const { chat } = services;

async function printStatus(): Promise<boolean> {
  for (const one of chatChannels) {
    const connection = await chat.getConnection(one);
    if (!connection) {
      console.log(`  ${one}: not connected`);
      continue;
    }
    const { answersToday, refusedToday, failedToday, answersThisMonth, costThisMonth } = await chat.readUse(one);
    console.log(
      `  ${one}: ${connection.state}, ${connection.address}; today ${answersToday} of ${connection.dailyAnswers} answers, ${refusedToday} refused, ${failedToday} failed; this month ${answersThisMonth} answers, about $${(costThisMonth / 1e6).toFixed(2)}`,
    );
  }
  return true;
}

async function startConnecting(of: ChatChannel): Promise<string | undefined> {
  const input = createInterface({ input: process.stdin, output: process.stderr });
  const ask = async (question: string) => (await input.question(`${question}: `)).trim();
  const monthlyBudgetCents = of === 'telegram' ? null : Math.round(monthlyDollars * 100);
  const connecting = { chat, settings, limits: { dailyAnswers, monthlyBudgetCents } };
  try {
    if (of === 'telegram') return await connectTelegram(connecting, await ask('Token of the bot, from @BotFather'));
    if (of === 'ussd') {
      const address = await ask('Code that people dial, such as *384*44135#');
      const addresses = values.from.split(',').filter(Boolean);
      return await connectUssd(connecting, { address, addresses, sessionCost: USSD_SESSION_COST });
    }
    const phoneNumberId = await ask('Phone number id, from the API setup of the app');
    const accessToken = await ask('Access token of a system user');
    return await connectWhatsapp(connecting, { phoneNumberId, accessToken, appSecret: await ask('App secret') });
  } finally {
    input.close();
  }
}

async function connect(of: ChatChannel): Promise<boolean> {
  const next = await startConnecting(of);
  if (!next) {
    console.error('Nothing was connected: the secrets were rejected, or the service cannot be reached from here.');
    return false;
  }
  console.log(`${next}\n\nWaiting ${waitMinutes} minutes for your message and its answer.`);
  const isProved = await proveRoundTrip({ chat }, of, { seconds: waitMinutes * 60 });
  if (isProved) console.log(`Connected: your message was answered. It is at ${settings.publicUrl}/ask now.`);
  else console.error('Nothing was connected: no message was answered. Check npm run doctor and the logs.');
  return isProved;
}

try {
  const isDone = isStatus
    ? await printStatus()
    : act === 'connect'
      ? await connect(channel!)
      : await chat.disconnect(channel!);
  if (!isDone) process.exitCode = 1;
  else if (act === 'disconnect') console.log('Disconnected. Delete the webhook or callback at the service, too.');
} finally {
  await close();
}
