/**
 * The security headers for browsers (ATT-114). Helmet computes them once at the start. They are the same for
 * every answer, and computing them each time would cost a tenth of a request.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'

export type GuardHeaders = Readonly<Record<string, string>>

/** The headers for these options, by lower-case name. */
export async function guardHeadersOf(options: HelmetOptions): Promise<GuardHeaders> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  await new Promise<void>((resolve, reject) => {
    helmet(options)(request, response, (error?: unknown) => {
      if (error === undefined) resolve()
      else reject(new Error('no headers could be made', { cause: error }))
    })
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
