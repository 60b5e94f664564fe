/** Share of the alert's area that must be visible. */
const MIN_VISIBLE_SHARE = 0.5;

/** Checks whether the page itself already shows this alert inside the viewport. */
export function isAlertInView(id: string): boolean {
  return [...document.querySelectorAll<HTMLElement>('[data-alert]')].some((element) => {
    if (element.dataset['alert'] !== id) return false;
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const visibleArea =
      Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) *
      Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
    const maxVisibleArea = Math.min(width, innerWidth) * Math.min(height, innerHeight);
    return maxVisibleArea > 0 && visibleArea >= maxVisibleArea * MIN_VISIBLE_SHARE;
  });
}
