/** The maintenance switch of a running server, set in the same row as by `npm run maintenance`. */
import pg from 'pg'
import { embeddedUrl } from '../harness/postgres.ts'
import type { RunningServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

/** Turns maintenance on or off and waits until the server reports it. */
export async function turnMaintenance(server: RunningServer, isOn: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedUrl(server.dataFolder) })
  await client.connect()
  try {
    await client.query('update public.maintenance set is_on = $1, changed_at = now()', [isOn])
  } finally {
    await client.end()
  }
  await until('the server to follow the switch', async () => {
    const { body } = await server.client.call('GET', '/auth/status')
    return (body['success'] === 1) !== isOn
  })
}
