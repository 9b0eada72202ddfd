/** Where the menu of the settings stands; apart from its texts, since every page carries the routes. */

/** Whether the menu stands beside the page; on phones it is a page of its own. */
export function isWideForMenu(): boolean {
  return matchMedia('(width >= 768px)').matches
}
