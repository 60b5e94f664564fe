import { Component, Suspense, useEffect, type ReactNode } from 'react';
import { expectPart } from '../lib/late-start/late-parts.ts';
import { m } from '../paraglide/messages.js';
import { ReadFailure } from './read-failure.tsx';

interface Props {
  /** Shown until the part is loaded. */
  waiting: ReactNode;
  children: ReactNode;
}

/** A lazy part of a page with an error boundary: if it cannot be loaded, an error is shown in its place. */
export class LazyPart extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  #end = () => {};
  readonly #arrive = () => this.#end();

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    this.#end = expectPart();
  }

  override componentDidUpdate() {
    if (this.state.hasFailed) this.#end();
  }

  override componentWillUnmount() {
    this.#end();
  }

  override render() {
    if (this.state.hasFailed) {
      return <ReadFailure sentence={m.part_failed()} read={{ isRetrying: false, retry: () => location.reload() }} />;
    }
    return (
      <Suspense fallback={this.props.waiting}>
        {this.props.children}
        <Arrival onArrive={this.#arrive} />
      </Suspense>
    );
  }
}

/** Mounts together with the lazy part. */
function Arrival({ onArrive }: { onArrive: () => void }) {
  useEffect(onArrive, [onArrive]);
  return null;
}
