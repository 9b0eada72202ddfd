/**
 * Fetches a page's own file. A failure shows an error page of the app: a reload would fail too while the
 * server does not answer.
 */
import { askStatus } from './guard.ts'
import { withReload } from './newer/reloads.ts'

/** The error message of a page whose file did not load. */
export const pageNotLoaded = 'page.not_loaded'

const reloadedKey = 'tukar.reloaded'

/** Returns the exports of a page's file; throws an error called `page.not_loaded` if it does not load. */
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

/** Reloads the document if the server answers; returns whether it does. */
export async function reloadIfReachable(): Promise<boolean> {
  if (!(await isReachable())) return false
  location.reload()
  return true
}

/** The same with a limit: a file may be missing on a server that answers. */
export async function reloadOnce(): Promise<void> {
  const kept = withReload(sessionStorage.getItem(reloadedKey), Date.now())
  if (kept === null || !(await isReachable())) return
  // Stored before the reload, because code after it may not run.
  sessionStorage.setItem(reloadedKey, kept)
  location.reload()
}
