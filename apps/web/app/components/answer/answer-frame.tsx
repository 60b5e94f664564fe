/** The frame of an answer: its tone as a strip with a word, the answer as the title of the page, then what to do. */
import type { ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

interface Tone {
  icon: IconName;
  label: () => string;
  frame: string;
  strip: string;
}

export const answerTones = {
  stop: {
    icon: 'ban',
    label: m.answer_stop,
    frame: 'border-flagged-line bg-flagged-soft',
    strip: 'bg-flagged text-surface',
  },
  careful: {
    icon: 'warning',
    label: m.answer_careful,
    frame: 'border-limited bg-limited-soft',
    strip: 'bg-limited text-surface',
  },
  verified: {
    icon: 'check-circle',
    label: m.answer_known,
    frame: 'border-verified bg-verified-soft',
    strip: 'bg-verified text-surface',
  },
  unchecked: {
    icon: 'clock',
    label: m.answer_known,
    frame: 'border-pending bg-pending-soft',
    strip: 'bg-pending text-surface',
  },
} satisfies Record<string, Tone>;

export type AnswerTone = keyof typeof answerTones;

interface Props {
  tone: AnswerTone;
  /** In the strip; by default the word of the tone. */
  word?: string;
  title: string;
  /** The kind of answer, for tests. */
  kind: string;
  titleRef?: Ref<HTMLHeadingElement>;
  /** `h2` below a title that the page has already. */
  titleAs?: 'h1' | 'h2';
  children: ReactNode;
}

export function AnswerFrame({ tone, word, title, kind, titleRef, titleAs: Title = 'h1', children }: Props) {
  const { icon, label, frame, strip } = answerTones[tone];
  return (
    <section
      aria-labelledby="answer"
      data-testid="answer"
      data-answer={kind}
      className={`-mx-4 overflow-hidden border-y-2 md:mx-0 md:rounded-card md:border-2 ${frame}`}
    >
      <p className={`flex items-center gap-2 px-4 py-2 font-bold tracking-wide md:px-6 ${strip}`}>
        <Icon name={icon} className="size-6" /> {word ?? label()}
      </p>
      <div className="flex flex-col gap-3 px-4 py-4 md:px-6 md:py-5">
        <Title
          id="answer"
          ref={titleRef}
          tabIndex={titleRef ? -1 : undefined}
          className="title-page wrap-break-word outline-none"
        >
          {title}
        </Title>
        {children}
      </div>
    </section>
  );
}

export const AnswerActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3 md:flex-row md:flex-wrap">{children}</div>
);

type ActionProps = Pick<LinkProps, 'to' | 'state'> & { children: string };

export const MainAction = (props: ActionProps) => <Link {...props} className={buttonClass('primary')} />;

export const OtherAction = (props: ActionProps) => <Link {...props} className={buttonClass('secondary')} />;
