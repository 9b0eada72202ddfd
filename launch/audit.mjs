/** `npm run audit`: proves the books, beside a running exchange or with a database of its own. */
import { compile } from './build.mjs'
import { dataFolder } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
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
  const { auditDesk } = await import('../apps/server/dist/modules/desk/audit-run.js')
  const { auditBonus } = await import('../apps/server/dist/modules/bonus/audit-run.js')
  const { auditProofs, auditWallets } = await import(
    '../apps/server/dist/modules/wallets/audit-run.js'
  )
  const { auditRoles } = await import('../apps/server/dist/platform/database/audit-run.js')
  const place = await openDatabase('There is nothing to audit')
  // Whoever took rights from the program's role hides nothing from its owner.
  const url = place.ownerUrl ?? place.url
  try {
    const { secret, keys } = await secretsOf(url)
    const results = [
      await runAudit(url, print, { secret }),
      await auditRoles(place, print),
      await auditDesk(url, keys, print),
      await auditWallets(url, print),
      await auditProofs(url, keys, print),
      await auditBonus(url, print),
    ]
    process.exitCode = results.every((isRight) => isRight) ? 0 : 1
  } finally {
    await place.close()
  }
})

/** What the journal was sealed with, and the keys that prove rows and votes: of the settings, or kept in the data folder. */
async function secretsOf(url) {
  const { readSecretSettings } = await import(
    '../apps/server/dist/platform/config/secret-settings.js'
  )
  const { findInstallation } = await import('../apps/server/dist/platform/database/installation.js')
  const { openDatabase: openPool } = await import('../apps/server/dist/platform/database/pool.js')
  const { createLog } = await import('../apps/server/dist/platform/logging/log.js')
  const { keysOf } = await import('../apps/server/dist/platform/secrets/keys.js')
  const { findSecret } = await import('../apps/server/dist/platform/secrets/kept-secret.js')
  const pool = openPool(url, createLog('error'))
  try {
    const installation = await findInstallation(pool)
    if (installation === null) throw new Trouble('No exchange was started on this database yet.')
    const { engineKey, secretKey } = readSecretSettings(process.env)
    const place = { dataDir: dataFolder(), installation }
    return {
      secret: findSecret('engine', { ...place, setting: engineKey }),
      keys: keysOf(findSecret('server', { ...place, setting: secretKey })),
    }
  } finally {
    await pool.end()
  }
}
