/**
 * The moderation queue for developers who try the console: about forty cases. One report names a private person with an
 * address and a phone number, beside the scammer's number. All of it is invented. The end-to-end tests start with an
 * empty queue and do not use it.
 */
import type { ProviderId } from '@hakiki/contract/directory';
import { providers } from '../modules/directory/tables.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { shippedTemplates } from '../starter/shipped.ts';
import { complaints, stories, type Story as ScamStory } from './demo-stories.ts';
import { type DemoTarget, sendAlert, sendReport, type Step, type Story, withStory } from './story.ts';

const HOUR_MS = 3_600_000;

const storyWithPrivatePerson: ScamStory = [
  0,
  'fake_platform',
  'High',
  ['south africa'],
  'A demo broker says that a neighbour vouches for it',
  'A broker that calls itself Sunbird Demo Yield, at sunbird-demo.example, promises a third more each month. It says that Mrs Thandi Demo of 14 Example Street, +27 83 000 0123, has paid in twice and vouches for it. She is my neighbour and knows nothing of it. They call me from +27 83 000 0999.',
  { name: 'Sunbird Demo Yield' },
];

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0].slice(0, -1) ?? text;

/** The reports of a story follow each other until now. A moderator merges those that were not grouped by the job. */
function listScamSteps(story: Story, [hoursAgo, alertType, severity, countries, title, first, more = {}]: ScamStory) {
  const { website, name, language = 'en', lostRand, others = [] } = more;
  const { services, database, administrator } = story;
  const texts = [first, ...others];
  const ids = texts.map(() => uuidv7());
  const findCase = async (id: string) => (await services.cases.findCaseOf(database.db, id))!;
  return texts.map((text, index): Step => ({
    at: Date.now() - (hoursAgo * HOUR_MS * (texts.length - index)) / texts.length,
    run: async () => {
      const content = {
        title: index === 0 ? title : firstSentence(text),
        description: `${text}${website ? ` ${website}` : ''} (Demo entry.)`,
        alertType,
        severity,
        affectedCountries: [...countries],
        ...(name && { affectedProvider: name }),
        ...(index === 0 && lostRand && { amountLost: `R${lostRand}` }),
      };
      await sendAlert(story, { id: ids[index]!, language }, content);
      const [firstCase, ownCase] = [await findCase(ids[0]!), await findCase(ids[index]!)];
      if (firstCase === ownCase) return;
      await services.triage.merge(administrator, firstCase, { other: ownCase });
      await services.triage.release(administrator, firstCase);
    },
  }));
}

export const seedDemoQueue = (target: DemoTarget): Promise<void> =>
  withStory(target, async (story) => {
    const listed = await story.database.db.select({ id: providers.id, name: providers.name }).from(providers);
    const idByName = new Map<string, ProviderId>(listed.map(({ id, name }) => [name, id]));
    const reportSteps = complaints.map(([hoursAgo, reportType, severity, reporterLocation, provider, text]): Step => {
      const description = `${text} (Demo entry.)`;
      const content = { reportType, severity, description, reporterLocation, providerId: idByName.get(provider)! };
      return { at: Date.now() - hoursAgo * HOUR_MS, run: () => sendReport(story, { id: uuidv7() }, content) };
    });
    const scamSteps = [storyWithPrivatePerson, ...stories].flatMap((scam) => listScamSteps(story, scam));
    await story.play([...scamSteps, ...reportSteps]);
    await story.services.triage.addMissingTemplates(shippedTemplates);
  });
