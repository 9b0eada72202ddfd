/**
 * `npm run maintenance -- on|off|restored|seal`: sets the maintenance switch, whether the exchange is running
 * or not. `restored` closes an exchange whose database was restored from an older state, before it is
 * started. `seal` lets the next start seal the journal of a database from an older version.
 */
import { compile } from './build.mjs'
import { dataFolder } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { secretsOf } from './secrets.mjs'
import { print, root } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

await command(async () => {
  const wanted = process.argv[2]
  if (wanted !== undefined && !['on', 'off', 'restored', 'seal'].includes(wanted))
    throw new Trouble(
      'Usage: npm run maintenance [-- on|off|restored|seal]: restored closes a database that was restored from an older state, seal is for a database of an older version; without a word it prints the current state.',
    )
  requireSupported()
  process.chdir(root)
  await ensureInstalled('product')
  const { code, output } = await compile(['apps/server'])
  if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
  const { openDatabase: openPool } = await import('../apps/server/dist/platform/database/pool.js')
  const { createLog } = await import('../apps/server/dist/platform/logging/log.js')
  const { readMaintenance, setMaintenance } = await import(
    '../apps/server/dist/platform/maintenance/switch.js'
  )
  const { closeAsRestored } = await import('../apps/server/dist/wire-restored.js')
  const { forgetHead } = await import('../apps/server/dist/platform/security/event-sealing.js')
  const { eventHeadFile } = await import('../apps/server/dist/platform/security/event-chain.js')
  const { findInstallation } = await import('../apps/server/dist/platform/database/installation.js')
  const { forgetMark, letSeal, markFileIn } = await import('../apps/server/dist/engine/index.js')
  const { bringUpToDate } = await import('../apps/server/dist/wire-schema.js')
  const { url, ownerUrl, close } = await openDatabase('There is no exchange')
  const pool = openPool(url, createLog('error'))
  try {
    await bringUpToDate({ url, ownerUrl }, process.env.TUKAR_MODE ?? 'simulation', () =>
      print('An exchange of an older version runs on this database: stop it first.'),
    )
    const installation = await findInstallation(pool)
    const markFile = async (use) => {
      if (installation !== null) await use(markFileIn(dataFolder(), installation))
    }
    if (wanted === 'seal') {
      await markFile(letSeal)
      print('The next start seals the journal rows without a seal.')
    } else if (wanted === 'restored') {
      // Without its secret the exchange is closed nevertheless; the next start proves the halts.
      const secrets = await secretsOf(url).catch(() => null)
      await closeAsRestored(pool, secrets?.keys ?? null)
      // What was acknowledged since then is lost deliberately, whatever the secret.
      await markFile(forgetMark)
      if (installation !== null) await forgetHead(eventHeadFile(dataFolder(), installation))
    } else if (wanted !== undefined) await setMaintenance(pool, wanted === 'on')
    print(`Maintenance is ${(await readMaintenance(pool)) ? 'on' : 'off'}.`)
  } finally {
    await pool.end()
    await close()
  }
})
