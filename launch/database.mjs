/** The database that a command works on: the configured one, the running one, or that of the folder. */
import { dataFolder, takeFolder } from './data-folder.mjs'
import { Trouble } from './trouble.mjs'

/**
 * Opens it; `none` begins the sentence for a folder that holds no database. `isRunning` says that somebody else
 * started it, who goes on meanwhile.
 */
export async function openDatabase(none) {
  const close = async () => {}
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, isRunning: true, close }
  const { runningUrl, hasCluster, startEmbeddedPostgres } = await import(
    '../apps/server/dist/platform/database/embedded.js'
  )
  const folder = dataFolder()
  const running = runningUrl(folder)
  if (running !== null) return { url: running, isRunning: true, close }
  if (!hasCluster(folder)) throw new Trouble(`${none} in ${folder}: start first.`)
  takeFolder(folder)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  return { url: postgres.url, isRunning: false, close: () => postgres.stop() }
}
