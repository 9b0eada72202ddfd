/** Tops up the balance of a simulated bank. A real gateway has no such call. */
import type { Answer } from './port.ts'

const timeoutMs = 10_000

/**
 * Adds whole rupiah to the balance, once per reference for any number of calls.
 *
 * @returns `unknown` where the effect is not known: call again with the same reference
 */
export type TopUp = (reference: string, amount: number) => Promise<Answer<null>>

/** Creates the top-up call for the simulated bank at this base URL. */
export function createTopUp(baseUrl: () => string | null): TopUp {
  return async (reference, amount) => {
    const base = baseUrl()
    if (base === null) return { status: 'unknown', reason: 'the service is not available' }
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
