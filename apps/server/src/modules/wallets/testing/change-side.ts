/** For tests of tampering: a change that one operator proposed and nobody confirmed. */
import * as z from 'zod/mini'
import { pg } from '../../../platform/database/driver.ts'
import { type Person, testPass } from '../../../testing/desk.ts'
import { type ChangeKind, same } from '../../desk/index.ts'
import { newKey, type RupiahDesk } from '../rupiah/testing/rupiah-desk.ts'
import type { Side } from './side.ts'

const moves = [
  ...[
    `status = 'applying'`,
    `status = 'applying', needs_second = false`,
    `status = 'applying', decided_by = t.proposed_by + 1, decided_at = now()`,
    `status = 'applying', input = '{"to": 900}'`,
  ].map((set) => ({ table: 'desk.change', set })),
  { table: 'desk.change', copyWith: { status: `'applying'`, request_id: 'gen_random_uuid()' } },
  {
    table: 'desk.vote',
    copyWith: { decision: `'confirm'`, operator_id: 'operator_id + 1', entry_no: 'entry_no + 1' },
  },
]

/** A setting that needs two operators: one proposes a change, and nobody confirms it. */
export function changeSide({ console: office }: RupiahDesk, operator: Person): Side {
  const turned: number[] = []
  const kind: ChangeKind<{ readonly to: number }> = {
    kind: 'dial.turn',
    roles: ['finance'],
    input: z.strictObject({ to: z.number() }),
    preview: async ({ to }) => ({
      subject: 'dial:1',
      title: same(`The dial goes to ${to}`),
      lines: [],
      warnings: [],
      isSecondNeeded: true,
      before: null,
      after: { dial: to },
    }),
    apply: async ({ to }) => void turned.push(to),
  }
  office.changes.register(kind)
  const proposer = {
    operatorId: operator.userId,
    name: 'Ratna',
    roles: ['finance'],
    pass: testPass,
  } as const
  return {
    currencyId: null,
    moves,
    async live() {
      for (const to of [200, 300]) {
        const proposed = { kind: kind.kind, input: { to }, reason: 'Because.', requestId: newKey() }
        await office.changes.propose(proposed, proposer)
      }
    },
    async settle() {
      try {
        await office.changes.finish()
      } catch (error) {
        // If the audit log cannot be written, nothing is carried out.
        if (!(error instanceof pg.DatabaseError)) throw error
      }
    },
    faults: async () => turned.map((to) => `the dial was turned to ${to}, by one operator`),
    completed: async () => 0,
  }
}
