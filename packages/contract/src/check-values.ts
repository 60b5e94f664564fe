/** Constants of the check without their schemas. */
import { indicatorKinds, isHiddenIndicatorKind, type IndicatorKind } from './indicator-values.ts';

/**
 * The seven answers; there is no score, and none of them says that something is safe. `official` means: it belongs to a
 * provider whom we have verified; `cannotBeRight`: a typing error, or a request that no honest service makes.
 */
export const checkVerdicts = [
  'warned',
  'reported',
  'listedElsewhere',
  'looksLike',
  'official',
  'cannotBeRight',
  'nothingKnown',
] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];

/** The kind of a part of the input. `name` is any other text; `number` needs an answer to the question. */
export const readingKinds = [...indicatorKinds, 'name', 'number'] as const;
export type ReadingKind = (typeof readingKinds)[number];

/** Why the input was read so. */
export const readingReasons = [
  /** A web address. */
  'webAddress',
  /** A page on a host with many owners: only host and path together name the owner. */
  'sharedHost',
  /** A shortened link, of which we do not see where it leads. */
  'shortLink',
  /** A wallet address whose checksum is right. */
  'checksum',
  /** A wallet address of a chain whose addresses have no checksum. */
  'walletForm',
  /** A wallet address with a wrong checksum or length. */
  'wrongChecksum',
  /** With its country code, or in a link that opens a chat. */
  'countryCode',
  /** Without country code: a mobile number of the country in `country`. */
  'nationalNumber',
  /** A word beside the number says what it is, or the person said it. */
  'namedKind',
  /** A name with @ or in a link to a network. */
  'chatName',
  /** A single word that may be a name in a chat. */
  'singleWord',
  'emailAddress',
  /** The host of an email address. */
  'emailHost',
  'storeLink',
  /** The name of a listed provider, or of one with a warning. */
  'providerName',
  /** Neither address, number nor known name. */
  'plainText',
  /** A number with several possible meanings. */
  'bareNumber',
] as const;
export type ReadingReason = (typeof readingReasons)[number];

/** What a bare number may be; the person chooses one. */
export const numberMeanings = ['phone', 'till', 'paybill', 'account'] as const;
export type NumberMeaning = (typeof numberMeanings)[number];

/** Strongest first: reasons of a check are in this order. */
export const checkReasonKinds = [
  /** An authority warns of it, or it is on a list of sanctions. */
  'authorityWarning',
  /** A provider with a warning of ours owns it or is named. */
  'providerWarning',
  /** A name that begins like that of a provider with a warning. */
  'mayBeWarnedProvider',
  /** A published alert is about it. */
  'alert',
  /** Reports that our team has checked name it. */
  'reports',
  'listedElsewhere',
  /** It resembles a protected name and is not one of its official addresses. */
  'lookalike',
  'wrongChecksum',
  /** It is itself a recovery phrase, a key or a code, which nobody else may see. */
  'ownSecret',
  /** Its text asks for a recovery phrase, key, PIN or code, which no honest service does. */
  'askedSecret',
  /** Its text wants a fee or a tax before it pays, which is how scams take more money. */
  'askedFee',
  /** Its text promises a profit, as nearly all scams do. */
  'promisedProfit',
  /** Its text says that money came by mistake, and asks for it. */
  'askedReturn',
  /** Its link has a number in place of a name, which hides who is behind it. */
  'numericLink',
  /** It is a file that installs an app from outside the app stores. */
  'appFile',
  /** Its sender claims to be somebody you know with a new number. */
  'newNumber',
  /** Somebody has paid already: the message of a payment, or a person who says so. */
  'alreadyPaid',
  /** Somebody disputes what was said of it, and we look into it. */
  'disputed',
  /** It was warned of, reported or listed, and is not any more. */
  'withdrawn',
  'expired',
  /** A provider with a warning has a similar name. */
  'similarToWarned',
  /** An alert has words in common with it. */
  'alertMention',
  /** It belongs to a verified provider. */
  'official',
  /** A listed provider owns it or is named, without a verdict that helps. */
  'listedProvider',
  /** The text names a verified provider; anybody can write a name. */
  'namesProvider',
] as const;
export type CheckReasonKind = (typeof checkReasonKinds)[number];

/** The source: we, an authority, the owner of a list, or a computation from the input. */
export const checkSourceKinds = ['own', 'authority', 'list', 'computed'] as const;

/** How a look-alike was found; see the decision on look-alikes. */
export const lookalikeRules = ['sameLabel', 'asToken', 'insideLabel', 'oneEdit', 'twoEdits'] as const;
export type LookalikeRule = (typeof lookalikeRules)[number];

export const checkLimits = {
  readings: 20,
  reasons: 20,
  providers: 10,
  similar: 5,
  bulk: 500,
  nameLength: 100,
  /** A complete conversation. */
  inputLength: 20_000,
} as const;

/** Their answers have a URL; a phone number is never in a URL. */
export const isPublicIndicatorKind = (kind: string): kind is IndicatorKind =>
  (indicatorKinds as readonly string[]).includes(kind) && !isHiddenIndicatorKind(kind as IndicatorKind);
