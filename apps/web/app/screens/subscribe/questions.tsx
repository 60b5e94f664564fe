import { premiumMoneyBackDays, waitingTimes } from '@hakiki/contract/limits';
import { m } from '../../paraglide/messages.js';

export function Questions() {
  const questions = [
    [m.subscribe_ask_when(), m.subscribe_answer_when(waitingTimes.bankDepositBusinessDays)],
    [m.subscribe_ask_cancel(), m.subscribe_answer_cancel()],
    [m.subscribe_ask_money_back(), m.subscribe_answer_money_back({ days: premiumMoneyBackDays })],
    [m.subscribe_ask_card(), m.subscribe_answer_card()],
    [m.subscribe_ask_credits(), m.subscribe_answer_credits()],
    [m.subscribe_ask_verdict(), m.subscribe_answer_verdict()],
  ] as const;
  return (
    <section aria-labelledby="questions" className="flex flex-col gap-4">
      <h2 id="questions" className="text-xl font-semibold">
        {m.subscribe_questions()}
      </h2>
      {questions.map(([question, answer]) => (
        <div key={question}>
          <h3 className="font-semibold">{question}</h3>
          <p className="mt-1 max-w-[68ch] text-muted">{answer}</p>
        </div>
      ))}
    </section>
  );
}
