/** So much of it must be on the screen. */
const LEAST_SHOWN = 0.5;

/** Whether the page itself shows this alert, in sight of who looks at it. */
export function isAlertInView(id: string): boolean {
  return [...document.querySelectorAll<HTMLElement>('[data-alert]')].some((element) => {
    if (element.dataset['alert'] !== id) return false;
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const shown =
      Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) *
      Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
    const most = Math.min(width, innerWidth) * Math.min(height, innerHeight);
    return most > 0 && shown >= most * LEAST_SHOWN;
  });
}
