import { Component, Suspense, useEffect, type ReactNode } from 'react';
import { trackLazyPart } from '../lib/hydration/lazy-parts.ts';
import { m } from '../paraglide/messages.js';
import { QueryFailure } from './query-states.tsx';

interface Props {
  /** Shown until the part is loaded. */
  fallback: ReactNode;
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
    this.#end = trackLazyPart();
  }

  override componentDidUpdate() {
    if (this.state.hasFailed) this.#end();
  }

  override componentWillUnmount() {
    this.#end();
  }

  override render() {
    if (this.state.hasFailed) {
      return <QueryFailure message={m.part_failed()} query={{ isRetrying: false, retry: () => location.reload() }} />;
    }
    return (
      <Suspense fallback={this.props.fallback}>
        {this.props.children}
        <MountSignal onMount={this.#arrive} />
      </Suspense>
    );
  }
}

/** Mounts together with the lazy part. */
function MountSignal({ onMount }: { onMount: () => void }) {
  useEffect(onMount, [onMount]);
  return null;
}
