/** Answers about coins on chains, read without believing them. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import type { Approval, Step } from './cases.ts'
import {
  type ChainCase,
  type ChainCaseRow,
  type ChainHealth,
  type ChainPart,
  type Chains,
  type Custody,
  type CustodyDifference,
  isChainDecision,
} from './chain-cases.ts'
import { paged, type Paged, readPerson, recordAt, recordsAt, textsAt } from './wire-reading.ts'

/** A page of a queue. */
export function readChainCases(body: JsonRecord, part: ChainPart): Paged<ChainCaseRow> {
  return paged(body, (row) => readRow(row, part))
}

/** A whole case; null where the answer has none. */
export function readChainCase(body: JsonRecord, part: ChainPart): ChainCase | null {
  const data = recordAt(body, 'data')
  if (textAt(data, 'id') === '') return null
  const block = data['block']
  return {
    ...readRow(data, part),
    transactions: recordsAt(data, 'transactions').map((one) => ({
      txid: textAt(one, 'txid'),
      url: ownUrl(textAt(one, 'url')),
    })),
    block: isRecord(block)
      ? { height: Number(textAt(block, 'height')) || 0, hash: textAt(block, 'hash') }
      : null,
    contract: textAt(data, 'contract'),
    steps: recordsAt(data, 'steps').map(readStep),
    flags: textsAt(data, 'flags'),
    can: textsAt(data, 'can').filter(isChainDecision),
    chainAmount: textAt(data, 'chain_amount'),
    life: Number(textAt(data, 'life')) || 1,
    isOwnAddress: data['is_own_address'] === true,
    sentBefore: Number(textAt(data, 'sent_before')) || 0,
    hasReceiver: data['has_receiver'] === true,
  }
}

function readRow(row: JsonRecord, part: ChainPart): ChainCaseRow {
  const person = row['person']
  return {
    part,
    id: Number(textAt(row, 'id')),
    createdAt: textAt(row, 'created_at'),
    stateAt: textAt(row, 'state_at') || textAt(row, 'created_at'),
    state: textAt(row, 'state'),
    cause: textAt(row, 'cause'),
    chain: textAt(row, 'chain'),
    currency: textAt(row, 'currency'),
    amount: textOrNull(row, 'amount'),
    address: textAt(row, 'address'),
    person: isRecord(person) ? readPerson(person) : null,
    approvals: recordsAt(row, 'approvals').map(readApproval),
    approvalsNeeded: Number(textAt(row, 'approvals_needed')) || 0,
    fee: textAt(row, 'fee'),
    net: textAt(row, 'net'),
    hasSender: row['has_sender'] === true,
  }
}

/** Only web addresses and our own pages are linked to. */
function ownUrl(url: string): string | null {
  return /^(?:https:\/\/|\/(?!\/))/.test(url) ? url : null
}

function readApproval(row: JsonRecord): Approval {
  return {
    operatorId: Number(textAt(row, 'operator_id')),
    operator: textAt(row, 'operator'),
    at: textAt(row, 'at'),
    decision: textAt(row, 'decision'),
    reason: textAt(row, 'reason'),
  }
}

function readStep(row: JsonRecord): Step {
  return { at: textAt(row, 'at'), state: textAt(row, 'state'), cause: textAt(row, 'cause') }
}

/** The chains' health and what we hold. */
export function readChains(body: JsonRecord): Chains {
  const data = recordAt(body, 'data')
  return {
    chains: recordsAt(data, 'chains').map(readHealth),
    custody: recordsAt(data, 'custody').map(readCustody),
  }
}

function readHealth(row: JsonRecord): ChainHealth {
  return {
    chain: textAt(row, 'chain'),
    tipHeight: numberOrNull(row, 'tip_height'),
    headHeight: numberOrNull(row, 'head_height'),
    finalHeight: numberOrNull(row, 'final_height'),
    lookedAt: textOrNull(row, 'looked_at'),
    paused: textOrNull(row, 'paused'),
    isPassing: row['is_passing'] === true,
    belowHeight: numberOrNull(row, 'below_height'),
  }
}

function readCustody(row: JsonRecord): Custody {
  return {
    currency: textAt(row, 'currency'),
    held: textOrNull(row, 'held'),
    inFlight: textAt(row, 'in_flight'),
    liabilities: textAt(row, 'liabilities'),
    gap: textOrNull(row, 'gap'),
    verdict: textAt(row, 'verdict'),
    isStopped: row['is_stopped'] === true,
    parts: recordsAt(row, 'parts').map((part) => ({
      chain: textAt(part, 'chain'),
      hot: textOrNull(part, 'hot'),
      unswept: textOrNull(part, 'unswept'),
      inFlight: textAt(part, 'in_flight'),
      owed: textAt(part, 'owed'),
      readAt: textOrNull(part, 'read_at'),
      difference: readDifference(part),
    })),
  }
}

/** Null where the server does not know it. */
function readDifference(part: JsonRecord): CustodyDifference | null {
  const row = recordAt(part, 'difference')
  if (textAt(row, 'unexplained') === '') return null
  return {
    uncredited: textAt(row, 'uncredited'),
    payouts: textAt(row, 'payouts'),
    costs: textAt(row, 'costs'),
    reserve: textAt(row, 'reserve'),
    dust: textAt(row, 'dust'),
    unexplained: textAt(row, 'unexplained'),
  }
}

function textOrNull(record: JsonRecord, key: string): string | null {
  return textAt(record, key) === '' ? null : textAt(record, key)
}

function numberOrNull(record: JsonRecord, key: string): number | null {
  const value = record[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
