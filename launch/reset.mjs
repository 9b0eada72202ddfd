/** `npm run reset [-- --yes]`: empties the simulation's data, after asking. */
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { compile } from './build.mjs'
import { dataFolder, ownerOf } from './data-folder.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { print, root } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

/** The exchange's files beside its database; nothing else in the folder is touched. */
const ownFiles = ['postgres-password', 'tukar.lock']
/**
 * The simulation's chains and signer, because deleted accounts have no coins there; the acknowledged marks,
 * and the secrets, of all exchanges of this folder.
 */
const ownFolders = ['chains', 'acknowledged', 'secrets']

await command(async () => {
  requireSupported()
  process.chdir(root)
  const { values } = parseArgs({ options: { yes: { type: 'boolean', short: 'y' } } })
  if (process.env.DATABASE_URL) {
    throw new Trouble('DATABASE_URL is set: that database is your own, and only you may empty it.')
  }
  const folder = dataFolder()
  const owner = ownerOf(folder)
  if (owner !== null) throw new Trouble(`Tukar is running as pid ${owner}; stop it first (Ctrl-C).`)
  const { clusterDirOf, runningUrl } = await embedded()
  const cluster = clusterDirOf(folder)
  if (runningUrl(folder) !== null)
    throw new Trouble(`A database runs in ${cluster}; stop it first.`)
  if (!fs.existsSync(cluster)) return print(`There is nothing to empty in ${folder}.`)
  if (values.yes !== true && !(await isConfirmed(cluster))) return print('Nothing was changed.')
  fs.rmSync(cluster, { recursive: true, force: true })
  for (const at of new Set([folder, path.dirname(cluster)])) {
    for (const name of ownFiles) fs.rmSync(path.join(at, name), { force: true })
    for (const name of ownFolders) fs.rmSync(path.join(at, name), { recursive: true, force: true })
    if (fs.existsSync(at) && fs.readdirSync(at).length === 0) fs.rmdirSync(at)
  }
  return print('The data are gone; the next start makes a new exchange.')
})

/** The server knows the location of its database. */
async function embedded() {
  const file = path.join(root, 'apps/server/dist/platform/database/embedded.js')
  if (!fs.existsSync(file)) {
    await ensureInstalled('product')
    const { code, output } = await compile(['apps/server'])
    if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
  }
  return import(file)
}

async function isConfirmed(cluster) {
  if (!process.stdin.isTTY) {
    throw new Trouble(
      'There is no terminal to ask on: npm run reset -- --yes deletes without asking.',
    )
  }
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await reader.question(
    `All accounts, orders and trades in ${cluster} will be gone for ever. Empty it? (yes/no) `,
  )
  reader.close()
  return /^y(?:es)?$/i.test(answer.trim())
}
