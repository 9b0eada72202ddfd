/** `npm start`: installs what is missing, builds what changed, and becomes the exchange. */
import { buildProduct } from './build.mjs'
import { dataFolder, takeFolder } from './data-folder.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { endOnSignals, root } from './steps.mjs'
import { command } from './trouble.mjs'

await command(async () => {
  requireSupported()
  process.chdir(root)
  const letGo = endOnSignals()
  if (!process.env.DATABASE_URL) takeFolder(dataFolder())
  await ensureInstalled('product')
  await buildProduct()
  letGo()
  await import('../apps/server/dist/run.js')
})
