/** The reference for durability: one row of 64 bytes a commit, one connection, nothing else. */
import { Client } from 'pg'

/** Latencies in milliseconds of consecutive commits during this time. */
export async function measureBareCommits(databaseUrl: string, seconds: number): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      'create table if not exists bench_commit (id bigserial primary key, b bytea not null)',
    )
    const insert = {
      name: 'one',
      text: 'insert into bench_commit (b) values ($1)',
      values: [Buffer.alloc(64)],
    }
    const latencies: number[] = []
    const end = performance.now() + seconds * 1_000
    for (let now = performance.now(); now < end; ) {
      await client.query(insert)
      const after = performance.now()
      latencies.push(after - now)
      now = after
    }
    return latencies
  } finally {
    await client.query('drop table if exists bench_commit')
    await client.end()
  }
}
