/** Demo people are approved from the start, in a simulation alone, without an identity check. */
import type { KycDetails } from '@tukar/wire'
import { inTransaction } from '../../platform/database/transaction.ts'
import { detailsField } from './identity.ts'
import type { KycDecisionDeps, VaultDeps } from './deps.ts'
import { lastStep } from './record/record-machine.ts'
import { changeRecord, holdRecord, moveRecord } from './record/record-store.ts'
import { numberIndexOf, sealJson, vaultFor } from './vault.ts'

/** Approves a user with invented details; does nothing if a record exists already. */
export async function approveDemoPerson(
  { database, keys, clock }: VaultDeps & Pick<KycDecisionDeps, 'clock'>,
  userId: number,
  details: KycDetails,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const record = await holdRecord(transaction, userId)
    if (record === null || record.state !== 'draft' || record.step > 0) return
    const vault = await vaultFor(transaction, keys, userId)
    const now = new Date(clock())
    await changeRecord(transaction, record, {
      kind: details.numberKind === 'ktp' ? 'indonesia' : 'global',
      step: lastStep,
      details: sealJson(vault, detailsField, details),
      number_index: details.number === null ? null : numberIndexOf(keys, details.number),
    })
    const filled = { ...record, version: record.version + 1 }
    const handedIn = { keys, actor: 'user', cause: 'demo', changes: { submitted_at: now } } as const
    await moveRecord(transaction, filled, 'submitted', handedIn)
    const sent = { ...filled, version: filled.version + 1, state: 'submitted' as const }
    const approval = { decided_at: now, decided_by: 'machine' }
    await moveRecord(transaction, sent, 'approved', {
      keys,
      actor: 'machine',
      cause: 'demo',
      changes: approval,
    })
  })
}
