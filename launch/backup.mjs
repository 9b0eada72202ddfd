/** `npm run backup -- --to FOLDER`: copies the embedded database into a new data folder, while it works or not. */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { compile } from './build.mjs'
import { dataFolder } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { print, root } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

await command(async () => {
  const calledFrom = process.env.INIT_CWD ?? process.cwd()
  const { values } = parseArgs({ options: { to: { type: 'string' } }, strict: false })
  if (typeof values.to !== 'string' || values.to === '')
    throw new Trouble('Usage: npm run backup -- --to FOLDER, a new folder.')
  if (process.env.DATABASE_URL) {
    throw new Trouble(
      'DATABASE_URL is set: that database is your own, and its own tools (pg_basebackup) back it up.',
    )
  }
  const to = path.resolve(calledFrom, values.to)
  requireSupported()
  process.chdir(root)
  await ensureInstalled('product')
  const { code, output } = await compile(['apps/server'])
  if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
  const { backUp } = await import('../apps/server/dist/platform/database/backup.js')
  const { ownerUrl, isRunning, close } = await openDatabase('There is nothing to back up')
  try {
    const chains = chainsIn(dataFolder())
    const beside = isRunning ? null : chains
    const { begunAt, files, bytes } = await backUp({ url: ownerUrl, to, beside })
    print(`${to} is a complete backup as of ${begunAt}: ${files} files, ${megabytes(bytes)} MB.`)
    print(`The secrets are not in it: keep copies of ${secretsOf(dataFolder())} apart from it.`)
    if (chains !== beside)
      print(
        "The simulation's chains are running and not included: to include them, stop the exchange first.",
      )
  } finally {
    await close()
  }
})

/**
 * The simulation's chains and signer have their data beside the database; they cannot be copied while they
 * run.
 */
function chainsIn(folder) {
  const chains = path.join(folder, 'chains')
  return fs.existsSync(chains) ? chains : null
}

/** The folder of the secrets, which a restore needs too. */
function secretsOf(folder) {
  const settings = ['TUKAR_SECRET_KEY', 'TUKAR_ENGINE_KEY']
  if (settings.every((name) => process.env[name])) return settings.join(' and ')
  return path.join(folder, 'secrets')
}

function megabytes(bytes) {
  return Math.ceil(bytes / 1_000_000)
}
