/** The tools of an assistant: each is one call of a service that the site uses, too. */
import { type CheckAnswer, numberMeanings } from '@hakiki/contract/check';
import { countryCodes, isAfricanCountry } from '@hakiki/contract/country-codes';
import { normaliseCountry } from '@hakiki/contract/countries';
import { toInputJsonSchema, toReplyJsonSchema } from '@hakiki/contract/input-schema';
import { textLimits } from '@hakiki/contract/limits';
import { McpCheck } from '@hakiki/contract/mcp';
import { rescueRails, toFirstHourPath } from '@hakiki/contract/rescue-values';
import { licencesPath, providerPath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { CheckService } from '../check/service.ts';
import type { LicencesService } from '../licences/service.ts';
import type { RescueService } from '../rescue/service.ts';
import type { Tool, ToolResult } from './protocol.ts';
import { writeCheck, writeContacts, writeLicences, writeRegime } from './words.ts';

export interface ToolDeps {
  check: Pick<CheckService, 'check'>;
  licences: Pick<LicencesService, 'findRegime'>;
  rescue: Pick<RescueService, 'getCountry'>;
  publicUrl: string;
}

const country = z
  .string()
  .max(60)
  .transform(normaliseCountry)
  .refine(isAfricanCountry, 'Must be the English name of an African country, such as Kenya.')
  .describe('The English name of an African country, such as Kenya.');

/** Undefined input is rejected with a message from which a model can correct it. */
function defineTool<Schema extends z.ZodType>(
  { input, ...tool }: Omit<Tool, 'call' | 'inputSchema'> & { input: Schema },
  work: (input: z.output<Schema>) => Promise<ToolResult>,
): Tool {
  return {
    ...tool,
    inputSchema: toInputJsonSchema(input),
    async call(sent) {
      const parsed = input.safeParse(sent);
      return parsed.success ? work(parsed.data) : { text: z.prettifyError(parsed.error), isError: true };
    },
  };
}

/** With full addresses, and without the titles of alerts, which quote what scammers say. */
const toToolAnswer = (answer: CheckAnswer, publicUrl: string): CheckAnswer => ({
  ...answer,
  reasons: answer.reasons.map((reason) => ({
    ...reason,
    name: reason.kind === 'alert' || reason.kind === 'alertMention' ? null : reason.name,
    source: {
      ...reason.source,
      url: reason.source.url?.startsWith('/') ? publicUrl + reason.source.url : reason.source.url,
    },
  })),
});

const checkTool = ({ check, publicUrl }: ToolDeps): Tool =>
  defineTool(
    {
      name: 'check',
      title: 'Is it a scam?',
      description:
        'Says what is known about a link, website, crypto wallet, phone number, mobile money till or paybill, chat name, email address, app or company name in Africa, or about all of them in a forwarded message. The answer begins with one of: warned, reported, listed elsewhere, looks like, cannot be right, nothing known, official. "Nothing known" never means safe. Give the reasons with their sources and dates.',
      input: z.strictObject({
        text: z.string().min(1).max(textLimits.message).describe('What the person received, unchanged.'),
        country: country
          .optional()
          .describe('The country of the person, in English: for numbers without country code, and for licences.'),
        number_is: z
          .enum(numberMeanings)
          .optional()
          .describe('What a bare number is, if an earlier answer asked for it.'),
      }),
      outputSchema: toReplyJsonSchema(McpCheck),
    },
    async ({ text, country: where, number_is: numberIs }) => {
      const answer = toToolAnswer(await check.check({ input: text, country: where, numberIs }), publicUrl);
      const { verdict, readings, question, reasons, lookalike, known, links, promisesProfit } = answer;
      return {
        text: writeCheck(answer, { publicUrl }),
        data: { verdict, readings, question, reasons, lookalike, known, links, promisesProfit } satisfies McpCheck,
      };
    },
  );

const firstHourTool = ({ rescue, publicUrl }: ToolDeps): Tool =>
  defineTool(
    {
      name: 'first_hour',
      title: 'Money was sent to a scammer',
      description:
        'Whom to call in the first hour after money was sent to a scammer in an African country, with source and whether Hakiki confirmed the contact. Minutes matter: give it before anything else.',
      input: z.strictObject({
        country,
        rail: z.enum(rescueRails).optional().describe('How the money left; without it, all contacts of the country.'),
      }),
    },
    async ({ country: where, rail }) => {
      const { contacts, prohibition } = await rescue.getCountry(countryCodes[where]);
      const fitting = contacts.filter((contact) => !rail || contact.rail === rail || contact.rail === 'any');
      const living = fitting.filter(({ state }) => state !== 'dead');
      return { text: writeContacts({ contacts: living, prohibition }, `${publicUrl}${toFirstHourPath(where)}`) };
    },
  );

const licenceTool = ({ check, licences, publicUrl }: ToolDeps): Tool =>
  defineTool(
    {
      name: 'licence',
      title: 'Is it licensed?',
      description:
        'With a provider: what the registers say of it, in one country or where it works. With a country only: what its law says about crypto services. A registration against money laundering is not a licence.',
      input: z
        .strictObject({
          provider: z.string().min(1).max(textLimits.title).optional().describe('The name or website of a provider.'),
          country: country.optional(),
        })
        .refine((input) => input.provider ?? input.country, 'Give a provider, a country, or both.'),
    },
    async ({ provider, country: where }) => {
      if (provider) {
        const { providers } = await check.check({ input: provider, country: where });
        const urls = providers.map((one) => ({ ...one, url: publicUrl + providerPath(one.id) }));
        return { text: writeLicences(urls) };
      }
      const regime = (await licences.findRegime(where!)) ?? null;
      return { text: writeRegime(regime, `${publicUrl}${licencesPath}/${where!.replaceAll(' ', '-')}`) };
    },
  );

export const createTools = (deps: ToolDeps): Tool[] => [checkTool(deps), firstHourTool(deps), licenceTool(deps)];
