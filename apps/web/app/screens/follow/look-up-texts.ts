import type { FailureTexts } from '../../lib/errors/failure.ts';
import { m } from '../../paraglide/messages.js';

export const lookUpFailureTexts: FailureTexts = { title: m.follow_failed, fallback: m.follow_failed_text };
