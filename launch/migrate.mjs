/**
 * `npm run migrate`: migrates the schema and grants the program's role its rights, as the owner of the
 * tables, so that the server never needs the owner's password.
 */
import { compile } from './build.mjs'
import { openDatabase } from './database.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { print, root } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

await command(async () => {
  requireSupported()
  process.chdir(root)
  if (process.env.DATABASE_URL && !process.env.TUKAR_DATABASE_OWNER_URL) {
    throw new Trouble(
      'Set TUKAR_DATABASE_OWNER_URL, in addition to DATABASE_URL, to the owner of the tables.',
    )
  }
  await ensureInstalled('product')
  const { code, output } = await compile(['apps/server'])
  if (code !== 0) throw new Trouble('The sources do not compile; see above.', output)
  const { bringUpToDate } = await import('../apps/server/dist/wire-schema.js')
  const { url, ownerUrl, close } = await openDatabase('There is no database')
  try {
    await bringUpToDate({ url, ownerUrl }, 'live', () =>
      print('An exchange of an older version runs on this database: stop it first.'),
    )
    print("The schema is up to date, and the program's role has its rights.")
  } finally {
    await close()
  }
})
