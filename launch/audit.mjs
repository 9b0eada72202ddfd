/** `npm run audit`: proves the books, beside a running exchange or with a database of its own. */
import { compile } from './build.mjs'
import { dataFolder, takeFolder } from './data-folder.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { print, root } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

await command(async () => {
  requireSupported()
  process.chdir(root)
  await ensureInstalled('product')
  const { code, output } = await compile(['apps/server'])
  if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
  const { runAudit } = await import('../apps/server/dist/engine/audit/index.js')
  const { url, close } = await openDatabase()
  try {
    process.exitCode = (await runAudit(url, print)) ? 0 : 1
  } finally {
    await close()
  }
})

/** The database that is configured, that runs, or that lies in the data folder. */
async function openDatabase() {
  const close = async () => {}
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, close }
  const { runningUrl, hasCluster, startEmbeddedPostgres } = await import(
    '../apps/server/dist/platform/database/embedded.js'
  )
  const folder = dataFolder()
  const running = runningUrl(folder)
  if (running !== null) return { url: running, close }
  if (!hasCluster(folder)) throw new Trouble(`There is nothing to audit in ${folder}: start first.`)
  takeFolder(folder)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  return { url: postgres.url, close: () => postgres.stop() }
}
