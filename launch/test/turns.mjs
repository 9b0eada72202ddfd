/**
 * Long test files that take turns (ADR 0044). Screens with rules of their own run in one of five consecutive
 * runs. Files whose every rule is also proven by a more frequent file run in one of ten: they prove it
 * again on real nodes, signers, models and screens. A file that divides its work into slices takes no turns,
 * because it would miss the slices of the other runs.
 */

/** How many consecutive runs execute each file of `turns` once. A rotation of slices is a multiple of it. */
export const turnCount = 10
/** The same of `screenTurns`. */
export const screenTurnCount = 5

const chains = 'apps/server/src/modules/wallets/chains'
const screens = 'e2e/src'

/** Screens with rules of their own, by turn, with about the same cost in each. */
export const screenTurns = [
  [
    `${screens}/accounts/bank.long.test.ts`,
    `${screens}/accounts/otp.long.test.ts`,
    `${screens}/coins/coin-refusals.long.test.ts`,
    `${screens}/trading/layout.long.test.ts`,
  ],
  [
    `${screens}/identity/modal.long.test.ts`,
    `${screens}/shell/phone.long.test.ts`,
    `${screens}/trading/home.long.test.ts`,
  ],
  [
    `${screens}/identity/agreement.long.test.ts`,
    `${screens}/shell/guard.long.test.ts`,
    `${screens}/trading/news.long.test.ts`,
  ],
  [
    `${screens}/trading/form-size.long.test.ts`,
    `${screens}/trading/form.long.test.ts`,
    `${screens}/trading/history.long.test.ts`,
    `${screens}/trading/markets.long.test.ts`,
  ],
  [
    `${screens}/coins/coins.long.test.ts`,
    `${screens}/journey/journey.long.test.ts`,
    `${screens}/rupiah/rupiah.long.test.ts`,
  ],
]

/** The others, in the same way. */
export const turns = [
  [
    'apps/chains/src/life.long.test.ts',
    'apps/verifier/src/run.long.test.ts',
    `${screens}/books/books.long.test.ts`,
    `${screens}/desk-users/users.long.test.ts`,
  ],
  [
    'apps/server/src/adapters/bank-gateway/faults.long.test.ts',
    'apps/server/src/modules/kyc/steps/steps.long.test.ts',
    `${chains}/withdrawals/hostile.long.test.ts`,
    'apps/server/src/wire-chains.long.test.ts',
    `${screens}/accounts/mailbox.long.test.ts`,
    `${screens}/coins/coins-travel.long.test.ts`,
    `${screens}/kills/failover.long.test.ts`,
  ],
  [
    `${chains}/withdrawals/signing/bumping.long.test.ts`,
    'apps/server/src/simulation/day-at-rest.long.test.ts',
    'apps/server/src/wire-identity.long.test.ts',
    `${screens}/coins/coins-out.long.test.ts`,
    `${screens}/identity/dump.long.test.ts`,
    `${screens}/kills/maintenance.long.test.ts`,
  ],
  [
    'apps/server/src/modules/desk/audit-chain.long.test.ts',
    `${chains}/withdrawals/withdrawals.long.test.ts`,
    'apps/server/src/platform/media/video.long.test.ts',
    `${screens}/desk/desk.long.test.ts`,
    `${screens}/desk/rights.long.test.ts`,
    `${screens}/shell/mailbox-looks.long.test.ts`,
    `${screens}/statements/tax.long.test.ts`,
  ],
  [
    'apps/server/src/modules/kyc/earlier.long.test.ts',
    'apps/verifier/src/recognition/recognition-queue.long.test.ts',
    `${screens}/coins/address-book.long.test.ts`,
    `${screens}/desk-roles/desk-roles.long.test.ts`,
    `${screens}/desk-rules/desk-rules.long.test.ts`,
    `${screens}/statements/statements.long.test.ts`,
    `${screens}/trading/keys.long.test.ts`,
  ],
  [
    'apps/server/src/adapters/identity-check/local-process.long.test.ts',
    'apps/server/src/modules/kyc/idmeta/idmeta.long.test.ts',
    `${chains}/withdrawals/funding.long.test.ts`,
    'apps/server/src/platform/media/picture.long.test.ts',
    `${screens}/accounts/elsewhere.long.test.ts`,
    `${screens}/desk-content/content.long.test.ts`,
    `${screens}/listing/new-token.long.test.ts`,
  ],
  [
    'apps/server/src/modules/kyc/console/desk.long.test.ts',
    'apps/server/src/modules/kyc/idmeta/idmeta-same.long.test.ts',
    'apps/server/src/modules/kyc/machine.long.test.ts',
    'apps/server/src/modules/kyc/retention/retention.long.test.ts',
    `${screens}/chain-kills/restored.long.test.ts`,
    `${screens}/desk/changes.long.test.ts`,
    `${screens}/rupiah/hindrances.long.test.ts`,
  ],
  [
    'apps/server/src/modules/kyc/steps/step-order.long.test.ts',
    `${chains}/deposits/deposits-hostile.long.test.ts`,
    `${chains}/tracking/witness.long.test.ts`,
    `${chains}/withdrawals/treasury/consolidating.long.test.ts`,
    `${chains}/withdrawals/signing/renewing.long.test.ts`,
    `${screens}/kills/mail.long.test.ts`,
    `${screens}/trading/book.long.test.ts`,
  ],
  [
    `${chains}/deposits/deposits.long.test.ts`,
    `${chains}/tokens/tokens.long.test.ts`,
    `${chains}/withdrawals/treasury/costs.long.test.ts`,
    'apps/server/src/platform/http/host.long.test.ts',
    'apps/server/src/platform/media/document.long.test.ts',
    'apps/signer/src/run.long.test.ts',
    `${screens}/trading/lost-answer.long.test.ts`,
  ],
  [
    'apps/server/src/database-faults.long.test.ts',
    `${chains}/withdrawals/signing/gaps.long.test.ts`,
    `${chains}/withdrawals/treasury/treasury.long.test.ts`,
    `${chains}/withdrawals/requests/receivers.long.test.ts`,
    `${screens}/desk/passkeys.long.test.ts`,
    `${screens}/identity/desk.long.test.ts`,
    `${screens}/trading/slips.long.test.ts`,
  ],
]

/**
 * The sources that this run leaves to other runs.
 *
 * @param {string} slice `3/40`, or `all`
 * @returns {ReadonlySet<string>}
 */
export function leftToOthers(slice) {
  if (slice === 'all') return new Set()
  const run = Number.parseInt(slice, 10)
  return new Set([...othersOf(turns, run), ...othersOf(screenTurns, run)])
}

const othersOf = (all, run) => all.filter((_, turn) => turn !== run % all.length).flat()
