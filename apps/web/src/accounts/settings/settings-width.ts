/** The layout of the settings menu. Without texts, because every page loads the routes. */

/** Whether the menu is beside the page; on phones it is a separate page. */
export function isWideForMenu(): boolean {
  return matchMedia('(width >= 768px)').matches
}
