import type { Page } from '../page.ts';

export const safety: Page = {
  title: 'Safety guide',
  description:
    'How to check a crypto service before you pay, the warning signs of a scam, and what to do in the first hour if you lost money.',
  lead: 'Take ten minutes before you send money. Did you already send it? Go straight to [the first hour](/first-hour).',
  updated: '2026-11-15',
  sections: [
    {
      id: 'verify',
      heading: 'How to check a provider',
      blocks: [
        {
          kind: 'text',
          text: 'A provider is any company or person that holds, moves or trades crypto for you. Do these checks in order. Stop at the first one that fails.',
        },
        {
          kind: 'steps',
          items: [
            {
              title: 'Look it up on Hakiki',
              text: 'Search the [directory](/directory) for the exact name. Read the status, the risk level and the reasons, not only the stars.',
            },
            {
              title: 'Ask the regulator yourself',
              text: 'A regulator is the public office that gives licences. Type its web address yourself and search its register. In South Africa, for example, the FSCA has a public search of licensed providers. Name, licence number and website must all match.',
            },
            {
              title: 'Read the web address letter by letter',
              text: 'Fake sites change one letter, add a word or use another ending. A padlock means a private connection, not an honest owner.',
            },
            {
              title: 'Get the app from the right place',
              text: 'Follow the link on the provider’s own website to the app store. Check the developer’s name. Never install an app from a file or a link in a chat.',
            },
            {
              title: 'Find out who is behind it',
              text: 'Look for a company name, a registration number and written terms. If you cannot tell who holds your money, do not send any.',
            },
            {
              title: 'Test with a small amount, and take it back out',
              text: 'Send a sum you can afford to lose, then withdraw it all. If that fails, stop. If it works, stay careful: some scams pay small sums back to win trust.',
            },
            {
              title: 'Sleep on it',
              text: 'Talk to someone who gains nothing from your choice. A good offer will still be there tomorrow.',
            },
          ],
        },
      ],
    },
    {
      id: 'meaning',
      heading: 'What our labels mean',
      blocks: [
        {
          kind: 'text',
          text: 'The status says what we could confirm. The risk level says how careful you should be.',
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Verified',
              text: 'We checked the provider’s main details against the sources we had. It is not a promise that nothing can go wrong.',
            },
            {
              term: 'Limited',
              text: 'We could confirm some details, but not all of them. Find out what is missing before you decide.',
            },
            { term: 'Pending', text: 'The check is not finished. Treat the provider as unchecked.' },
            { term: 'Flagged', text: 'The team saw serious warning signs. The reasons stand on the provider’s page.' },
            {
              term: 'Suspended',
              text: 'It was taken out of the directory. Its page stays, with the reasons and the day, as a warning.',
            },
          ],
        },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Low risk',
              text: 'We know of few problems. There is still some risk: prices fall and companies fail.',
            },
            { term: 'Medium risk', text: 'Some points are weak or unknown. Read the details and start small.' },
            { term: 'High risk', text: 'There are serious concerns. Do not send money that you need.' },
          ],
        },
        {
          kind: 'text',
          text: 'A provider that is not listed here is neither good nor bad. It only means that you have to check it yourself.',
        },
      ],
    },
    {
      id: 'warning-signs',
      heading: 'Warning signs',
      blocks: [
        { kind: 'text', text: 'One of these is a reason to stop. Two are a reason to walk away.' },
        {
          kind: 'definitions',
          items: [
            {
              term: 'Guaranteed profit',
              text: 'Nobody can promise a return, such as “2% every day”. Real investments can lose money.',
            },
            {
              term: 'Pressure',
              text: '“Only today”, “last places”, “tell nobody”. Hurry and secrecy stop you from checking.',
            },
            {
              term: 'Paid to recruit',
              text: 'You earn by bringing in friends and family. When new people stop coming, the money is gone.',
            },
            {
              term: 'Pay to withdraw',
              text: 'You must pay a “tax”, “fee” or “deposit” before you can have your own money. It is never the last payment.',
            },
            {
              term: 'Control of your phone',
              text: 'Someone asks you to install an app that lets them see or use your screen. They can then use your accounts.',
            },
            {
              term: 'Love or friendship online',
              text: 'A person you have never met becomes close quickly, then shows you a way to invest.',
            },
            {
              term: 'Fake apps and sites',
              text: 'The balance on the screen grows, but it is only a picture. No money comes out.',
            },
            {
              term: 'False names',
              text: 'Someone claims to be a celebrity, a bank, a regulator or Hakiki. Check by another way that you find yourself.',
            },
            {
              term: '“Support” in a chat app',
              text: 'Helpers who write to you first on WhatsApp, Telegram or social media are not support. Use the provider’s own website.',
            },
          ],
        },
      ],
    },
    {
      id: 'first-hour',
      heading: 'The first hour after a scam',
      blocks: [
        {
          kind: 'text',
          text: 'Did you lose money? Act at once: stop paying, call whoever moved the money, keep every message. The steps are short and in order on [a page of their own](/first-hour). Helping someone? Do them together.',
        },
        { kind: 'links', items: [{ label: 'Open the first hour', href: '/first-hour' }] },
      ],
    },
    {
      id: 'recovery',
      heading: 'Never pay to get money back',
      blocks: [
        {
          kind: 'warning',
          title: 'The second scam',
          text: 'After a loss, strangers may offer to “recover” or “trace” your crypto for a fee. Some pretend to be police, lawyers or hackers. Often they are the same people. Do not pay them, and do not give them a password or a seed phrase.',
        },
        {
          kind: 'text',
          text: 'A crypto payment cannot be reversed. Only the one who holds the coins can send them back. Hakiki never offers to recover money and never asks to be paid for it.',
        },
      ],
    },
    {
      id: 'keys',
      heading: 'Keep your keys safe',
      blocks: [
        {
          kind: 'text',
          text: 'A seed phrase is the list of words that opens your wallet. Whoever has it owns your coins.',
        },
        {
          kind: 'list',
          items: [
            'Write it on paper and keep it in two safe places. Do not photograph it or store it online.',
            'Never type it into a website or read it out to anyone. Real support never asks for it.',
            'Use a different password for each account, and a password manager to remember them.',
            'For sign-in codes, an app is safer than SMS. Never share a code.',
            'Before you send, compare the first and last characters of the address.',
          ],
        },
      ],
    },
    {
      id: 'helping',
      heading: 'Helping someone else',
      blocks: [
        {
          kind: 'list',
          items: [
            'Do not blame. Shame keeps people silent, and silence helps the scammer.',
            'Listen first. Then do the first-hour steps together.',
            'If they still believe in the offer, do not fight. Ask them to try to withdraw everything, without paying any fee.',
            'Stay in touch. Scammers come back, often with a new name.',
            'If someone speaks of harming themselves, stay with them and call your local emergency service.',
          ],
        },
      ],
    },
    {
      id: 'next',
      heading: 'What you can do now',
      blocks: [
        {
          kind: 'links',
          items: [
            { label: 'Check a provider', href: '/directory' },
            { label: 'Report a scam', href: '/report-scam' },
            { label: 'Read current warnings', href: '/reports' },
            { label: 'Find answers in the help center', href: '/help' },
          ],
        },
      ],
    },
  ],
};
