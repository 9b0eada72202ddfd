/**
 * Long test files that take turns: each runs in one of four runs in a row. They prove on real nodes, a real signer and
 * real models what cheaper tests prove in every run on the same code. A file that divides its work into slices itself
 * takes no turns: it would miss the slices of the other runs.
 */

/** How many runs in a row run each of these files once. A rotation of slices is a multiple of it. */
export const turnCount = 4

const chains = 'apps/server/src/modules/wallets/chains'

/** By turn, with about the same cost in each. */
export const turns = [
  [
    `${chains}/withdrawals/withdrawals.long.test.ts`,
    `${chains}/withdrawals/gaps.long.test.ts`,
    `${chains}/withdrawals/hostile.long.test.ts`,
    `${chains}/withdrawals/room.long.test.ts`,
    'apps/verifier/src/look/looker.long.test.ts',
  ],
  [
    `${chains}/withdrawals/costs.long.test.ts`,
    `${chains}/withdrawals/bumping.long.test.ts`,
    `${chains}/tokens/tokens.long.test.ts`,
    `${chains}/tracking/witness.long.test.ts`,
    'apps/server/src/modules/kyc/idmeta-same.long.test.ts',
  ],
  [
    'e2e/src/chain-kills/restored.long.test.ts',
    `${chains}/withdrawals/house-moves.long.test.ts`,
    `${chains}/withdrawals/renewing.long.test.ts`,
    `${chains}/withdrawals/receivers.long.test.ts`,
    'apps/chains/src/life.long.test.ts',
  ],
  [
    'apps/verifier/src/run.long.test.ts',
    `${chains}/deposits/deposits.long.test.ts`,
    `${chains}/deposits/deposits-hostile.long.test.ts`,
    `${chains}/withdrawals/consolidating.long.test.ts`,
    'apps/server/src/wire-chains.long.test.ts',
  ],
]

/**
 * The sources that this run leaves to others.
 *
 * @param {string} slice `3/40`, or `all`
 * @returns {ReadonlySet<string>}
 */
export function leftToOthers(slice) {
  if (slice === 'all') return new Set()
  const turn = Number.parseInt(slice, 10) % turnCount
  return new Set(turns.filter((_, index) => index !== turn).flat())
}
