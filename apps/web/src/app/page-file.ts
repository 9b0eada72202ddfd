/**
 * Fetching a page's own file. One that does not come is an error of ours, with a screen of its own: the
 * router would load the whole document again, and with no server there is no document to load.
 */
import { askStatus } from './guard.ts'
import { withReload } from './newer/reloads.ts'

/** The message of the error of a page whose file did not come. */
export const pageNotLoaded = 'page.not_loaded'

const reloadedKey = 'tukar.reloaded'

/** Returns what a page's file exports; throws an error called `page.not_loaded` where it does not come. */
export async function pageFile<Page>(file: Promise<Page>): Promise<Page> {
  try {
    return await file
  } catch (cause) {
    throw new Error(pageNotLoaded, { cause })
  }
}

async function isReachable(): Promise<boolean> {
  const answer = await askStatus()
  return answer !== 'network' && answer !== 'busy'
}

/** Loads the document again, but only from a server that answers; returns whether it does. */
export async function reloadIfReachable(): Promise<boolean> {
  if (!(await isReachable())) return false
  location.reload()
  return true
}

/** As above, and not again and again: a file may be missing from a server that answers. */
export async function reloadOnce(): Promise<void> {
  const kept = withReload(sessionStorage.getItem(reloadedKey), Date.now())
  if (kept === null || !(await isReachable())) return
  // Before: what comes after the call may be of a document that is left already.
  sessionStorage.setItem(reloadedKey, kept)
  location.reload()
}
