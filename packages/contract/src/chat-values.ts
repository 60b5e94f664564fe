/** Constants of the chats in which people can ask, without their schemas. */

/** The services through which a question arrives. */
export const chatChannels = ['telegram', 'whatsapp', 'ussd'] as const;
export type ChatChannel = (typeof chatChannels)[number];

/** A channel is connected once a message of the operator was answered through it. */
export const chatChannelStates = ['connecting', 'connected'] as const;

/** How long a conversation and the person's key are stored after the last message. */
export const CONVERSATION_MINUTES = 15;
/** A question that arrives later, such as after an outage, gets no answer. */
export const MAX_QUESTION_AGE_HOURS = 24;
/** WhatsApp repeats a failed delivery for seven days; until then the mark of a message detects the repetition. */
export const CHAT_MARK_DAYS = 8;
