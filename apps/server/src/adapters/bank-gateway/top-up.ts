/** Money put into the balance of a simulated bank; a real gateway knows no such call. */
import type { Answer } from './port.ts'

const timeoutMs = 10_000

/**
 * Adds whole rupiah to the balance, once a reference however often it is asked.
 *
 * @returns `unknown` where it may or may not have been done: ask again with the same reference
 */
export type TopUp = (reference: string, amount: number) => Promise<Answer<null>>

/** Puts money into the simulated bank at this address. */
export function createTopUp(baseUrl: () => string | null): TopUp {
  return async (reference, amount) => {
    const base = baseUrl()
    if (base === null) return { status: 'unknown', reason: 'nobody listens yet' }
    try {
      const response = await fetch(`${base}/top-ups`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ reference, amount }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.ok) return { status: 'done', value: null }
      const { status } = response
      if (status >= 500) return { status: 'unknown', reason: `status ${status}` }
      return { status: 'refused', code: 'no_top_ups', message: `status ${status}` }
    } catch (error) {
      return { status: 'unknown', reason: error instanceof Error ? error.name : 'failed' }
    }
  }
}
