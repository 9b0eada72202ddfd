/**
 * Asks again and again whether the tokens of open sockets are still alive, so that a session that was
 * revoked or has expired loses its private room within seconds (SRV-83, ATT-108).
 */

type Owner = { readonly userId: number }

/** Whose a token is that comes with these cookies; null: nobody's. */
export type Authenticate = (token: string, cookies?: string) => Promise<Owner | null>

/** Whose a live token is; null: it is not alive. */
export type OwnerOf = (token: string) => Promise<Owner | null>

export type SessionWatchOptions = {
  readonly ownerOf: OwnerOf
  /** Tokens of all open sockets. */
  readonly tokens: () => Iterable<string>
  /** Closes every socket of a token that is not alive. */
  readonly close: (token: string) => void
}

/** Pause between two rounds; a round asks for at most `asksAtOnce` tokens at a time. */
const roundPauseMs = 1_500
const asksAtOnce = 16

/** Starts the rounds; the returned function ends them. */
export function watchSessions(options: SessionWatchOptions): () => void {
  const end = new AbortController()
  void rounds(options, end.signal)
  return () => end.abort()
}

async function rounds(options: SessionWatchOptions, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await pause(roundPauseMs)
    const tokens = [...new Set(options.tokens())]
    for (let at = 0; at < tokens.length && !end.aborted; at += asksAtOnce) {
      // Whoever cannot be asked for now keeps his socket until the next round: nothing commits either.
      await ask(options, tokens.slice(at, at + asksAtOnce), end).catch(() => undefined)
    }
  }
}

async function ask(
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
