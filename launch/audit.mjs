/**
 * `npm run audit`: proves the ledger and all tables, beside a running exchange or on a database of its own.
 */
import { compile } from './build.mjs'
import { openDatabase } from './database.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { secretsOf } from './secrets.mjs'
import { print as printLine, root } from './steps.mjs'
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
  const { auditUsers } = await import('../apps/server/dist/modules/accounts/audit-run.js')
  const { auditEvents } = await import('../apps/server/dist/platform/security/audit-run.js')
  const { auditRows } = await import('../apps/server/dist/wire-audited.js')
  const { auditRoles } = await import('../apps/server/dist/platform/database/audit-run.js')
  const { terminalLine } = await import('../apps/server/dist/platform/text/visible-text.js')
  // Rows may contain foreign texts.
  const print = (line = '') => printLine(terminalLine(line))
  const place = await openDatabase('There is nothing to audit')
  // As the owner: somebody who revoked rights of the program's role must not hide anything.
  const url = place.ownerUrl ?? place.url
  try {
    const { secret, keys, eventsFile } = await secretsOf(url)
    const results = [
      await runAudit(url, print, { secret }),
      await auditRoles(place, print),
      await auditDesk(url, keys, print),
      await auditUsers(url, keys, print),
      await auditRows(url, keys, print),
      await auditEvents({ databaseUrl: url, file: eventsFile }, keys, print),
      await auditWallets(url, print),
      await auditProofs(url, keys, print),
      await auditBonus(url, print),
    ]
    process.exitCode = results.every((isRight) => isRight) ? 0 : 1
  } finally {
    await place.close()
  }
})
