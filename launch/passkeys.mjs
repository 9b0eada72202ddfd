/**
 * `npm run passkeys`: prints the operators' passkeys as lines of the signer's settings. Before adding a line,
 * have the operator confirm that the passkey is theirs.
 */
import { compile } from './build.mjs'
import { openDatabase } from './database.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { secretsOf } from './secrets.mjs'
import { print, root } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

await command(async () => {
  requireSupported()
  process.chdir(root)
  await ensureInstalled('product')
  const { code, output } = await compile(['apps/server'])
  if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
  const { signerLines } = await import('../apps/server/dist/modules/desk/passkeys/signer-lines.js')
  const { openDatabase: openPool } = await import('../apps/server/dist/platform/database/pool.js')
  const { createLog } = await import('../apps/server/dist/platform/logging/log.js')
  const place = await openDatabase('There are no passkeys')
  try {
    const { keys } = await secretsOf(place.url)
    const pool = openPool(place.url, createLog('error'))
    try {
      const lines = await signerLines(pool, keys)
      for (const line of lines) print(JSON.stringify(line))
      if (lines.length === 0) print('No operator has a passkey yet.')
    } finally {
      await pool.end()
    }
  } finally {
    await place.close()
  }
})
