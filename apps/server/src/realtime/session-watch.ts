/**
 * Checks repeatedly whether the tokens of open sockets are still valid, so that a revoked or expired session
 * loses its private room within seconds (SRV-83, ATT-108).
 */

type Owner = { readonly userId: number }

/** The owner of a token that comes with these cookies; null if it is invalid. */
export type Authenticate = (token: string, cookies?: string) => Promise<Owner | null>

/** The owner of a live token; null if it is not live. */
export type FindOwner = (token: string) => Promise<Owner | null>

export type SessionWatchOptions = {
  readonly ownerOf: FindOwner
  /** Tokens of all open sockets. */
  readonly tokens: () => Iterable<string>
  /** Closes every socket of a token that is not alive. */
  readonly close: (token: string) => void
}

/** Interval between two rounds; a round checks at most `checksAtOnce` tokens at a time. */
const roundIntervalMs = 1_500
const checksAtOnce = 16

/** Starts the rounds; the returned function ends them. */
export function watchSessions(options: SessionWatchOptions): () => void {
  const end = new AbortController()
  void rounds(options, end.signal)
  return () => end.abort()
}

async function rounds(options: SessionWatchOptions, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await sleep(roundIntervalMs)
    const tokens = [...new Set(options.tokens())]
    for (let at = 0; at < tokens.length && !end.aborted; at += checksAtOnce) {
      // If the check fails, the sockets stay open until the next round: nothing commits meanwhile either.
      await checkTokens(options, tokens.slice(at, at + checksAtOnce), end).catch(() => undefined)
    }
  }
}

async function checkTokens(
  options: SessionWatchOptions,
  tokens: readonly string[],
  end: AbortSignal,
): Promise<void> {
  await Promise.all(
    tokens.map(async (token) => {
      const user = await options.ownerOf(token)
      if (user === null && !end.aborted) options.close(token)
    }),
  )
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
