/** The database that a command works on: the configured one, the running one, or that of the folder. */
import { dataFolder, takeFolder } from './data-folder.mjs'
import { Trouble } from './trouble.mjs'

/**
 * Opens the database; `none` begins the sentence for a folder without a database. `url` signs in as the
 * program's role, `ownerUrl` as the owner of the tables; null if the owner is not configured. `isRunning`
 * means that another process started it and continues to use it.
 */
export async function openDatabase(none) {
  const close = async () => {}
  const { DATABASE_URL: url, TUKAR_DATABASE_OWNER_URL: ownerUrl } = process.env
  if (url) return { url, ownerUrl: ownerUrl || null, isRunning: true, close }
  const { runningUrl, hasCluster, programUrlOf, startEmbeddedPostgres } = await import(
    '../apps/server/dist/platform/database/embedded.js'
  )
  const folder = dataFolder()
  const running = runningUrl(folder)
  if (running !== null)
    return { url: programUrlOf(running), ownerUrl: running, isRunning: true, close }
  if (!hasCluster(folder)) throw new Trouble(`${none} in ${folder}: start first.`)
  takeFolder(folder)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const { programUrl } = postgres
  return { url: programUrl, ownerUrl: postgres.url, isRunning: false, close: () => postgres.stop() }
}
