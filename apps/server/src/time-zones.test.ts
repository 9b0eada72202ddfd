import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./testing/print-times.js', import.meta.url))

function printedIn(zone: string): readonly string[] {
  const env = { ...process.env, TZ: zone }
  return execFileSync(process.execPath, [script], { env, encoding: 'utf8' }).trim().split('\n')
}

test('FLT-18 INV-26: days, months, periods and ages are those of Jakarta, in any time zone of the machine', () => {
  const [first, midnight] = printedIn('Asia/Jakarta')
  assert.match(first ?? '', /^\["2025-12-31",.*"2025-12-31 23:59:00 WIB"/)
  assert.match(midnight ?? '', /^\["2026-01-01",.*"2026-01-01 00:00:00 WIB"/)
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago']) {
    assert.deepEqual(printedIn(zone), printedIn('Asia/Jakarta'), zone)
  }
})
