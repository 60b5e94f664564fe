import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  children: ReactNode;
}

export const OwnCard = ({ id, title, children }: Props) => (
  <section
    aria-labelledby={id}
    className="flex min-w-0 flex-col items-start gap-3 rounded-card border border-line bg-surface p-4"
  >
    <h2 id={id} className="title-card">
      {title}
    </h2>
    {children}
  </section>
);
