/** The secrets of an exchange that commands need: read from the settings or the data folder, and never made. */
import { dataFolder } from './data-folder.mjs'
import { Trouble } from './trouble.mjs'

/** The secrets that seal the journal and prove rows and votes: from the settings, or from the data folder. */
export async function secretsOf(url) {
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
    const { eventHeadFile } = await import('../apps/server/dist/platform/security/event-chain.js')
    return {
      eventsFile: eventHeadFile(place.dataDir, installation),
      secret: findSecret('engine', { ...place, setting: engineKey }),
      keys: keysOf(findSecret('server', { ...place, setting: secretKey })),
    }
  } finally {
    await pool.end()
  }
}
