/**
 * Command: pastes typical inputs into the check at phone size, with the demo data, and prints for each
 * paste the verdict, the first sentence, and the next step with whether it is on the first screen. Takes a screenshot
 * of each answer. A person has to read them; nothing is compared.
 *
 *   npm run build && node tools/paste-trial.ts --folder /tmp/pastes [--language fr] [--only wallet]
 *
 * `--url` names a running product, such as that of `npm run dev`, which needs no build.
 */
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from './chromium.ts';
import { startProduct } from './product.ts';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string', default: join(tmpdir(), 'hakiki-pastes') },
    language: { type: 'string', default: 'en' },
    only: { type: 'string', default: '' },
    url: { type: 'string' },
  },
});

const long = 'They said my account is blocked and I must pay the fee today or lose everything. '.repeat(125);

/** Names, sites and numbers of the demo data, of documentation, or invented. */
const pastes: readonly (readonly [name: string, paste: string])[] = [
  ['link with tracking', 'https://login.brightmarket-pro.example/pay?utm_source=whatsapp&fbclid=IwAR0xyz&ref=mama'],
  ['link in hxxp', 'hxxps://brightmarket-pro[.]example/join'],
  ['link without scheme', 'bmp-trade.example/withdraw'],
  ['unknown link', 'https://safe-profit-hub.example/register'],
  ['half a link', 'https://'],
  ['half a host', 'www.brightmarket'],
  ['link with spaces', 'https:// brightmarket-pro . example'],
  ['link with a trick', 'https://tandiwa-exchange.example@pay-now.example/login'],
  ['short link', 'https://bit.ly/3xYzAbC'],
  ['link in bio', 'linktr.ee/fast_profits_ke'],
  ['look-alike with bonus', 'https://tandiwa-exchange-bonus.example/claim'],
  ['look-alike with another ending', 'tandiwa-exchange.top'],
  ['look-alike with a Cyrillic letter', 'https://tаndiwa-exchange.example'],
  ['look-alike of an authority', 'https://fsca-refund.example/form'],
  ['official site', 'https://tandiwa-exchange.example/login'],
  ['free hosting', 'https://tandiwa-exchange.netlify.app'],
  ['form of Google', 'https://docs.google.com/forms/d/e/1FAIpQLSf/viewform'],
  ['link of an app store', 'https://play.google.com/store/apps/details?id=com.quick.cash.loan.ke'],
  ['link to an APK', 'http://quickcash-loan.example/app-release.apk'],
  ['app of Apple', 'https://apps.apple.com/ke/app/zukari-pay/id1234567890'],
  ['Telegram handle', '@brightmarket_support'],
  ['Telegram link', 'https://t.me/brightmarket_vip_signals'],
  ['Telegram invitation', 'https://t.me/+AbCdEf123456'],
  ['WhatsApp invitation', 'https://chat.whatsapp.com/GkR9xYz12AbCdEf34GhIjK'],
  ['WhatsApp number link', 'https://wa.me/254712345678?text=Hi'],
  ['Telegram numeric id', 'Telegram ID: 1234567890'],
  ['WhatsApp username', 'WhatsApp username: quick_cash_ke'],
  ['Binance P2P nickname', 'Binance P2P seller nickname: FastUSDT_KE'],
  ['phone with country code', '+254 712 345 678'],
  ['phone in national form', '0712345678'],
  ['phone with dashes', '0712-345-678'],
  ['phone of Nigeria', '08031234567'],
  ['till number', 'till number 123456'],
  ['lipa na M-PESA message', 'Lipa na M-PESA, Buy Goods Till No. 5123456 then send me the code'],
  ['paybill with account', 'Pay Bill 247247 Account number 0712345678'],
  ['bare number', '123456'],
  ['bank account', 'Please pay to GTBank account number 0123456789 Adaeze Okafor'],
  [
    'M-PESA message',
    'QGH7XK2L9P Confirmed. Ksh5,000.00 sent to JOHN KAMAU 0712345678 on 18/11/26 at 9:14 PM. New M-PESA balance is Ksh120.50. Transaction cost, Ksh57.00.',
  ],
  [
    'forged M-PESA message',
    'M-PESA: You have received Ksh25,000 by mistake. Please return it to 0723456789 or your account will be blocked.',
  ],
  ['Bitcoin wallet', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['wallet with a typing error', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['Ethereum wallet with a wrong letter', '0x52908400098527886E0F7030069857D2E4169Ee7'],
  ['Ethereum wallet cut off', '0x52908400098527886E0F7030069857D2E41'],
  ['wallet that an alert names', '0xdec0de00000000000000000000000000000b3a27'],
  ['Tron wallet', 'Send USDT TRC20 to TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
  ['Solana wallet', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
  ['XRP wallet', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['TON wallet', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
  ['Litecoin wallet', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  ['name of a verified provider', 'Zukari Vault'],
  ['name of a flagged provider', 'Goldeka Trade Club'],
  ['name nobody knows', 'Mama Njeri Investment Group'],
  ['name with a spelling error', 'Goldeca Trade Clab'],
  ['question in words', 'is goldeka trade club a scam??'],
  ['question about an unknown one', 'is Pambazuko Millionaires legit'],
  ['email address', 'support@brightmarket-pro.example'],
  ['email of a stranger', 'mr.desmond.recovery@gmail.com'],
  [
    'WhatsApp forward in English',
    'Forwarded many times\n*Good news!!!* 🎉🎉 Invest KES 2,000 today and get KES 10,000 in 3 days. 100% guaranteed. My cousin got paid yesterday.\nJoin now 👉 https://fast-double-money.example/join?ref=9981\nCall/WhatsApp Mr. James 0723 456 789. Hurry, only 12 places left!',
  ],
  [
    'WhatsApp forward in French',
    'Transféré\nBonjour ma chère 🙏 Investissez 50 000 FCFA aujourd’hui et recevez 500 000 FCFA dans 7 jours, gains garantis. Cliquez : https://gain-rapide.example et écrivez au +225 07 08 09 10 11. Dieu vous bénisse.',
  ],
  [
    'WhatsApp forward in Swahili',
    'Habari ndugu! Wekeza shilingi 5,000 leo upate 50,000 kesho. Faida ya uhakika kila siku. Tuma pesa kwa till namba 5123456 kisha nitumie ujumbe hapa https://wekeza-leo.example. Usikose!',
  ],
  [
    'message in Pidgin',
    'My oga abeg no miss this one o! Put 20k make e turn 200k for one week, I don collect my own. Enter this link fast fast https://naija-cashout.example abi call 0803 123 4567. Na sure thing, no be scam.',
  ],
  [
    'message that asks for a secret',
    'Dear customer your wallet is suspended. Send your 12 word recovery phrase to restore it.',
  ],
  ['recovery phrase', 'ripple orbit mango cattle winter basket pilot ocean lizard garden tunnel hybrid'],
  ['private key', 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262'],
  ['one-time code', 'Your M-PESA verification code is 482913. Do not share it with anyone.'],
  [
    'recovery offer',
    'Hello, I am agent Mark from Interpol cyber. We recovered your lost USDT. Pay a $200 release fee to get it.',
  ],
  ['insult', 'you stupid thieves give me my money back'],
  ['empty', '   '],
  ['10,000 characters', long.slice(0, 10_000)],
  ['emoji', '😭😭🙏🙏'],
  ['Arabic', 'هل هذا الموقع نصب؟ https://arbah-sariaa.example'],
  ['Arabic without a link', 'لقد دفعت المال ولا أستطيع السحب'],
  ['a plea', 'please help me I sent all my school fees to them what do i do'],
  ['a coin', 'ubuntu coin'],
  ['a single word', 'scam'],
  ['a price', 'KES 4,500'],
];

const screenHeight = 740;
const isFrench = options.language === 'fr';
const texts = isFrench ? { path: '/fr/check', empty: 'aucune réponse' } : { path: '/check', empty: 'no answer' };

interface Seen {
  strip: string;
  title: string;
  step: string;
  isStepOnFirstScreen: boolean;
}

async function paste(page: Page, url: string, text: string): Promise<Seen> {
  // Otherwise the answer before comes back with the history.
  await page.goto('about:blank');
  await page.goto(url + texts.path);
  const field = page.locator('#check-input');
  await field.fill(text);
  await field.press('Tab');
  await page.locator('form button[type=submit]').last().click();
  const answer = page.getByTestId('answer');
  const isAnswered = await answer.waitFor({ timeout: 4000 }).then(
    () => true,
    () => false,
  );
  if (!isAnswered) {
    const problem = await page
      .locator('[role=alert], [id$=error]')
      .first()
      .textContent({ timeout: 1000 })
      .catch(() => '');
    return { strip: texts.empty, title: (problem ?? '').trim(), step: '', isStepOnFirstScreen: true };
  }
  const read = (selector: string) =>
    answer
      .locator(selector)
      .first()
      .textContent({ timeout: 1000 })
      .then((found) => (found ?? '').replaceAll(/\s+/g, ' ').trim())
      .catch(() => '');
  const step = answer.locator('a, button').filter({ visible: true }).first();
  const box = await step.boundingBox();
  return {
    strip: (await answer.getAttribute('data-answer')) ?? '',
    title: await read('h1'),
    step: (await step.textContent())?.trim() ?? '',
    isStepOnFirstScreen: box !== null && box.y + box.height <= screenHeight,
  };
}

const product = options.url ? undefined : await startProduct('paste-trial');
const browser = await chromium.launch(chromiumOptions);
try {
  await mkdir(options.folder, { recursive: true });
  const context = await browser.newContext({ viewport: { width: 360, height: screenHeight } });
  const page = await context.newPage();
  const wanted = pastes.filter(([name]) => name.toLowerCase().includes(options.only.toLowerCase()));
  for (const [place, [name, text]] of wanted.entries()) {
    const { strip, title, step, isStepOnFirstScreen } = await paste(page, options.url ?? product!.url, text);
    const file = `${String(place + 1).padStart(2, '0')}-${name.replaceAll(/[^\w]+/g, '-').toLowerCase()}.png`;
    await page.screenshot({ path: join(options.folder, file) });
    const reach = isStepOnFirstScreen ? '' : ' (below the first screen)';
    console.log(`${String(place + 1).padStart(2)} ${name} -> ${strip} -> ${title} -> ${step}${reach}`);
  }
} finally {
  await browser.close();
  await product?.stop();
}
