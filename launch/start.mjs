/** `npm start`: installs what is missing, builds what changed, and becomes the exchange. */
import { buildProduct, serverBundle } from './build.mjs'
import { dataFolder, takeFolder } from './data-folder.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { endOnSignals, root } from './steps.mjs'
import { command } from './trouble.mjs'

const watchEveryMs = 500

/**
 * npm runs this in a shell that does not forward SIGTERM: a signal to npm ends the shell and would leave this
 * process without a parent. So the end of that shell counts as the signal, unless one came before.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, watchEveryMs)
  watch.unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => clearInterval(watch))
  }
}

await command(async () => {
  requireSupported()
  process.chdir(root)
  endWithNpm()
  const letGo = endOnSignals()
  if (!process.env.DATABASE_URL) takeFolder(dataFolder())
  await ensureInstalled('product')
  await buildProduct()
  letGo()
  await import(serverBundle)
})
